"""List of all tiles, and a page for each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from django.templatetags.static import static
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.gisborne.catalog import gisborne
from engine.gisborne.tiles import Tile
from games.gisborne.reference.field_rules import FIELD_RULES, FieldRule, features_of
from games.gisborne.way.tile_drawing import tile_drawing
from games.gisborne.words.names import KEY, mark_name, tile_name

SPRITE: Final = "img/way.svg"
"""Pictures in the drawings of tiles."""


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


def tile_entries() -> tuple[TileEntry, ...]:
    """Return all tiles: the start tile, the path tiles, and the end tile."""
    return tuple(_entry(tile) for tile in _tiles())


def tile_urls() -> list[str]:
    """Return the addresses of all tiles."""
    return [_url(tile) for tile in _tiles()]


def tile_page(key: str) -> TilePage | None:
    """Return the page of a tile by its id, or None."""
    tiles = _tiles()
    at = next((at for at, tile in enumerate(tiles) if tile.id == key), None)
    if at is None:
        return None
    tile = tiles[at]
    return TilePage(
        entry=_entry(tile),
        kind=_kind(at, len(tiles)),
        fields=tuple(_field(tile, number) for number in range(1, len(tile.path) + 1)),
        rules=tuple(rule for rule in FIELD_RULES if rule.feature in features_of(tile)),
        earlier=_entry(tiles[at - 1]) if at else None,
        later=_entry(tiles[at + 1]) if at + 1 < len(tiles) else None,
    )


def _tiles() -> Sequence[Tile]:
    box = gisborne()
    return (box.start, *box.path, box.end)


def _url(tile: Tile) -> str:
    return reverse(f"{KEY}:tile", args=[tile.id])


def _entry(tile: Tile) -> TileEntry:
    count = len(tile.path)
    return TileEntry(
        name=tile_name(tile.id),
        url=_url(tile),
        drawing=tile_drawing(tile, static(SPRITE)),
        fields=ngettext("%(n)s field", "%(n)s fields", count) % {"n": count},
        features=" · ".join(str(rule.name) for rule in FIELD_RULES if rule.feature in features_of(tile)),
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
