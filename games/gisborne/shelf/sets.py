"""Tile sets: tiles, deck, chips and places that are played together, referenced as "box/id"."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from games.catalog.shelves import Data
from games.gisborne.shelf.kinds import EntryKind


@dataclass(frozen=True, slots=True)
class TileSet:
    """A tile set: the refs ("box/id") of what is in it."""

    id: str
    name: str
    start: str
    path: tuple[str, ...]
    end: str
    deck: str
    chips: str
    places: str

    def refs(self) -> Iterator[tuple[EntryKind, str]]:
        """Yield everything in the set by kind and ref."""
        yield from ((EntryKind.TILE, ref) for ref in (self.start, *self.path, self.end))
        yield EntryKind.DECK, self.deck
        yield EntryKind.CHIPS, self.chips
        yield EntryKind.PLACES, self.places


def set_of(definition: Data) -> TileSet:
    """Return the tile set of a stored form."""
    parts = {key: definition[key] for key in ("id", "name", "start", "end", "deck", "chips", "places")}
    return TileSet(**parts, path=tuple(definition["path"]))
