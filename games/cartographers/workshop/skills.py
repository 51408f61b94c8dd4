"""Editor of skills."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy

from engine.cartographers.bounds import SKILL_COST
from engine.cartographers.skills import SkillPower, skill_from_json
from games.cartographers.reference.card_list import card_entry
from games.cartographers.words.skills import POWER_NAMES
from games.cartographers.workshop.drawings import sign_drawing
from games.catalog.editors import DefinitionPreview
from games.catalog.forms import EntryForm
from games.catalog.models import CatalogEntry
from games.catalog.shelves import Data


class SkillForm(EntryForm):
    """Form for the power and the cost."""

    piece_template = "cartographers/workshop/_skill.html"
    start_label = gettext_lazy("Start from this component")

    power = forms.ChoiceField(
        label=gettext_lazy("Power"),
        help_text=gettext_lazy("Each player can use one skill per turn, for explore cards only."),
        choices=[(power.value, name) for power, name in POWER_NAMES.items()],
    )
    cost = forms.IntegerField(
        label=gettext_lazy("Cost in coins"),
        help_text=gettext_lazy("Each coin earns 1 star per season until it is spent."),
        min_value=SKILL_COST.least,
        max_value=SKILL_COST.most,
    )

    @classmethod
    def begin(cls, entry: CatalogEntry) -> dict[str, Any]:
        """Return the initial field values from the entry's definition."""
        return {"power": entry.definition["power"], "cost": entry.definition["cost"]}

    def piece(self) -> Data:
        """Return the definition."""
        return {"power": self.cleaned_data["power"], "cost": self.cleaned_data["cost"]}


class SkillEditor:
    """Editor of skills."""

    form: type[EntryForm] = SkillForm

    def blank(self) -> Data:
        """Return a skill that draws a single square for 1 coin."""
        return {"power": SkillPower.SINGLE.value, "cost": 1}

    def preview(self, entry: CatalogEntry, definition: Data, examples: list[Data]) -> DefinitionPreview:
        """Return the preview of a skill: its face."""
        face = card_entry(skill_from_json(definition))
        return DefinitionPreview("cartographers/workshop/_face.html", {"face": face}, " ".join(face.lines))

    def picture(self, definition: Data) -> SafeString:
        """Return a coin."""
        return sign_drawing("coin")
