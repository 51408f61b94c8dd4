"""The drawing of a tile: its landscape, the path, and a picture on each field."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from django.utils.safestring import SafeString

from engine.gisborne.tiles import BAR, BRIDGE, COLUMNS, ROWS, SLOTS, Mark, Square, Tile
from games.gisborne.way.rivers import river_course
from games.play.ink import Point, curve, noise, offset

UNIT: Final = 100
"""Width of a square."""
FIELD_SHAPES: Final = 4
_PICTURES: Final = {Mark.VIEWPOINT: 4, Mark.VILLAGE: 4, Mark.SWAMP: 4, Mark.WOLVES: 4}
"""Number of pictures for each kind of field; a plain one has none."""
_WOODS: Final = ("pines-0", "pines-1", "oaks-0", "oaks-1", "grass-0", "grass-1", "hill-0", "rocks-0")
_HEIGHTS: Final = ("hill-0", "hill-1", "rocks-0", "rocks-1", "pines-0", "grass-0", "grass-1")
_SHORE: Final = ("dunes-0", "dunes-1", "grass-0", "grass-1", "rocks-0")
_SEA: Final = ("waves-0", "waves-1")
_WILD: Final = frozenset({Mark.WOLVES, Mark.VIEWPOINT})
_POOLS: Final = (90, 66, 44, 24, 10)
"""Widths of the strokes of pigment along the edge of a tile."""
_LEAN: Final = 7
"""Most that the path and rivers swerve from the middle of squares and sides."""
_WIDTH, _HEIGHT = COLUMNS * UNIT, ROWS * UNIT
_CENTER: Final = UNIT // 2


@lru_cache(200)
def tile_drawing(tile: Tile, sprite: str) -> SafeString:
    """Return a tile as an SVG element, 100 units a square. `sprite` is the address of its pictures."""
    # All of it is our own markup, without texts.
    return SafeString(
        f'<svg class="ink" viewBox="0 0 {_WIDTH} {_HEIGHT}" aria-hidden="true">{tile_contents(tile, sprite)}</svg>'
    )


@lru_cache(200)
def tile_contents(tile: Tile, sprite: str) -> str:
    """Return the elements of a tile's drawing."""
    pen = _Pen(tile, sprite)
    return "".join((pen.ground(), pen.landscape(), pen.path(), pen.rivers(), pen.fields(), pen.bridge()))


