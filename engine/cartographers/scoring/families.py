"""The scoring families: eight small things that carry every published card.

Each has one method, `contributions(board)`, that answers in a fixed order and leaves out what earns nothing. Stars
are per space, cluster, line or mountain as each family says; parameters are declared with the fields.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol, TypeAlias

from engine.cartographers.board import Board
from engine.cartographers.geometry import (
    COLUMNS,
    DIAGONALS,
    EDGE,
    ROWS,
    STRIDE,
    Mask,
    beside,
    clusters,
    enclosed,
    largest_square,
    longest_run,
    neighbours,
)
from engine.cartographers.scoring.contribution import Contribution
from engine.cartographers.scoring.parameters import TERRAINS, choice, feature, features, number, shape, switch
from engine.cartographers.shapes import Shape
from engine.cartographers.terrain import Feature

_EMPTY, _FILLED, _EDGE = Feature.EMPTY, Feature.FILLED, Feature.EDGE

Contributions: TypeAlias = "tuple[Contribution, ...] | list[Contribution]"


class Family(Protocol):
    """What every family does. `part` is the clause's place on its card."""

    @property
    def part(self) -> int: ...

    def contributions(self, board: Board) -> Contributions: ...


@dataclass(frozen=True, slots=True)
class Spaces:
    """Stars for each space of a terrain (or each empty one) that lies where it should: on a feature, enclosed by one,
    beside enough of one.
    """

    part: int
    stars: int = number(1, 20)
    terrain: Feature = feature(*TERRAINS, _EMPTY)
    on: Feature | None = feature(_EDGE, Feature.RUINS, optional=True)
    enclosed_by: Feature | None = feature(_FILLED, *TERRAINS, optional=True)
    beside: Feature | None = feature(*TERRAINS, Feature.RUINS, _EMPTY, optional=True)
    at_least: int = number(1, 4, 1)

    def contributions(self, board: Board) -> Contributions:
        layers = board.layers
        found = layers[self.terrain]
        if self.on is not None:
            found &= layers[self.on]
        if self.enclosed_by is not None:
            found = enclosed(found, layers[self.enclosed_by])
        if self.beside is not None:
            found = beside(found, layers[self.beside], self.at_least)
        return (Contribution(self.part, found, self.stars, found.bit_count()),) if found else ()


@dataclass(frozen=True, slots=True)
class Clusters:
    """Stars for each cluster of a terrain (or of empty spaces) of the right size that contains, touches, avoids or
    mingles as it should.

    `touching` counts distinct spaces of the feature around the cluster; `kinds` counts the other terrain types around
    it. To touch or avoid the edge is to have, or not to have, a space on it.
    """

    part: int
    stars: int = number(1, 20)
    terrain: Feature = feature(*TERRAINS, _EMPTY)
    smallest: int = number(1, 121, 1)
    largest: int = number(1, 121, 121)
    containing: Shape | None = shape()
    touching: Feature | None = feature(*TERRAINS, Feature.RUINS, _EMPTY, _EDGE, optional=True)
    at_least: int = number(1, 20, 1)
    avoiding: tuple[Feature, ...] = features(*TERRAINS, Feature.RUINS, _EDGE)
    kinds: int = number(0, 6, 0)

    def contributions(self, board: Board) -> Contributions:
        part, stars = self.part, self.stars
        return [
            Contribution(part, group, stars)
            for group in clusters(board.layers[self.terrain])
            if self._counts(group, board.layers)
        ]

    def _counts(self, group: Mask, layers: tuple[Mask, ...]) -> bool:
        if not self.smallest <= group.bit_count() <= self.largest:
            return False
        if self.containing is not None and not self.containing.fits_somewhere(group):
            return False
        if self.touching is not None and touched(group, self.touching, layers).bit_count() < self.at_least:
            return False
        if any(touched(group, unwanted, layers) for unwanted in self.avoiding):
            return False
        return not self.kinds or self._kinds_around(group, layers) >= self.kinds

    def _kinds_around(self, group: Mask, layers: tuple[Mask, ...]) -> int:
        around = neighbours(group)
        return sum(1 for kind in TERRAINS if kind != self.terrain and around & layers[kind])


@dataclass(frozen=True, slots=True)
class RankedCluster:
    """Stars for each space of the cluster of a given rank by size; clusters of one size take the ranks in turn."""

    part: int
    stars: int = number(1, 20)
    terrain: Feature = feature(*TERRAINS)
    rank: int = number(1, 5, 1)

    def contributions(self, board: Board) -> Contributions:
        ranked = sorted(clusters(board.layers[self.terrain]), key=int.bit_count, reverse=True)
        if len(ranked) < self.rank:
            return ()
        group = ranked[self.rank - 1]
        return (Contribution(self.part, group, self.stars, group.bit_count()),)


class Measure(StrEnum):
    """What makes a cluster the best."""

    SIZE = "size"
    EMPTY_AROUND = "empty_around"
    ROWS_AND_COLUMNS = "rows_and_columns"


