"""What the catalog asks of Cartographers: its boxes and kinds of cards, and what an admin may make of them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from games.cartographers.shelf import checks, definitions, guide, oddities
from games.cartographers.shelf.kinds import CardSet, Kind
from games.cartographers.shelf.library import library_of
from games.cartographers.shelf.published import published_entries
from games.catalog.shelves import Data, Names, Published, Sections, Shelf


class CartographersShelf:
    """Cartographers as a `Shelf` of the catalog."""

    sets: Names = dict(CardSet.choices)
    kinds: Names = dict(Kind.choices)

    def published(self) -> Iterator[Published]:
        """Every card and sheet of both boxes, and what the preview edition changes."""
        return published_entries()

    def stored_form(self, kind: str, data: Any) -> Data:
        """The definition as the engine stores it."""
        return definitions.stored_form(Kind(kind), data)

    def check(self, set_id: str, kind: str, definition: Data, in_play: Sections) -> None:
        """Whether its box can still be played."""
        checks.check(CardSet(set_id), Kind(kind), definition, library_of(in_play))

    def oddities(self, kind: str, definition: Data, in_play: Sections) -> Iterator[str]:
        """What is unlike anything published."""
        return oddities.oddities(Kind(kind), definition, library_of(in_play))

    def help(self, kind: str) -> str:
        """How scoring cards and heroes are told."""
        return guide.help_of(Kind(kind))


SHELF: Shelf = CartographersShelf()
