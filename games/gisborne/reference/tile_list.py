"""List of all tiles that tables can use, and a page for each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from django.templatetags.static import static
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.gisborne.catalog import gisborne
from engine.gisborne.tiles import Tile
from games.catalog.shelves import Data
from games.gisborne.reference.field_rules import FIELD_RULES, FieldRule, features_of
from games.gisborne.shelf.definitions import tile_of
from games.gisborne.shelf.kinds import CatalogBox, EntryKind
from games.gisborne.shelf.published_sets import components_for, stored_sets
from games.gisborne.way.tile_drawing import tile_drawing
from games.gisborne.words.names import KEY, mark_name, tile_name

SPRITE: Final = "img/way.svg"
"""Pictures in the drawings of tiles."""
_PRINTED: Final = f"{CatalogBox.GISBORNE}/"
"""Beginning of the refs of printed tiles."""


@dataclass(frozen=True, slots=True)
class TileEntry:
    """Tile in the list: its name, address and drawing, the number of its fields, and its features in words."""

    name: str
    url: str
    drawing: SafeString
    fields: str
    features: str


@dataclass(frozen=True, slots=True)
class TilePage:
    """A tile by itself: its fields in the order of the way, the rules about it, and the tiles before and after it."""

    entry: TileEntry
    kind: str
    fields: tuple[str, ...]
    rules: tuple[FieldRule, ...]
    earlier: TileEntry | None
    later: TileEntry | None


@dataclass(frozen=True, slots=True)
class TileGroup:
    """Tiles in the list under the name of a set; "" for the printed ones."""

    name: str
    tiles: tuple[TileEntry, ...]


def tile_groups() -> tuple[TileGroup, ...]:
    """Return the printed tiles (start tile, path tiles, end tile), then the other tiles of each set in use."""
    return tuple(TileGroup(name, tuple(map(_entry, tiles))) for name, tiles in _groups() if tiles)


def tile_urls() -> list[str]:
    """Return the addresses of all tiles."""
    return [tile.url for _name, tiles in _groups() for tile in tiles]


def tile_page(key: str, *, printed: bool = True) -> TilePage | None:
    """Return the page of a printed tile, or of a tile of the workshop in a set in use, by its id; None if unknown."""
    for name, tiles in _groups():
        at = next((at for at, tile in enumerate(tiles) if tile.tile.id == key), None)
        if at is not None and printed == (not name):
            return _page(tiles, at)
    return None


def tile_url(key: str) -> str:
    """Return the address of a tile by its id, "" if it has no page."""
    return next((tile.url for _name, tiles in _groups() for tile in tiles if tile.tile.id == key), "")


@dataclass(frozen=True, slots=True)
class _ListedTile:
    """Tile with its name, address and kind in words."""

    tile: Tile
    name: str
    url: str
    kind: str


def _page(tiles: Sequence[_ListedTile], at: int) -> TilePage:
    tile = tiles[at].tile
    return TilePage(
        entry=_entry(tiles[at]),
        kind=tiles[at].kind,
        fields=tuple(_field(tile, number) for number in range(1, len(tile.path) + 1)),
        rules=tuple(rule for rule in FIELD_RULES if rule.feature in features_of(tile)),
        earlier=_entry(tiles[at - 1]) if at else None,
        later=_entry(tiles[at + 1]) if at + 1 < len(tiles) else None,
    )


def _groups() -> Iterator[tuple[str, Sequence[_ListedTile]]]:
    """Yield "" with the printed tiles, then the name of each set in use with its other tiles.

    A tile of several sets is listed with the first of them.
    """
    box = gisborne()
    printed = (box.start, *box.path, box.end)
    yield "", [_printed(tile, _kind(at, len(printed))) for at, tile in enumerate(printed)]
    listed: set[str] = set()
    for stored in stored_sets().values():
        if stored.is_playable:
            refs = (stored.tile_set.start, *stored.tile_set.path, stored.tile_set.end)
            held = components_for(stored.tile_set)
            kinds = {ref: _kind(at, len(refs)) for at, ref in enumerate(refs)}
            added = [ref for ref in refs if ref not in listed and not ref.startswith(_PRINTED)]
            yield stored.name, [_made(held[EntryKind.TILE, ref], kinds[ref]) for ref in added]
            listed.update(added)


def _printed(tile: Tile, kind: str) -> _ListedTile:
    return _ListedTile(tile, tile_name(tile), reverse(f"{KEY}:tile", args=[tile.id]), kind)


def _made(definition: Data, kind: str) -> _ListedTile:
    tile = tile_of(definition)
    return _ListedTile(tile, tile_name(tile), reverse(f"{KEY}:workshop_tile", args=[tile.id]), kind)


def _entry(listed: _ListedTile) -> TileEntry:
    count = len(listed.tile.path)
    return TileEntry(
        name=listed.name,
        url=listed.url,
        drawing=tile_drawing(listed.tile, static(SPRITE)),
        fields=ngettext("%(n)s field", "%(n)s fields", count) % {"n": count},
        features=" · ".join(str(rule.name) for rule in FIELD_RULES if rule.feature in features_of(listed.tile)),
    )


def _kind(at: int, tiles: int) -> str:
    if at and at + 1 < tiles:
        return _("Path tile")
    return _("End tile") if at else _("Start tile")


def _field(tile: Tile, number: int) -> str:
    """Return a field by its number on the tile (from 1) in words: its kind, and a bridge or river that begins there."""
    mark = tile.marks[number - 1]
    words = [mark_name(mark)]
    if tile.bridge and number in tile.bridge:
        first, last = tile.bridge
        other = {"field": last if number == first else first}
        words.append(_("bridge to field %(field)s") % other if number == first else _("end of the bridge"))
    if number in tile.rivers:
        words.append(_("then a river"))
    return ", ".join(words)