@dataclass(frozen=True, slots=True)
class BestCluster:
    """Stars for the one best cluster: for each of its spaces, of the empty spaces around it, or of the rows and columns
    it reaches into.

    Clusters that touch what is to be avoided are dropped first; of equals the first in reading order is taken.
    """

    part: int
    stars: int = number(1, 20)
    terrain: Feature = feature(*TERRAINS)
    measure: Measure = choice(Measure, Measure.SIZE)
    avoiding: tuple[Feature, ...] = features(*TERRAINS, Feature.RUINS, _EDGE)

    def contributions(self, board: Board) -> Contributions:
        layers = board.layers
        best, most = 0, 0
        for group in clusters(layers[self.terrain]):
            measured = self._measured(group, layers)
            if measured > most and not any(touched(group, unwanted, layers) for unwanted in self.avoiding):
                best, most = group, measured
        if not most:
            return ()
        if self.measure is Measure.EMPTY_AROUND:
            return (Contribution(self.part, neighbours(best) & layers[_EMPTY], self.stars, most, best),)
        return (Contribution(self.part, best, self.stars, most),)

    def _measured(self, group: Mask, layers: tuple[Mask, ...]) -> int:
        match self.measure:
            case Measure.SIZE:
                return group.bit_count()
            case Measure.EMPTY_AROUND:
                return (neighbours(group) & layers[_EMPTY]).bit_count()
            case Measure.ROWS_AND_COLUMNS:
                return sum(1 for line in ROWS + COLUMNS if line & group)


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
        gaps = layers[_EMPTY] if self.filled else 0
        return [
            Contribution(part, line & relevant, stars)
            for line in _LINES[self.direction]
            if not line & gaps and line & relevant and self._counts(line, layers)
        ]

    def _relevant(self, layers: tuple[Mask, ...]) -> Mask:
        """The spaces that a line that counts is shown by: all of it where it has to be full, unless types count."""
        if self.filled and not self.kinds:
            return layers[_FILLED]
        shown = TERRAINS if self.kinds else (*self.equal, *(() if self.containing is None else (self.containing,)))
        relevant = 0
        for kind in shown:
            relevant |= layers[kind]
        return relevant

    def _counts(self, line: Mask, layers: tuple[Mask, ...]) -> bool:
        if self.containing is not None and (line & layers[self.containing]).bit_count() < self.at_least:
            return False
        if self.equal:
            counts = {(line & layers[kind]).bit_count() for kind in self.equal}
            if len(counts) != 1 or 0 in counts:
                return False
        return not self.kinds or sum(1 for kind in TERRAINS if line & layers[kind]) >= self.kinds


@dataclass(frozen=True, slots=True)
class LinkedFeatures:
    """Stars for each space of a feature that touches a cluster which also touches enough of another: mountains joined
    by forest, or by water to a farm.

    Where both are the same feature, `at_least` counts the space itself too: two mountains are joined. Each space
    counts once.
    """

    part: int
    stars: int = number(1, 20)
    of: Feature = feature(Feature.MOUNTAIN, Feature.RUINS, *TERRAINS[:6])
    terrain: Feature = feature(*TERRAINS)
    partner: Feature = feature(*TERRAINS, Feature.RUINS)
    at_least: int = number(1, 10, 1)

    def contributions(self, board: Board) -> Contributions:
        layers = board.layers
        ends, partners = layers[self.of], layers[self.partner]
        linked, through = 0, 0
        for group in clusters(layers[self.terrain]):
            around = neighbours(group)
            if around & ends and (around & partners).bit_count() >= self.at_least:
                linked |= around & ends
                through |= group
        return (Contribution(self.part, linked, self.stars, linked.bit_count(), through),) if linked else ()


@dataclass(frozen=True, slots=True)
class LargestSquare:
    """Stars for each space along one side of the largest square of a feature; of equals the first in reading order is
    shown.
    """

    part: int
    stars: int = number(1, 20)
    of: Feature = feature(_FILLED, _EMPTY, *TERRAINS, default=_FILLED)

    def contributions(self, board: Board) -> Contributions:
        side, spaces = largest_square(board.layers[self.of])
        return (Contribution(self.part, spaces, self.stars, side),) if side else ()


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


def touched(group: Mask, feature: Feature, layers: tuple[Mask, ...]) -> Mask:
    """The spaces of a feature around a group; for the edge, the group's own spaces on it."""
    return group & EDGE if feature is _EDGE else neighbours(group) & layers[feature]


Clause: TypeAlias = (
    Spaces | Clusters | RankedCluster | BestCluster | Lines | LinkedFeatures | LargestSquare | LongestRun
)

FAMILIES: dict[str, type[Clause]] = {
    "spaces": Spaces,
    "clusters": Clusters,
    "ranked_cluster": RankedCluster,
    "best_cluster": BestCluster,
    "lines": Lines,
    "linked_features": LinkedFeatures,
    "largest_square": LargestSquare,
    "longest_run": LongestRun,
}
"""Every family by its name in card data."""
