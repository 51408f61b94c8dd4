"""Ruins cards: there is nothing to them but their names."""

from __future__ import annotations

from typing import Any

from django.utils.safestring import SafeString

from engine.cartographers.cards import ruins_from_json
from games.cartographers.reference.card_list import card_entry
from games.cartographers.workshop.drawings import sign_drawing
from games.catalog.editors import DefinitionPreview
from games.catalog.forms import EntryForm
from games.catalog.models import CatalogEntry
from games.catalog.shelves import Data


class RuinsForm(EntryForm):
    """Form for ruins cards: the fields shared by all types."""

    piece_template = "cartographers/workshop/_ruins.html"

    @classmethod
    def begin(cls, entry: CatalogEntry) -> dict[str, Any]:
        """Return no initial values, since the form has no fields of its own."""
        return {}

    def piece(self) -> Data:
        """Return an empty definition part, since the form has no fields of its own."""
        return {}


class RuinsEditor:
    """Editor of ruins cards."""

    form: type[EntryForm] = RuinsForm

    def blank(self) -> Data:
        """Return an empty definition for a new ruins card."""
        return {}

    def beside(self, entry: CatalogEntry, definition: Data, examples: list[Data]) -> DefinitionPreview:
        """The face."""
        return DefinitionPreview("cartographers/workshop/_face.html", {"face": card_entry(ruins_from_json(definition))})

    def picture(self, definition: Data) -> SafeString:
        """Ruins."""
        return sign_drawing("ruins")
