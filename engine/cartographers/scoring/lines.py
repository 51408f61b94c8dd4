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
    SIZE,
    STRIDE,
    Mask,
    columns_reached,
    diagonals_reached,
    longest_run,
    rows_reached,
    unbroken_runs,
)
from engine.cartographers.scoring.clause import BaseClause
from engine.cartographers.scoring.contribution import Contribution, Contributions
from engine.cartographers.scoring.parameters import (
    TERRAINS,
    choice,
    feature_groups,
    feature_or_union,
    limit,
    number,
    switch,
)
from engine.cartographers.scoring.unions import FeatureLike, all_features, layer_of
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

    The line is filled, holds enough but not too much of a feature, has equally many spaces of each of some terrains or
    unions (at least one), or has enough but not too many terrain types. Odd columns are those numbered 1, 3, ... 11;
    diagonals run from the left edge down-right to the bottom edge.
    """

    direction: Direction = choice(Direction)
    filled: bool = switch()
    containing: FeatureLike | None = feature_or_union(*TERRAINS, Feature.RUINS, _EMPTY, _FILLED, optional=True)
    at_least: int = number(0, 11, 1)
    at_most: int | None = limit("at_least", 11)
    equal: tuple[FeatureLike, ...] = feature_groups(*TERRAINS)
    kinds: int = number(0, 7, 0)
    most_kinds: int | None = limit("kinds", 7)
    counts_kinds: bool = field(init=False, repr=False, compare=False)
    """True if the number of terrain types matters."""
    shown: tuple[Feature, ...] = field(init=False, repr=False, compare=False)
    """Features to highlight in a line that counts: the whole line if it has to be full, unless types count, and if it
    may hold none of what is counted.
    """

    def __post_init__(self) -> None:
        object.__setattr__(self, "counts_kinds", self.kinds > 0 or self.most_kinds is not None)
        if self.kinds:
            shown: tuple[Feature, ...] = TERRAINS
        elif self.filled:
            shown = (_FILLED,)
        elif self.counts_kinds or (self.counts_held and not self.at_least):
            shown = (_FILLED, _EMPTY)
        else:
            held = self.containing if self.counts_held else None
            shown = all_features(self.equal if held is None else (*self.equal, held))
        object.__setattr__(self, "shown", shown)

    @property
    def counts_held(self) -> bool:
        """True if the number of spaces of `containing` matters."""
        return self.containing is not None and (self.at_least > 0 or self.at_most is not None)

    def contributions(self, board: Board) -> Contributions:
        layers, lines = board.layers, LINES[self.direction]
        if self.counts_kinds:
            lines = _mixed_lines(self.direction, layers, self.kinds, self.most_kinds)
        if self.filled:
            gaps = layers[_EMPTY]
            lines = [line for line in lines if not line & gaps]
        if lines and self.containing is not None:
            held, least, most = layer_of(layers, self.containing), self.at_least, self.at_most
            if most is None:
                lines = [line for line in lines if (line & held).bit_count() >= least]
            else:
                lines = [line for line in lines if least <= (line & held).bit_count() <= most]
        if lines and self.equal:
            lines = _balanced(lines, [layer_of(layers, kind) for kind in self.equal])
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


def _mixed_lines(direction: Direction, layers: tuple[Mask, ...], least: int, most: int | None) -> list[Mask]:
    """Return the lines with at least `least` and at most `most` terrain types. All lines are counted at once, in
    four-bit counters at each line's own space.
    """
    if direction is _BOTH:
        return _mixed_lines(_ROWS, layers, least, most) + _mixed_lines(_COLUMNS, layers, least, most)
    reached = _REACHED[direction]
    each = reached(FULL)
    counts = 0
    for held in layers[: len(TERRAINS)]:
        counts += reached(held)
    enough = counts + each * (8 - least) >> 3 & each  # the fourth bit tells who has enough
    if most is not None:
        enough &= ~(counts + each * (7 - most) >> 3)
    return [line for line in LINES[direction] if line & enough]


class Axis(StrEnum):
    """Axis of a run."""

    COLUMN = "column"
    ROW = "row"
    EITHER = "either"


_LINES: dict[Axis, tuple[tuple[Mask, ...], int]] = {Axis.COLUMN: (COLUMNS, STRIDE), Axis.ROW: (ROWS, 1)}
_STEPS: dict[Axis, tuple[int, ...]] = {Axis.COLUMN: (STRIDE,), Axis.ROW: (1,), Axis.EITHER: (1, STRIDE)}


_EITHER = Axis.EITHER


def _all_runs(spaces: Mask, axis: Axis) -> list[Mask]:
    """Return the maximal runs along an axis, those in rows first. A single space is one run, not one along each."""
    return list(dict.fromkeys(run for step in _STEPS[axis] for run in unbroken_runs(spaces, step)))


@dataclass(frozen=True, slots=True)
class LongestRun(BaseClause):
    """Stars for each space of the longest unbroken run of a feature in a column or row.

    With `ties`, every run of that length counts; without, one of them, in a column or row as the axis says, and in a
    row before a column if either will do.
    """

    terrain: FeatureLike = feature_or_union(*TERRAINS, _EMPTY, _FILLED)
    axis: Axis = choice(Axis, Axis.COLUMN)
    ties: bool = switch(sparse=True)

    def contributions(self, board: Board) -> Contributions:
        if self.ties or self.axis is _EITHER:
            return self._of_all_runs(board)
        lines, step = _LINES[self.axis]
        run = longest_run(layer_of(board.layers, self.terrain), lines, step)
        return (Contribution(self.part, run, self.stars, run.bit_count()),) if run else ()

    def _of_all_runs(self, board: Board) -> Contributions:
        runs = _all_runs(layer_of(board.layers, self.terrain), self.axis)
        length = max(map(int.bit_count, runs), default=0)
        longest = [run for run in runs if run.bit_count() == length]
        counted = longest if self.ties else longest[:1]
        return tuple([Contribution(self.part, run, self.stars, length) for run in counted])


@dataclass(frozen=True, slots=True)
class Runs(BaseClause):
    """Stars for each unbroken run of a feature in a row or column, or for each of its spaces, by its length.

    A run is as long as it can be: a run of five is none of four. With both axes, a space may count in a row and in a
    column, but a single space is only one run.
    """

    terrain: FeatureLike = feature_or_union(*TERRAINS, _EMPTY, _FILLED)
    axis: Axis = choice(Axis, Axis.ROW)
    at_least: int = number(1, 11, 3)
    at_most: int | None = limit("at_least", 11)
    per_space: bool = switch()

    def contributions(self, board: Board) -> Contributions:
        least, most = self.at_least, SIZE if self.at_most is None else self.at_most
        runs = _all_runs(layer_of(board.layers, self.terrain), self.axis)
        counted = [run for run in runs if least <= run.bit_count() <= most]
        return tuple(
            [Contribution(self.part, run, self.stars, run.bit_count() if self.per_space else 1) for run in counted]
        )
