"""Spaces of the 11 x 11 map, and sets of them as bit masks.

A mask is an integer: bit `row * 12 + column` stands for a space (0-based, from the north-west). Every row has a twelfth
bit, the guard, that is never set, so that the neighbours of a whole set are found with four shifts.

Only this module and its closest users work with bits. Elsewhere a mask is an opaque set of spaces that can be united
(`|`), intersected (`&`), counted (`bit_count`) and listed (`spaces`).
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import NewType, TypeAlias

SIZE = 11
"""Number of rows and of columns of the map."""

STRIDE = SIZE + 1
"""Bits per row, including the guard bit."""

Space = NewType("Space", int)
"""One of the 121 spaces of the map, as the number of its bit."""

Mask: TypeAlias = int
"""Set of spaces."""


def space(row: int, column: int) -> Space:
    """Return a space by 0-based row, column. Raises ValueError off the map."""
    if not (0 <= row < SIZE and 0 <= column < SIZE):
        raise ValueError(f"row {row}, column {column} is off the map")
    return Space(row * STRIDE + column)


def row_of(where: Space) -> int:
    """Return the 0-based row."""
    return where // STRIDE


def column_of(where: Space) -> int:
    """Return the 0-based column."""
    return where % STRIDE


def space_bit(where: Space) -> Mask:
    """Return the set of one space."""
    return 1 << where


def mask_of(wheres: Iterable[Space]) -> Mask:
    """Return the set of the given spaces."""
    mask = 0
    for where in wheres:
        mask |= 1 << where
    return mask


def spaces(mask: Mask) -> tuple[Space, ...]:
    """Return the spaces of a set in reading order: row by row from the north-west."""
    wheres = []
    while mask:
        low = mask & -mask
        wheres.append(Space(low.bit_length() - 1))
        mask ^= low
    return tuple(wheres)


def first(mask: Mask) -> Space:
    """Return the first space of a set in reading order. Raises ValueError if the set is empty."""
    if not mask:
        raise ValueError("an empty set has no first space")
    return Space((mask & -mask).bit_length() - 1)


ROWS: tuple[Mask, ...] = tuple(mask_of(space(row, column) for column in range(SIZE)) for row in range(SIZE))
COLUMNS: tuple[Mask, ...] = tuple(mask_of(space(row, column) for row in range(SIZE)) for column in range(SIZE))
DIAGONALS: tuple[Mask, ...] = tuple(
    mask_of(space(top + step, step) for step in range(SIZE - top)) for top in range(SIZE)
)
"""Diagonals from each space of the left edge down and right to the bottom edge, with lengths 11 to 1."""
FULL: Mask = mask_of(space(row, column) for row in range(SIZE) for column in range(SIZE))
_TOP, _LEFT = ROWS[0], COLUMNS[0]
_TWO_ROWS, _THREE_ROWS, _SIX_ROWS = 2 * STRIDE, 3 * STRIDE, 6 * STRIDE
EDGE: Mask = ROWS[0] | ROWS[-1] | COLUMNS[0] | COLUMNS[-1]


def neighbours(mask: Mask) -> Mask:
    """Return every space that shares a side with a space of the set, including its own adjacent spaces."""
    return (mask << 1 | mask >> 1 | mask << STRIDE | mask >> STRIDE) & FULL


def diagonal_neighbours(mask: Mask) -> Mask:
    """Return every space that shares only a corner with a space of the set, including its own such spaces."""
    beside = mask << 1 | mask >> 1
    return (beside << STRIDE | beside >> STRIDE) & FULL


def surrounded_spaces(mask: Mask, by: Mask) -> Mask:
    """Return the spaces of a set whose neighbours are all in `by`. The map's edge counts as closed."""
    return mask & ~neighbours(FULL & ~by)


def spaces_next_to(mask: Mask, feature: Mask, at_least: int = 1) -> Mask:
    """Return a set's spaces with at least 1 to 4 neighbours in `feature`."""
    if at_least == 1:
        return mask & neighbours(feature)
    west, east, north, south = feature << 1, feature >> 1, feature << STRIDE, feature >> STRIDE
    if at_least == 2:
        return mask & (west & east | north & south | (west | east) & (north | south))
    if at_least == 3:
        return mask & (west & east & (north | south) | (west | east) & north & south)
    return mask & west & east & north & south


