"""Entries that come with the site: the components of the box, and the set of all of them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from django.utils.translation import gettext_noop, override

from engine.gisborne.catalog import gisborne
from engine.gisborne.definition import definition_to_json, tile_to_json
from games.catalog.shelves import Data, PublishedEntry
from games.gisborne.shelf.definitions import stored_form
from games.gisborne.shelf.kinds import CatalogBox, EntryKind
from games.gisborne.shelf.schema import LIMITS, SEATS
from games.gisborne.words.names import tile_name

PRINTED: Final = "printed"
"""Id of the set of the whole box."""
_NAMES: Final = {
    "deck": gettext_noop("Printed deck"),
    "chips": gettext_noop("Printed chips"),
    "places": gettext_noop("Printed cards by rank and limits"),
    PRINTED: gettext_noop("Box as printed"),
}
"""English names of everything in the box except tiles; the messages of the site translate them."""


def published_entries() -> Iterator[PublishedEntry]:
    """Yield everything that comes with the site, in printed order."""
    yield from _entries()


def is_printed_name(tile: Data) -> bool:
    """Return True if the name in the stored form of a tile is the printed one."""
    return bool(tile["name"] == _tile_names().get(tile["id"]))


@lru_cache(maxsize=1)
def _tile_names() -> dict[str, str]:
    """Return the printed names of tiles in English, by id."""
    return {entry.key: entry.name for entry in _entries() if entry.kind == EntryKind.TILE}


@lru_cache(maxsize=1)
def _entries() -> tuple[PublishedEntry, ...]:
    box = gisborne()
    data = definition_to_json(box)
    deck = {"id": "deck", "cards": data["deck"], "draws": data["draws"]}
    chips = {"id": "chips", "pool": data["chips"], **{key: data[key] for key in ("start_chip", "beach_chip")}}
    rows = {str(seats): row for seats, row in zip(SEATS, data["places"], strict=True)}
    places = {"id": "places", "places": rows, **{key: data[key] for key in LIMITS}}
    refs = {key: f"{CatalogBox.GISBORNE}/{key}" for key in ("start", "end", "deck", "chips", "places")}
    path = [f"{CatalogBox.GISBORNE}/{tile['id']}" for tile in data["path"]]
    return (
        *(_entry(EntryKind.TILE, tile_to_json(tile), position) for position, tile in enumerate(box.tiles.values())),
        _entry(EntryKind.DECK, deck),
        _entry(EntryKind.CHIPS, chips),
        _entry(EntryKind.PLACES, places),
        _entry(EntryKind.SET, {"id": PRINTED, **refs, "path": path}),
    )


def _entry(kind: EntryKind, data: Data, position: int = 0) -> PublishedEntry:
    with override("en"):
        name = tile_name(gisborne().tiles[data["id"]]) if kind is EntryKind.TILE else _NAMES[data["id"]]
        definition = stored_form(kind, {**data, "name": name})
    return PublishedEntry(
        CatalogBox.GISBORNE.value, kind.value, definition["id"], definition["name"], position, definition
    )
