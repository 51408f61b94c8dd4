"""Families for rows, columns and diagonals."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from engine.cartographers.board import Board
from engine.cartographers.geometry import (
    COLUMNS,
    DIAGONALS,
    FULL,
    ROWS,
    STRIDE,
    Mask,
    columns_reached,
    diagonals_reached,
    longest_run,
    rows_reached,
)
from engine.cartographers.scoring.clause import BaseClause
from engine.cartographers.scoring.contribution import Contribution, Contributions
from engine.cartographers.scoring.parameters import TERRAINS, choice, feature, features, number, switch
from engine.cartographers.terrain import Feature


class Direction(StrEnum):
    """Lines that a clause looks at."""

    ROWS = "rows"
    COLUMNS = "columns"
    ROWS_AND_COLUMNS = "rows_and_columns"
    ODD_COLUMNS = "odd_columns"
    DIAGONALS = "diagonals"


_EMPTY, _FILLED = Feature.EMPTY, Feature.FILLED
_ROWS, _COLUMNS, _BOTH = Direction.ROWS, Direction.COLUMNS, Direction.ROWS_AND_COLUMNS

LINES: dict[Direction, Sequence[Mask]] = {
    Direction.ROWS: ROWS,
    Direction.COLUMNS: COLUMNS,
    Direction.ROWS_AND_COLUMNS: ROWS + COLUMNS,
    Direction.ODD_COLUMNS: COLUMNS[::2],
    Direction.DIAGONALS: DIAGONALS,
}


def _columns_apart(mask: Mask) -> Mask:
    return columns_reached(mask) * COLUMNS[0] & DIAGONALS[0]


_REACHED: dict[Direction, Callable[[Mask], Mask]] = {
    Direction.ROWS: rows_reached,
    Direction.COLUMNS: _columns_apart,
    Direction.ODD_COLUMNS: _columns_apart,
    Direction.DIAGONALS: diagonals_reached,
}
"""Functions that set one bit for every line with a space in the given set. The bits are at least four apart."""


@dataclass(frozen=True, slots=True)
class Lines(BaseClause):
    """Stars for each line that meets a condition.

    The line is filled, holds enough of a feature, has equally many spaces of two terrains (at least one), or has enough
    terrain types. Odd columns are those numbered 1, 3, ... 11; diagonals run from the left edge down-right to the
    bottom edge.
    """

    direction: Direction = choice(Direction)
    filled: bool = switch()
    containing: Feature | None = feature(*TERRAINS, Feature.RUINS, optional=True)
    at_least: int = number(1, 11, 1)
    equal: tuple[Feature, ...] = features(*TERRAINS)
    kinds: int = number(0, 7, 0)
    shown: tuple[Feature, ...] = field(init=False, repr=False, compare=False)
    """Features to highlight in a line that counts: the whole line if it has to be full, unless types count."""

    def __post_init__(self) -> None:
        if self.filled and not self.kinds:
            shown: tuple[Feature, ...] = (_FILLED,)
        elif self.kinds:
            shown = TERRAINS
        else:
            shown = self.equal if self.containing is None else (*self.equal, self.containing)
        object.__setattr__(self, "shown", shown)

    def contributions(self, board: Board) -> Contributions:
        layers, lines = board.layers, LINES[self.direction]
        if self.kinds:
            lines = _mixed_lines(self.direction, layers, self.kinds)
        if self.filled:
            gaps = layers[_EMPTY]
            lines = [line for line in lines if not line & gaps]
        if lines and self.containing is not None:
            held, least = layers[self.containing], self.at_least
            lines = [line for line in lines if (line & held).bit_count() >= least]
        if lines and self.equal:
            lines = _balanced(lines, [layers[kind] for kind in self.equal])
        if not lines:
            return ()
        relevant = 0
        for each in self.shown:
            relevant |= layers[each]
        part, stars = self.part, self.stars
        return tuple([Contribution(part, line & relevant, stars) for line in lines if line & relevant])


def _balanced(lines: Sequence[Mask], layers: list[Mask]) -> Sequence[Mask]:
    """Return the lines with equally many spaces, at least one, per layer."""
    one, *others = layers
    lines = [line for line in lines if line & one]
    for other in others:
        lines = [line for line in lines if (line & one).bit_count() == (line & other).bit_count()]
    return lines


def _mixed_lines(direction: Direction, layers: tuple[Mask, ...], kinds: int) -> list[Mask]:
    """Return the lines with at least `kinds` terrain types. All lines are counted at once, in four-bit counters at each
    line's own space.
    """
    if direction is _BOTH:
        return _mixed_lines(_ROWS, layers, kinds) + _mixed_lines(_COLUMNS, layers, kinds)
    reached = _REACHED[direction]
    each = reached(FULL)
    counts = each * (8 - kinds)  # so that the fourth bit tells who has enough
    for held in layers[: len(TERRAINS)]:
        counts += reached(held)
    enough = counts >> 3 & each
    return [line for line in LINES[direction] if line & enough]


class Axis(StrEnum):
    """Axis of a run."""

    COLUMN = "column"
    ROW = "row"


_LINES: dict[Axis, tuple[tuple[Mask, ...], int]] = {Axis.COLUMN: (COLUMNS, STRIDE), Axis.ROW: (ROWS, 1)}


@dataclass(frozen=True, slots=True)
class LongestRun(BaseClause):
    """Stars for each space of the longest unbroken run of a terrain in a column or row."""

    terrain: Feature = feature(*TERRAINS)
    axis: Axis = choice(Axis, Axis.COLUMN)

    def contributions(self, board: Board) -> Contributions:
        lines, step = _LINES[self.axis]
        run = longest_run(board.layers[self.terrain], lines, step)
        return (Contribution(self.part, run, self.stars, run.bit_count()),) if run else ()