class _Pen:
    """Draws one tile, always the same way."""

    def __init__(self, tile: Tile, sprite: str) -> None:
        self.tile, self.sprite = tile, sprite
        self.noise = noise(f"tile {tile.id}", 8 * COLUMNS * ROWS + 64)
        self.marks = {(row, column): mark for row, text in enumerate(tile.rows) for column, mark in enumerate(text)}
        self.on_sea = BAR in self.marks.values()
        self.has_beach = any(str(slot) in self.marks.values() for slot in SLOTS)

    def _byte(self, square: Square, number: int) -> int:
        return self.noise[8 * (square[0] * COLUMNS + square[1]) + number]

    def _use(self, name: str, x: int, y: int) -> str:
        return f'<use href="{self.sprite}#{name}" x="{x}" y="{y}"/>'

    def _at(self, name: str, square: Square) -> str:
        return self._use(name, square[1] * UNIT, square[0] * UNIT)

    def ground(self) -> str:
        """Land with contour lines, and the sea beside a bar or a beach."""
        edge = f"M0 0H{_WIDTH}V{_HEIGHT}H0z"
        pools = "".join(f'<path stroke-width="{width}" d="{edge}"/>' for width in _POOLS)
        land = (
            f'<g class="t-land"><path class="wash" d="{edge}"/>'
            f'<g class="pool" stroke-opacity=".09">{pools}</g>{self._contours()}</g>'
        )
        return f"{land}{self._coast()}"

    def _contours(self) -> str:
        """Three uneven lines across the land."""
        lines = []
        for number in range(3):
            y = 40 + 100 * number
            points = [(x, y + offset(self.noise[120 + 8 * number + x // 100], 42)) for x in range(-60, 561, 124)]
            lines.append(curve(points))
        return f'<path stroke-width="3" stroke-opacity=".22" d="{"".join(lines)}"/>'

    def _coast(self) -> str:
        """The sea left of a landing, or right of a beach, with its shore line."""
        if not self.on_sea and not self.has_beach:
            return ""
        if self.on_sea:
            edge, out = 100, 0
        else:
            edge, out = 335, _WIDTH
        points = [(edge + offset(self.noise[150 + at], 14), -20 + 68 * at) for at in range(6)]
        line = curve(points)
        if self.has_beach:
            return (
                f'<g class="t-sand"><path class="wash" d="{line}H{out}V-20z"/><path stroke-width="4" d="{line}"/></g>'
            )
        inner = curve([(x - 16, y) for x, y in points])
        return (
            f'<g class="t-water"><path class="wash" d="{line}H{out}V-20z"/><path stroke-width="4" d="{line}"/>'
            f'<path class="pool" stroke-opacity=".5" stroke-width="5" d="{inner}"/></g>'
        )

    def landscape(self) -> str:
        """A picture in some of the squares without fields."""
        wild = bool(_WILD & {Mark(mark) for mark in self.marks.values() if mark in {Mark.WOLVES, Mark.VIEWPOINT}})
        kinds = _SHORE if self.has_beach or self.on_sea else _HEIGHTS if wild and self.noise[0] % 2 else _WOODS
        land, sea = [], []
        for square, mark in self.marks.items():
            if mark != "_" and mark != BRIDGE:
                continue
            if self.on_sea and square[1] == 0:
                continue
            if mark == BRIDGE:
                land.append(self._at("gorge", square))
            elif self._byte(square, 0) < 216:
                land.append(self._at(kinds[self._byte(square, 1) % len(kinds)], square))
        jetty = ""
        if self.on_sea:
            sea = [self._at(_SEA[row % 2], (row, 0)) for row in range(ROWS)]
            jetty = f'<g class="t-wood">{self._use("jetty", 0, 0)}</g>'
        water = f'<g class="t-water">{"".join(sea)}</g>' if sea else ""
        return f'<g class="t-land faint">{"".join(land)}</g>{water}{jetty}'

    def _center(self, square: Square) -> Point:
        row, column = square
        return (
            column * UNIT + _CENTER + offset(self._byte(square, 2), _LEAN),
            row * UNIT + _CENTER + offset(self._byte(square, 3), _LEAN),
        )

    def path(self) -> str:
        """The path from edge to edge, as a light track between two lines of ink."""
        path = self.tile.path
        if not path:
            return ""
        points = [self._center(square) for square in path]
        start = (0, points[0][1]) if path[0][1] == 0 else (_CENTER, points[0][1])
        end = (_WIDTH, points[-1][1]) if path[-1][1] == COLUMNS - 1 else (points[-1][0] + 60, points[-1][1])
        line = curve([start, *points, end])
        lines = f'<path stroke-width="40" d="{line}"/><path class="track" stroke-width="31" d="{line}"/>'
        return f'<g class="t-track">{lines}</g>'

    def rivers(self) -> str:
        """Rivers, with stones where the path fords them."""
        drawn = []
        for river in sorted(self.tile.rivers):
            course = [
                (column * UNIT + offset(self.noise[170 + row + column], _LEAN), row * UNIT)
                for row, column in river_course(self.tile, river)
            ]
            line = curve(_beyond(course))
            drawn.append(
                f'<path stroke-width="34" d="{line}"/><path class="stream" stroke-width="26" d="{line}"/>'
                f'<path stroke-width="3" stroke-opacity=".55" stroke-dasharray="22 26" d="{line}"/>'
            )
            (ax, ay), (bx, by) = (self._center(square) for square in self.tile.path[river - 1 : river + 1])
            drawn.append(self._use("ford", (ax + bx) // 2, (ay + by) // 2))
        return f'<g class="t-water">{"".join(drawn)}</g>' if drawn else ""

    def fields(self) -> str:
        """A patch of ground for each field with the picture of its kind, and the slots of a beach."""
        return "".join(self._kind(mark) for mark in Mark) + self._beach()

    def _kind(self, mark: Mark) -> str:
        uses = []
        for square, kind in zip(self.tile.path, self.tile.marks, strict=True):
            if kind is not mark:
                continue
            uses.append(self._at(f"field-{self._byte(square, 4) % FIELD_SHAPES}", square))
            if count := _PICTURES.get(mark):
                uses.append(self._at(f"{mark.name.lower()}-{self._byte(square, 5) % count}", square))
        return f'<g class="t-{mark.name.lower()}">{"".join(uses)}</g>' if uses else ""

    def _beach(self) -> str:
        slots = [square for square, mark in self.marks.items() if mark in set(map(str, SLOTS))]
        return f'<g class="t-sand">{"".join(self._at("slot", square) for square in slots)}</g>' if slots else ""

    def bridge(self) -> str:
        """A rope bridge with an arrow that says in which direction it leads."""
        bridges = [self._at("bridge", square) for square, mark in self.marks.items() if mark == BRIDGE]
        return f'<g class="t-wood">{"".join(bridges)}</g>' if bridges else ""


def _beyond(course: Iterable[Point]) -> list[Point]:
    """Return a course that goes on beyond the edges of the tile, so that its ends are not seen."""
    points = list(course)
    return [_outside(points[0]), *points, _outside(points[-1])]


def _outside(point: Point) -> Point:
    x, y = point
    if y in {0, _HEIGHT}:
        return x, y + (30 if y else -30)
    return (x + (30 if x > _WIDTH // 2 else -30), y) if x <= 20 or x >= _WIDTH - 20 else (x + 1, y + 1)
