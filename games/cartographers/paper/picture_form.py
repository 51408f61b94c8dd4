"""Form fields for the paper and ink of a map as a file."""

from __future__ import annotations

from typing import Final

from django import forms
from django.utils.translation import gettext_lazy

from games.accounts.forms import CartoForm
from games.cartographers.paper.board import Ink
from games.cartographers.paper.printing import Size

SIZES: Final = ((Size.A4.value, "A4"), (Size.LETTER.value, gettext_lazy("Letter")), (Size.A3.value, "A3"))
INKS: Final = (
    (Ink.COLOUR.value, gettext_lazy("Color")),
    (Ink.PENCIL.value, gettext_lazy("Pencil, black and white")),
)


class PictureForm(CartoForm):
    """Options of a map picture: paper size and ink, by default A4 in color."""

    size = forms.ChoiceField(label=gettext_lazy("Paper"), choices=SIZES, required=False)
    ink = forms.ChoiceField(label=gettext_lazy("Ink"), choices=INKS, required=False)

    @property
    def wish(self) -> tuple[Ink, Size]:
        """Chosen ink and paper size; valid forms only."""
        given = self.cleaned_data
        return Ink(given.get("ink") or Ink.COLOUR), Size(given.get("size") or Size.A4)
