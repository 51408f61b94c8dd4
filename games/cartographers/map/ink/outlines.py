"""Outlines of sets of spaces, drawn by an unsteady hand. One space is 100 units wide.

Every corner of the grid has a small offset, and every line through it a slope. Both are the same on every map, so that
neighbors meet without a gap and nothing moves when a map changes.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import Final, NamedTuple, TypeAlias

from engine.cartographers.geometry import SIZE, STRIDE, Mask, column_of, spaces
from games.play.ink import compact_path, noise, offset

UNIT: Final = 100
"""Width of a space."""
_ROUND: Final = 24
"""Radius of a corner on open paper."""
_TIGHT: Final = 13
"""Radius where four filled spaces meet, and at the edge of the map."""
_REACH: Final = 38
"""Length of a line's tangents."""
_OFFSET: Final = 5
_SLOPE: Final = 4
"""Largest offset of a corner, and largest rise of a tangent."""
_CORNERS: Final = STRIDE * STRIDE
_STEPS: Final = (1, STRIDE, -1, -STRIDE)
"""From a corner to the next one east, south, west and north. A corner has the number of the space south-east of it."""

_TURNS: Final = (1, 0, 3)
"""Right, straight on, left."""

_Line: TypeAlias = tuple[int, int]
"""A side of a space: the corner that it leaves and its direction, with the set to its right."""


class _Corner(NamedTuple):
    """Position of a corner of the grid, and the rise of the lines through it."""

    x: int
    y: int
    level: int
    upright: int


def _corners() -> tuple[_Corner, ...]:
    bytes_of_corners = noise("ink map", 4 * _CORNERS)

    def shift(number: int, most: int) -> int:
        return offset(bytes_of_corners[number], most)

    corners = []
    for number in range(_CORNERS):
        row, column = divmod(number, STRIDE)
        # The frame is drawn with a ruler.
        ruled_x, ruled_y = column in {0, SIZE}, row in {0, SIZE}
        corners.append(
            _Corner(
                column * UNIT + (0 if ruled_x else shift(4 * number, _OFFSET)),
                row * UNIT + (0 if ruled_y else shift(4 * number + 1, _OFFSET)),
                0 if ruled_y else shift(4 * number + 2, _SLOPE),
                0 if ruled_x else shift(4 * number + 3, _SLOPE),
            )
        )
    return tuple(corners)


_GRID: Final = _corners()


def _tangent(corner: int, direction: int) -> tuple[int, int]:
    """The tangent of the line that runs through a corner in a direction."""
    _, _, level, upright = _GRID[corner]
    sign = 1 if direction < 2 else -1
    return (upright * sign, _REACH * sign) if direction % 2 else (_REACH * sign, level * sign)


def outline(mask: Mask, filled: Mask) -> str:
    """A set of spaces as a path with round corners, tighter where `filled` spaces meet."""
    return "".join(_ring(ring, filled) for ring in _rings(mask))


def _rings(mask: Mask) -> Iterator[list[_Line]]:
    """The closed lines about a set; spaces that touch at a corner only stay apart."""
    ahead: dict[_Line, None] = {}
    for where in spaces(mask):
        bit = 1 << where
        sides = (
            (bit >> STRIDE, where, 0),
            (bit << 1, where + 1, 1),
            (bit << STRIDE, where + STRIDE + 1, 2),
            (bit >> 1, where + STRIDE, 3),
        )
        ahead.update(((corner, direction), None) for beyond, corner, direction in sides if not mask & beyond)
    while ahead:
        corner, direction = next(iter(ahead))
        ring: list[_Line] = []
        while (corner, direction) in ahead:
            del ahead[corner, direction]
            ring.append((corner, direction))
            corner += _STEPS[direction]
            # Turning right first keeps to the same space.
            direction = next(
                (after for turn in _TURNS if (corner, after := (direction + turn) % 4) in ahead), direction
            )
        yield ring


def _from_corner(ring: list[_Line]) -> list[_Line]:
    """The same closed line from one of its corners on."""
    first = next(at for at, (_, direction) in enumerate(ring) if ring[at - 1][1] != direction)
    return ring[first:] + ring[:first]


