"""Facts about a set of spaces that do not depend on the board, cached because placements recur."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, lru_cache

from engine.cartographers.geometry import COLUMNS, DIAGONALS, ROWS, SIZE, Mask, clusters, neighbours

ALL_LINES = (*ROWS, *COLUMNS, *DIAGONALS)
"""All lines, by number: rows, columns, diagonals."""

SLOTS = SIZE + 1
"""Slots of a line in a table of changes: one for each number of its spaces that are drawn on."""

ROW_NUMBERS, COLUMN_NUMBERS, DIAGONAL_NUMBERS = range(SIZE), range(SIZE, 2 * SIZE), range(2 * SIZE, 3 * SIZE)

_CACHED = 1 << 16


@lru_cache(maxsize=_CACHED)
def halo(cells: Mask) -> Mask:
    """Return the spaces next to a set, without its own."""
    return neighbours(cells) & ~cells


@lru_cache(maxsize=_CACHED)
def is_connected(cells: Mask) -> bool:
    """Return True if a set is one cluster."""
    return len(clusters(cells)) == 1


@cache
def slots_of(numbers: frozenset[int]) -> Callable[[Mask], tuple[int, ...]]:
    """Return a function that finds the slots of a set of spaces in a table of changes of the given lines.

    The slot of a line that the set crosses on `count` spaces is `number * SLOTS + count`.
    """
    lines = [(number * SLOTS, ALL_LINES[number]) for number in sorted(numbers)]

    @lru_cache(maxsize=_CACHED)
    def slots(cells: Mask) -> tuple[int, ...]:
        return tuple([first + (line & cells).bit_count() for first, line in lines if line & cells])

    return slots
