"""Families that look at rows, columns and diagonals."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from engine.cartographers.board import Board
from engine.cartographers.geometry import COLUMNS, DIAGONALS, ROWS, STRIDE, Mask, longest_run
from engine.cartographers.scoring.contribution import Contribution, Contributions
from engine.cartographers.scoring.parameters import TERRAINS, choice, feature, features, number, switch
from engine.cartographers.terrain import Feature


class Direction(StrEnum):
    """Which lines are looked at."""

    ROWS = "rows"
    COLUMNS = "columns"
    ROWS_AND_COLUMNS = "rows_and_columns"
    ODD_COLUMNS = "odd_columns"
    DIAGONALS = "diagonals"


_LINES: dict[Direction, tuple[Mask, ...]] = {
    Direction.ROWS: ROWS,
    Direction.COLUMNS: COLUMNS,
    Direction.ROWS_AND_COLUMNS: ROWS + COLUMNS,
    Direction.ODD_COLUMNS: COLUMNS[::2],
    Direction.DIAGONALS: DIAGONALS,
}


@dataclass(frozen=True, slots=True)
class Lines:
    """Stars for each line that is filled, holds enough of a feature, as many spaces of two terrains (at least one), or
    enough terrain types.

    Odd columns are those numbered 1, 3, ... 11; diagonals run from the left edge down-right to the bottom edge.
    """

    part: int
    stars: int = number(1, 20)
    direction: Direction = choice(Direction)
    filled: bool = switch()
    containing: Feature | None = feature(*TERRAINS, Feature.RUINS, optional=True)
    at_least: int = number(1, 11, 1)
    equal: tuple[Feature, ...] = features(*TERRAINS)
    kinds: int = number(0, 7, 0)

    def contributions(self, board: Board) -> Contributions:
        layers, part, stars = board.layers, self.part, self.stars
        relevant = self._relevant(layers)
        gaps = layers[Feature.EMPTY] if self.filled else 0
        lines = [line for line in _LINES[self.direction] if not line & gaps and line & relevant]
        if self.containing is not None:
            held, least = layers[self.containing], self.at_least
            lines = [line for line in lines if (line & held).bit_count() >= least]
        if self.equal:
            lines = _balanced(lines, [layers[kind] for kind in self.equal])
        if self.kinds:
            held_by = [held for held in layers[: len(TERRAINS)] if held]
            spared = len(held_by) - self.kinds
            lines = [line for line in lines if [*map(line.__and__, held_by)].count(0) <= spared] if spared >= 0 else []
        return [Contribution(part, line & relevant, stars) for line in lines]

    def _relevant(self, layers: tuple[Mask, ...]) -> Mask:
        """The spaces that a line that counts is shown by: all of it where it has to be full, unless types count."""
        if self.filled and not self.kinds:
            return layers[Feature.FILLED]
        shown = TERRAINS if self.kinds else (*self.equal, *(() if self.containing is None else (self.containing,)))
        relevant = 0
        for kind in shown:
            relevant |= layers[kind]
        return relevant


def _balanced(lines: list[Mask], layers: list[Mask]) -> list[Mask]:
    """The lines with as many spaces of each layer, and at least one."""
    one, *others = layers
    found = []
    for line in lines:
        count = (line & one).bit_count()
        if count and all((line & other).bit_count() == count for other in others):
            found.append(line)
    return found


class Axis(StrEnum):
    """The way a run goes."""

    COLUMN = "column"
    ROW = "row"


@dataclass(frozen=True, slots=True)
class LongestRun:
    """Stars for each space of the longest unbroken run of a terrain in one column or row."""

    part: int
    stars: int = number(1, 20)
    terrain: Feature = feature(*TERRAINS)
    axis: Axis = choice(Axis, Axis.COLUMN)

    def contributions(self, board: Board) -> Contributions:
        lines, step = (COLUMNS, STRIDE) if self.axis is Axis.COLUMN else (ROWS, 1)
        run = longest_run(board.layers[self.terrain], lines, step)
        return (Contribution(self.part, run, self.stars, run.bit_count()),) if run else ()