def _ring(ring: list[_Line], filled: Mask) -> str:
    """A closed line as a path of curves between corners."""
    ring = _from_corner(ring)
    steps: list[str] = []
    x = y = 0  # position of the pen
    for at, (corner, direction) in enumerate(ring):
        turns = ring[at - 1][1] != direction
        after, onward = ring[(at + 1) % len(ring)]
        a, b = _GRID[corner], _GRID[after]
        (ax, ay), (bx, by) = _tangent(corner, direction), _tangent(after, direction)
        if turns:
            radius = _radius(corner, filled)
            to_x, to_y = a.x + ax * radius // _REACH, a.y + ay * radius // _REACH
            steps.append(f"q{a.x - x} {a.y - y} {to_x - x} {to_y - y}" if at else f"M{to_x} {to_y}")
            x, y = to_x, to_y
        end_x, end_y = b.x, b.y
        if onward != direction:
            radius = _radius(after, filled)
            end_x, end_y = b.x - bx * radius // _REACH, b.y - by * radius // _REACH
        start = f"c{a.x + ax - x} {a.y + ay - y} " if turns else "s"
        steps.append(f"{start}{b.x - bx - x} {b.y - by - y} {end_x - x} {end_y - y}")
        x, y = end_x, end_y
    corner, direction = ring[0]
    a, (ax, ay), radius = _GRID[corner], _tangent(corner, direction), _radius(corner, filled)
    steps.append(f"Q{a.x} {a.y} {a.x + ax * radius // _REACH} {a.y + ay * radius // _REACH}z")
    return compact_path("".join(steps))


def _radius(corner: int, filled: Mask) -> int:
    row, column = divmod(corner, STRIDE)
    if row in {0, SIZE} or column in {0, SIZE}:
        return _TIGHT
    around = (1 << corner | 1 << corner - 1 | 1 << corner - STRIDE | 1 << corner - STRIDE - 1) & ~filled
    return _ROUND if around else _TIGHT


def inner_lines(east: Mask, south: Mask) -> str:
    """Return the lines on the east and south sides of sets of spaces as a path."""
    # In this order, most sides continue the line before and need no start of their own.
    sides = [(where + 1, 1) for where in sorted(spaces(east), key=column_of)]
    sides += [(where + STRIDE, 0) for where in spaces(south)]
    lines, end = [], (0, 0)
    for corner, direction in sides:
        a, b = _GRID[corner], _GRID[corner + _STEPS[direction]]
        (ax, ay), (bx, by) = _tangent(corner, direction), _tangent(corner + _STEPS[direction], direction)
        across, down = b.x - a.x, b.y - a.y
        start = "" if (corner, direction) == end else f"M{a.x} {a.y}"
        lines.append(f"{start}c{ax} {ay} {across - bx} {down - by} {across} {down}")
        end = corner + _STEPS[direction], direction
    return compact_path("".join(lines))


_AHEAD: Final = ((1, 0), (0, 1), (-1, 0), (0, -1))
_BEND: Final = 2
"""Radius of a corner on a small map, in tenths of a space."""


def plain_outline(mask: Mask) -> str:
    """A set of spaces as a short path for small maps: straight lines and round corners. A space is 1 unit wide."""
    return "".join(_plain_ring(_from_corner(ring)) for ring in _rings(mask))


def _plain_ring(ring: list[_Line]) -> str:
    sides = [(direction, len(list(group))) for direction, group in groupby(direction for _, direction in ring)]
    row, column = divmod(ring[0][0], STRIDE)
    right, down = _AHEAD[sides[0][0]]
    steps = [f"M{_tenths(column * 10 + right * _BEND)} {_tenths(row * 10 + down * _BEND)}"]
    for at, (direction, length) in enumerate(sides):
        right, down = _AHEAD[direction]
        after_right, after_down = _AHEAD[sides[(at + 1) % len(sides)][0]]
        straight = (length * 10 - 2 * _BEND) * (right + down)
        steps.append(f"{'v' if down else 'h'}{_tenths(straight)}")
        bend = (right, down, right + after_right, down + after_down)
        steps.append("q" + " ".join(_tenths(part * _BEND) for part in bend))
    return compact_path("".join([*steps, "z"]))


def _tenths(number: int) -> str:
    """A number of tenths of a space without a leading zero."""
    return f"{number / 10:g}".replace("0.", ".") if abs(number) < 10 else f"{number / 10:g}"


def grid() -> str:
    """The lines of the empty map as a path, `#grid` of `static/img/map.svg`."""
    lines = []
    for at in range(1, SIZE):
        for first, direction in ((at * STRIDE, 0), (at, 1)):
            a, (ax, ay) = _GRID[first], _tangent(first, direction)
            x, y = a.x, a.y
            steps = [f"M{x} {y}c{ax} {ay} "]
            for along in range(1, SIZE + 1):
                b = _GRID[first + along * _STEPS[direction]]
                bx, by = _tangent(first + along * _STEPS[direction], direction)
                steps.append(f"{'s' if along > 1 else ''}{b.x - bx - x} {b.y - by - y} {b.x - x} {b.y - y}")
                x, y = b.x, b.y
            lines.append("".join(steps))
    return compact_path("".join(lines))
