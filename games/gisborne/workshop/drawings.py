"""Pictures of tiles in the workshop: large with numbered fields, and small for lists."""

from __future__ import annotations

from django.templatetags.static import static
from django.utils.safestring import SafeString

from engine.gisborne.tiles import SLOTS, Tile
from games.gisborne.way import words
from games.gisborne.way.tile_drawing import tile_drawing
from games.gisborne.way.way_view import PlaceView, TileView

SPRITE = "img/way.svg"


def numbered_tile(tile: Tile, name: str) -> TileView:
    """Return a tile as a page shows it, with its fields numbered from 1."""
    return TileView(
        id=tile.id,
        name=name,
        drawing=tile_drawing(tile, static(SPRITE)),
        fields=tuple(_field(tile, number) for number in range(1, len(tile.path) + 1)),
        slots=tuple(_slots(tile)),
    )


def _field(tile: Tile, number: int) -> PlaceView:
    bridge = tile.bridge[1] if tile.bridge and tile.bridge[0] == number else 0
    text = words.field_text(number, tile.marks[number - 1], river=number in tile.rivers, bridge=bridge)
    row, column = tile.path[number - 1]
    return PlaceView("", text, row + 1, column + 1, str(number))


def _slots(tile: Tile) -> list[PlaceView]:
    """Return the slots of a beach, highest first."""
    squares = {mark: (row, column) for row, text in enumerate(tile.rows, 1) for column, mark in enumerate(text, 1)}
    found = [(slot, squares[str(slot)]) for slot in SLOTS if str(slot) in squares]
    return [PlaceView("", words.slot_text(slot), row, column, str(slot)) for slot, (row, column) in found]


def small_drawing(tile: Tile) -> SafeString:
    """Return a tile as a small picture for lists that show its name."""
    # All of it is our own markup, without texts.
    drawing = tile_drawing(tile, static(SPRITE))
    return SafeString(f'<span class="way workshop-small-tile" aria-hidden="true">{drawing}</span>')
