"""Season cards: how long a season takes, and which two edicts it scores."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from engine.cartographers.bounds import THRESHOLD
from engine.cartographers.cards import Edict
from games.cartographers.shelf.components import SEASONS
from games.cartographers.workshop.drawings import sign_drawing
from games.catalog.editors import DefinitionPreview
from games.catalog.forms import EntryForm
from games.catalog.models import CatalogEntry
from games.catalog.shelves import Data

_EDICTS = [(edict.value, edict.value) for edict in Edict]


class SeasonForm(EntryForm):
    """The time, and the two edicts."""

    piece_template = "cartographers/workshop/_season.html"
    labelled = False

    threshold = forms.IntegerField(
        label=gettext_lazy("Time threshold"),
        help_text=gettext_lazy("Time threshold: the season ends when the cards reach this total."),
        min_value=THRESHOLD.least,
        max_value=THRESHOLD.most,
    )
    first = forms.ChoiceField(label=gettext_lazy("First edict"), choices=_EDICTS)
    second = forms.ChoiceField(label=gettext_lazy("Second edict"), choices=_EDICTS)

    @classmethod
    def begin(cls, entry: CatalogEntry) -> dict[str, Any]:
        """Return the initial field values from the entry's definition."""
        first, second = entry.definition["edicts"]
        return {"threshold": entry.definition["threshold"], "first": first, "second": second}

    def piece(self) -> Data:
        """The definition."""
        said = self.cleaned_data
        return {"threshold": said["threshold"], "edicts": [said["first"], said["second"]]}


class SeasonEditor:
    """Editor of season cards."""

    form: type[EntryForm] = SeasonForm

    def blank(self) -> Data:
        """A spring of the base game."""
        return {"threshold": 8, "edicts": ["A", "B"]}

    def beside(self, entry: CatalogEntry, definition: Data, examples: list[Data]) -> DefinitionPreview:
        """Return the preview of a season card: its time threshold and edicts."""
        first, second = definition["edicts"]
        words = {"time": definition["threshold"], "first": first, "second": second}
        said = _("Time threshold %(time)s, scores edicts %(first)s and %(second)s.") % words
        return DefinitionPreview("cartographers/workshop/_season_preview.html", {"season": said}, said)

    def picture(self, definition: Data) -> SafeString:
        """Its time of the year, where it is one of the four."""
        return sign_drawing(definition["id"] if definition["id"] in SEASONS else "hourglass")