SIDES: tuple[int, ...] = (1, -1, STRIDE, -STRIDE)
CORNERS: tuple[int, ...] = (STRIDE + 1, STRIDE - 1, 1 - STRIDE, -STRIDE - 1)
"""Differences between the bits of a space and of those that share a side with it, or only a corner."""
RINGS: tuple[Mask, ...] = tuple(
    mask_of(
        space(row, column)
        for row in range(SIZE)
        for column in range(SIZE)
        if min(row, column, SIZE - 1 - row, SIZE - 1 - column) == distance
    )
    for distance in range(SIZE // 2 + 1)
)
"""Spaces by their distance from the edge, 0 to 5."""
MAP_CORNERS: Mask = mask_of(space(row, column) for row in (0, SIZE - 1) for column in (0, SIZE - 1))


def shifted(mask: Mask, steps: Iterable[int]) -> list[Mask]:
    """Return a set moved by each of the steps; spaces that leave the map are lost."""
    return [(mask << step if step > 0 else mask >> -step) & FULL for step in steps]


def spaces_in(sets: Iterable[Mask], least: int, most: int) -> Mask:
    """Return the spaces that are in at least `least` and at most `most` of the sets."""
    reached = [FULL] + [0] * (most + 1)  # the spaces that are in at least so many sets
    for each in sets:
        for number in range(most + 1, 0, -1):
            reached[number] |= reached[number - 1] & each
    return reached[least] & ~reached[most + 1]


def flood_fill(seeds: Mask, mask: Mask) -> Mask:
    """Return the union of the connected groups of `mask` that contain a space of `seeds`.

    `seeds` must be a subset of `mask`.
    """
    left = mask ^ seeds
    while seeds:
        seeds = (seeds << 1 | seeds >> 1 | seeds << STRIDE | seeds >> STRIDE) & left
        left ^= seeds
    return mask ^ left


@lru_cache(maxsize=1 << 15)
def clusters(mask: Mask) -> tuple[Mask, ...]:
    """Return the maximal connected groups of a set, ordered by first space."""
    groups = []
    while mask:
        left = mask & mask + (mask & -mask)  # the carry clears the run of spaces that the first one begins
        group = mask ^ left
        fresh = group << STRIDE & left  # nothing of the set lies before that run
        while fresh:
            group |= fresh
            left ^= fresh
            fresh = (fresh << 1 | fresh >> 1 | fresh << STRIDE | fresh >> STRIDE) & left
        groups.append(group)
        mask = left
    return tuple(groups)


def rows_reached(mask: Mask) -> Mask:
    """Return the first space of each row that a set reaches."""
    return mask + FULL >> SIZE & _LEFT  # every row that holds one carries into its guard


def columns_reached(mask: Mask) -> Mask:
    """Return the first space of each column that a set reaches."""
    mask |= mask >> _SIX_ROWS
    mask |= mask >> _THREE_ROWS
    return (mask | mask >> STRIDE | mask >> _TWO_ROWS) & _TOP


def diagonals_reached(mask: Mask) -> Mask:
    """Return the first space of each of `DIAGONALS` that a set reaches."""
    for steps in (8, 4, 2, 1):
        mask |= mask >> steps * (STRIDE + 1)
    return mask & _LEFT


def lines_reached(mask: Mask) -> int:
    """Return the number of rows and columns that contain a space of the set."""
    return rows_reached(mask).bit_count() + columns_reached(mask).bit_count()


def largest_square(mask: Mask) -> tuple[int, Mask]:
    """Return the side of the largest square in a set, and the first such square in reading order; (0, 0) if empty."""
    side, corners, left = 0, 0, mask
    while left:
        side, corners = side + 1, left
        left &= left >> 1 & left >> STRIDE & left >> STRIDE + 1
    if not side:
        return 0, 0
    return side, square(side) << first(corners)


@lru_cache(maxsize=SIZE)
def square(side: int) -> Mask:
    """Return the square of a given side in the north-west corner."""
    return mask_of(space(row, column) for row in range(side) for column in range(side))


def longest_run(mask: Mask, lines: tuple[Mask, ...], step: int) -> Mask:
    """Return the longest unbroken run of a set along lines with `step` bits between spaces; in a tie, the one on the
    first line.
    """
    left, runs, length = mask, 0, 0
    while left:
        runs, length = left, length + 1
        left &= left >> step
    for line in lines:
        if line & runs:
            return run(length, step) << first(line & runs)
    return 0


def unbroken_runs(mask: Mask, step: int) -> list[Mask]:
    """Return the maximal unbroken runs of a set along lines with `step` bits between spaces, by their first space."""
    found, length = [], 1
    firsts = mask & ~(mask << step)
    while firsts:
        longer = firsts & mask >> length * step
        found += [(first, length) for first in spaces(firsts ^ longer)]
        firsts, length = longer, length + 1
    return [run(length, step) << first for first, length in sorted(found)]


@lru_cache(maxsize=2 * SIZE)
def run(length: int, step: int) -> Mask:
    """Return the run of a given length from the north-west corner."""
    return sum(1 << step * index for index in range(length))
