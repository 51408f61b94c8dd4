"""Ruins cards: there is nothing to them but their names."""

from __future__ import annotations

from typing import Any

from django.utils.safestring import SafeString

from engine.cartographers.cards import ruins_from_json
from games.cartographers.reference.entries import card_entry
from games.cartographers.workshop.drawings import sign_drawing
from games.catalog.editors import Beside
from games.catalog.forms import EntryForm
from games.catalog.models import CatalogEntry
from games.catalog.shelves import Data


class RuinsForm(EntryForm):
    """Nothing but what all cards have."""

    piece_template = "cartographers/workshop/_ruins.html"

    @classmethod
    def begin(cls, entry: CatalogEntry) -> dict[str, Any]:
        """Nothing."""
        return {}

    def piece(self) -> Data:
        """Nothing."""
        return {}


class RuinsEditor:
    """How ruins cards are made."""

    form: type[EntryForm] = RuinsForm

    def blank(self) -> Data:
        """Nothing."""
        return {}

    def beside(self, entry: CatalogEntry, definition: Data, examples: list[Data]) -> Beside:
        """The face."""
        return Beside("cartographers/workshop/_face.html", {"face": card_entry(ruins_from_json(definition))})

    def picture(self, definition: Data) -> SafeString:
        """Ruins."""
        return sign_drawing("ruins")
