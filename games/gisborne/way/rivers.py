"""Courses of rivers: along the lines between squares, from one edge of a tile to another."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from itertools import pairwise

from engine.gisborne.tiles import COLUMNS, ROWS, Square, Tile

Corner = tuple[int, int]
"""Row and column of a corner of squares: (0, 0) is the top left one of a tile, (3, 5) the last."""


def river_course(tile: Tile, river: int) -> list[Corner]:
    """Return the corners along a river behind a field (from 1), which crosses the path only there.

    A river that the path encloses has a spring inside the tile.
    """
    (row, column), after = tile.path[river - 1], tile.path[river]
    below, right = max(row, after[0]), max(column, after[1])
    ends = ((below, right), (below, right + 1) if row != after[0] else (below + 1, right))
    first, last = (_to_edge(tile, end, other) for end, other in (ends, ends[::-1]))
    return [*reversed(first), *last]


def _to_edge(tile: Tile, start: Corner, other: Corner) -> list[Corner]:
    """Return the shortest course from a corner to an edge of the tile, around `other` and the path."""
    came: dict[Corner, Corner | None] = {start: None}
    waiting = deque([start])
    while waiting:
        corner = waiting.popleft()
        if corner[0] in {0, ROWS} or corner[1] in {0, COLUMNS}:
            return _course(came, corner)
        for following in _following(tile, corner):
            if following not in came and following != other:
                came[following] = corner
                waiting.append(following)
    return [start]


def _course(came: dict[Corner, Corner | None], end: Corner) -> list[Corner]:
    course: list[Corner] = []
    at: Corner | None = end
    while at is not None:
        course.append(at)
        at = came[at]
    return course[::-1]


def _following(tile: Tile, corner: Corner) -> Iterator[Corner]:
    """Yield the corners next to one, but for those beyond a step of the path."""
    row, column = corner
    steps = {frozenset(pair) for pair in pairwise(tile.path)}
    sides: tuple[tuple[Corner, Square, Square], ...] = (
        ((row - 1, column), (row - 1, column - 1), (row - 1, column)),
        ((row + 1, column), (row, column - 1), (row, column)),
        ((row, column - 1), (row - 1, column - 1), (row, column - 1)),
        ((row, column + 1), (row - 1, column), (row, column)),
    )
    for following, left, right in sides:
        if frozenset((left, right)) not in steps:
            yield following
