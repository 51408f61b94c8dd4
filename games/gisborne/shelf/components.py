"""Components of tile sets, by box and id, and the game that a set defines."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from engine.gisborne.definition import Definition, LaidNumbers, definition_from_json
from engine.gisborne.tiles import Tile
from games.catalog.active_catalog import in_play
from games.catalog.shelves import Data, Sections
from games.gisborne.shelf.definitions import tile_of
from games.gisborne.shelf.drawings import Role, role_of
from games.gisborne.shelf.kinds import CatalogBox, EntryKind
from games.gisborne.shelf.published import is_printed_name, published_entries
from games.gisborne.shelf.schema import LIMITS, SEATS
from games.gisborne.shelf.sets import TileSet, set_of

EVERY_BOX = tuple(box.value for box in CatalogBox)

Pieces = Mapping[tuple[EntryKind, str], Data]
"""Stored forms by kind and ref ("box/id"), in printed order."""


def active_components() -> Pieces:
    """Return all active components, sets included."""
    return in_play(EVERY_BOX, components_of)


def path_tiles_in_play() -> tuple[Tile, ...]:
    """Return the active path tiles, those of the workshop last; tiles of two boxes may share an id."""
    return in_play(EVERY_BOX, _path_tiles_of)


def components_of(sections: Sections) -> Pieces:
    """Return the components of active definitions; a box without any has its published ones."""
    found: dict[tuple[EntryKind, str], Data] = {}
    for box in CatalogBox:
        if box is CatalogBox.GISBORNE and box not in sections:
            found |= {(EntryKind(entry.kind), f"{box}/{entry.key}"): entry.definition for entry in published_entries()}
        for kind in EntryKind:
            for definition in sections.get(box, {}).get(kind, ()):
                found[kind, f"{box}/{definition['id']}"] = definition
    return found


def _path_tiles_of(sections: Sections) -> tuple[Tile, ...]:
    return tuple(
        tile_of(definition)
        for (kind, _ref), definition in components_of(sections).items()
        if kind is EntryKind.TILE and role_of(definition["rows"]) is Role.PATH
    )


@dataclass(frozen=True, slots=True)
class PlacedSet:
    """An active set with its ref ("box/id") and stored form."""

    ref: str
    definition: Data

    @property
    def tile_set(self) -> TileSet:
        """The set."""
        return set_of(self.definition)


def sets_among(held: Pieces) -> Iterator[PlacedSet]:
    """Yield the sets among components."""
    yield from (PlacedSet(ref, definition) for (kind, ref), definition in held.items() if kind is EntryKind.SET)


def missing_refs(tile_set: TileSet, held: Pieces) -> list[str]:
    """Return the refs of what is in a set, but not among components."""
    return list(dict.fromkeys(ref for kind, ref in tile_set.refs() if (kind, ref) not in held))


def build_definition(
    tile_set: TileSet, held: Pieces, *, laid_numbers: LaidNumbers = LaidNumbers.BEHIND, final_scorings: int = 1
) -> Definition:
    """Return the definition of a game with a set, all of which must be among components. Raises ValueError."""
    deck, chips = held[EntryKind.DECK, tile_set.deck], held[EntryKind.CHIPS, tile_set.chips]
    places = held[EntryKind.PLACES, tile_set.places]
    return definition_from_json(
        {
            "start": _played_tile(held[EntryKind.TILE, tile_set.start]),
            "path": [_played_tile(held[EntryKind.TILE, ref]) for ref in tile_set.path],
            "end": _played_tile(held[EntryKind.TILE, tile_set.end]),
            "deck": deck["cards"],
            "draws": deck["draws"],
            "chips": chips["pool"],
            "start_chip": chips["start_chip"],
            "beach_chip": chips["beach_chip"],
            "places": [places["places"][str(seats)] for seats in SEATS],
            **{name: places[name] for name in LIMITS},
            "laid_numbers": laid_numbers.value,
            "final_scorings": final_scorings,
        }
    )


def _played_tile(definition: Data) -> Data:
    """Return a tile as games store it: printed names are left out."""
    return {key: part for key, part in definition.items() if key != "name" or not is_printed_name(definition)}


def shown_name(definition: Data) -> str:
    """Return the name of a component in the page's language, or else in English."""
    names: Mapping[str, str] = definition.get("names", {})
    return names.get(get_language() or "") or (_(definition["name"]) if definition.get("name") else "")
