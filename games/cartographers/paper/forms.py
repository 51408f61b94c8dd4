"""Options of a map picture and of a printable sheet."""

from __future__ import annotations

from typing import Any, Final

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from engine.cartographers.cards import Edict, ScoringCard
from engine.cartographers.mixing.library import Library
from engine.cartographers.sheet import Sheet
from games.accounts.forms_base import CartoForm
from games.cartographers.paper.inks import Ink
from games.cartographers.paper.printing import Size
from games.cartographers.shelf.components import in_play_as
from games.cartographers.words.names import card_name, sheet_name

SIZES: Final = ((Size.A4.value, "A4"), (Size.LETTER.value, gettext_lazy("Letter")))
INKS: Final = (
    (Ink.COLOUR.value, gettext_lazy("Color")),
    (Ink.PENCIL.value, gettext_lazy("Pencil, black and white")),
)


class WishForm(CartoForm):
    """Options of a map picture: paper size and ink, by default A4 in color."""

    size = forms.ChoiceField(label=gettext_lazy("Paper"), choices=SIZES, required=False)
    ink = forms.ChoiceField(label=gettext_lazy("Ink"), choices=INKS, required=False)

    @property
    def wish(self) -> tuple[Ink, Size]:
        """Chosen ink and paper size; valid forms only."""
        given = self.cleaned_data
        return Ink(given.get("ink") or Ink.COLOUR), Size(given.get("size") or Size.A4)


WRITTEN, CHOSEN, DRAWN = "written", "chosen", "drawn"
_BOXES: Final = {"cartographers": "Cartographers", "heroes": "Cartographers Heroes"}


class EmptySheetForm(WishForm):
    """An empty sheet: which map, and which edicts stand on it."""

    map = forms.ChoiceField(label=gettext_lazy("Map"))
    edicts = forms.ChoiceField(label=gettext_lazy("Edicts"))

    def __init__(self, library: Library, *args: Any, **kwargs: Any) -> None:
        """`library` has the maps and cards to choose from."""
        super().__init__(*args, **kwargs)
        self.library = library
        self.sheets = {sheet.id: sheet for sheet in in_play_as(Sheet)}
        cards = [*library.cartographers.scoring.values(), *library.heroes.scoring.values()]
        self.cards = {card.id: card for card in cards}
        self.choices_of("map", [(key, sheet_name(sheet)) for key, sheet in self.sheets.items()])
        drawn = [(f"{DRAWN}-{box}", _("Random: %(set)s") % {"set": name}) for box, name in _BOXES.items()]
        self.choices_of("edicts", [(WRITTEN, _("Blank, to fill in by hand")), *drawn, (CHOSEN, _("Chosen below"))])
        named = [("", "—"), *((card.id, card_name(card)) for card in cards)]
        for letter in Edict:
            label = _("Edict %(letter)s") % {"letter": letter}
            self.fields[f"edict_{letter.lower()}"] = forms.ChoiceField(label=label, choices=named, required=False)

        self.order_fields(["map", "edicts", *(f"edict_{letter.lower()}" for letter in Edict), "size", "ink"])

    def choices_of(self, name: str, choices: list[tuple[str, str]]) -> None:
        """Let a field be chosen among these, the first of them unless another is."""
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)
        field.choices = choices
        field.initial = choices[0][0]

    def clean(self) -> dict[str, Any]:
        """Four different edicts, where they are chosen."""
        given = super().clean() or self.cleaned_data
        if given.get("edicts") == WRITTEN and self._chosen():
            given["edicts"] = CHOSEN  # who names edicts wants them
        if given.get("edicts") == CHOSEN and len(set(self._chosen())) < len(Edict):
            raise ValidationError(_("Choose four different edicts."))
        return given

    def _chosen(self) -> list[str]:
        names = [self.cleaned_data.get(f"edict_{letter.lower()}", "") for letter in Edict]
        return [name for name in names if name]

    @property
    def chosen(self) -> tuple[ScoringCard, ...]:
        """The edicts that were chosen one by one; call it on a valid form only."""
        return tuple(self.cards[name] for name in self._chosen())

    @property
    def box(self) -> str:
        """The set from which edicts are to be drawn by chance, "" where they are not."""
        kind, _dash, box = str(self.cleaned_data["edicts"]).partition("-")
        return box if kind == DRAWN else ""
