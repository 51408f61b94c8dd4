"""Families for clusters: all of them, one by rank, the best one, and clusters that connect something."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from engine.cartographers.board import Board
from engine.cartographers.geometry import EDGE, Mask, clusters, flood_fill, lines_reached, neighbours, spaces_next_to
from engine.cartographers.scoring.clause import BaseClause
from engine.cartographers.scoring.contribution import Contribution, Contributions
from engine.cartographers.scoring.parameters import TERRAINS, choice, feature, features, number, shape
from engine.cartographers.shapes import Shape
from engine.cartographers.terrain import Feature

_EMPTY, _EDGE = Feature.EMPTY, Feature.EDGE


@dataclass(frozen=True, slots=True)
class Clusters(BaseClause):
    """Stars for each cluster of a terrain (or of empty spaces) that meets conditions on its size and surroundings.

    `touching` counts distinct spaces of the feature around the cluster. Neither it nor `avoiding` looks at spaces of
    the cluster itself, such as ruins that it covers. `kinds` counts the other terrain types around the cluster. A
    cluster touches the edge if one of its spaces is on it.
    """

    terrain: Feature = feature(*TERRAINS, _EMPTY)
    smallest: int = number(1, 121, 1)
    largest: int = number(1, 121, 121)
    containing: Shape | None = shape()
    touching: Feature | None = feature(*TERRAINS, Feature.RUINS, _EMPTY, _EDGE, optional=True)
    at_least: int = number(1, 20, 1)
    avoiding: tuple[Feature, ...] = features(*TERRAINS, Feature.RUINS, _EDGE)
    kinds: int = number(0, 6, 0)
    counts_own: bool = False

    def contributions(self, board: Board) -> Contributions:
        layers, smallest, largest = board.layers, self.smallest, self.largest
        spaces = self._candidate_spaces(layers)
        if spaces.bit_count() < smallest:
            return ()
        groups = [group for group in clusters(spaces) if smallest <= group.bit_count() <= largest]
        if self.touching is not None and self.at_least > 1:
            groups = self._touching(self.touching, groups, layers)
        if self.containing is not None:
            groups = list(filter(self.containing.fits_somewhere, groups))
        if self.kinds:
            groups = self._mingling(groups, layers)
        part, stars = self.part, self.stars
        return tuple([Contribution(part, group, stars) for group in groups])

    def _candidate_spaces(self, layers: tuple[Mask, ...]) -> Mask:
        """Return the terrain without many clusters that cannot count, to speed up the search."""
        spaces = layers[self.terrain]
        if self.smallest > 2:
            spaces = self._without_small_clusters(spaces)
            if spaces.bit_count() < self.smallest:
                return 0
        if self.avoiding:
            spaces ^= flood_fill(spaces & _reach(self, self.avoiding, layers), spaces)
        if self.touching is not None:
            spaces = flood_fill(spaces & _reach(self, (self.touching,), layers), spaces)
        if self.containing is not None:
            spaces = flood_fill(self.containing.anchors(spaces), spaces)
        return spaces

    def _without_small_clusters(self, spaces: Mask) -> Mask:
        """Remove clusters of one or two and, if the maximum is three, most larger ones."""
        inner = spaces_next_to(spaces, spaces, 2)  # clusters of three or more are these and what is beside them
        if self.largest == 3:
            inner &= ~neighbours(inner)  # two of them side by side make four
        return spaces & (inner | neighbours(inner))

    def _touching(self, feature: Feature, groups: list[Mask], layers: tuple[Mask, ...]) -> list[Mask]:
        least = self.at_least
        if feature is _EDGE:
            return [group for group in groups if (group & EDGE).bit_count() >= least]
        touched = _outside(self, feature, layers)
        return [group for group in groups if (neighbours(group) & touched).bit_count() >= least]

    def _mingling(self, groups: list[Mask], layers: tuple[Mask, ...]) -> list[Mask]:
        reaches = [neighbours(layers[kind]) for kind in TERRAINS if kind != self.terrain and layers[kind]]
        return [group for group in groups if sum([1 for reach in reaches if group & reach]) >= self.kinds]


@dataclass(frozen=True, slots=True)
class RankedCluster(BaseClause):
    """Stars for each space of the cluster of a given rank by size; equal sizes take successive ranks."""

    terrain: Feature = feature(*TERRAINS)
    rank: int = number(1, 5, 1)

    def contributions(self, board: Board) -> Contributions:
        ranked = sorted(clusters(board.layers[self.terrain]), key=int.bit_count, reverse=True)
        if len(ranked) < self.rank:
            return ()
        group = ranked[self.rank - 1]
        return (Contribution(self.part, group, self.stars, group.bit_count()),)


class Measure(StrEnum):
    """Measure by which the best cluster is chosen."""

    SIZE = "size"
    EMPTY_AROUND = "empty_around"
    ROWS_AND_COLUMNS = "rows_and_columns"


_EMPTY_AROUND = Measure.EMPTY_AROUND  # a member is dear to look up


@dataclass(frozen=True, slots=True)
class BestCluster(BaseClause):
    """Stars for the one best cluster: for each of its spaces, of the empty spaces around it, or of the rows and columns
    it reaches.

    Clusters that touch a feature to avoid are dropped first, but not those that only cover it. In a tie, the first in
    reading order is taken.
    """

    terrain: Feature = feature(*TERRAINS)
    measure: Measure = choice(Measure, Measure.SIZE)
    avoiding: tuple[Feature, ...] = features(*TERRAINS, Feature.RUINS, _EDGE)
    counts_own: bool = False

    def contributions(self, board: Board) -> Contributions:
        spaces, empty = board.layers[self.terrain], board.layers[_EMPTY]
        if self.avoiding:
            spaces ^= flood_fill(spaces & _reach(self, self.avoiding, board.layers), spaces)
        groups = clusters(spaces)
        measured = _MEASURED[self.measure](groups, empty)
        if not any(measured):
            return ()
        most = max(measured)
        best = groups[measured.index(most)]
        if self.measure is _EMPTY_AROUND:
            return (Contribution(self.part, neighbours(best) & empty, self.stars, most, best),)
        return (Contribution(self.part, best, self.stars, most),)


_MEASURED: dict[Measure, Callable[[tuple[Mask, ...], Mask], list[int]]] = {
    Measure.SIZE: lambda groups, empty: [group.bit_count() for group in groups],
    Measure.EMPTY_AROUND: lambda groups, empty: [(neighbours(group) & empty).bit_count() for group in groups],
    Measure.ROWS_AND_COLUMNS: lambda groups, empty: [
        lines_reached(group) if group & group - 1 else 2  # a single space is in one row and one column
        for group in groups
    ],
}
"""Functions that measure each of the given clusters, also given the empty spaces."""


@dataclass(frozen=True, slots=True)
class LinkedFeatures(BaseClause):
    """Stars for each space of a feature that touches a cluster which also touches enough of another feature.

    Examples are mountains joined by forest, or by water to a farm. If both features are the same, `at_least` includes
    the space itself: two mountains are joined. Each space counts once. A space that the cluster covers does not touch
    it.
    """

    of: Feature = feature(Feature.MOUNTAIN, Feature.RUINS, *TERRAINS[:6])
    terrain: Feature = feature(*TERRAINS)
    partner: Feature = feature(*TERRAINS, Feature.RUINS)
    at_least: int = number(1, 10, 1)
    counts_own: bool = False

    def contributions(self, board: Board) -> Contributions:
        layers = board.layers
        ends, partners = _outside(self, self.of, layers), _outside(self, self.partner, layers)
        linked, through = 0, 0
        spaces = layers[self.terrain]
        spaces = flood_fill(spaces & neighbours(ends), spaces)
        spaces = flood_fill(spaces & neighbours(partners), spaces)
        for group in clusters(spaces):
            around = neighbours(group)
            if around & ends and (around & partners).bit_count() >= self.at_least:
                linked |= around & ends
                through |= group
        return (Contribution(self.part, linked, self.stars, linked.bit_count(), through),) if linked else ()


ClusterClause: TypeAlias = Clusters | BestCluster | LinkedFeatures
"""Families that look at what is adjacent to clusters.
Their `counts_own` is not a card parameter. It is set for games that started while a space of a cluster still
counted as adjacent to that cluster if another of its spaces was next to it.
"""


def touches_own(clause: ClusterClause) -> bool:
    """Return True if a clause asks for or avoids something its own clusters can cover.

    Such features are ruins and the clause's own terrain.
    """
    touched: set[Feature | None]
    match clause:
        case LinkedFeatures():
            touched = {clause.of, clause.partner}
        case Clusters():
            touched = {clause.touching, *clause.avoiding}
        case BestCluster():
            touched = set(clause.avoiding)
    return bool({Feature.RUINS, clause.terrain} & touched)


def _outside(clause: ClusterClause, feature: Feature, layers: tuple[Mask, ...]) -> Mask:
    """Return the spaces of a feature that a cluster can touch: all but those of its own terrain.

    A neighbour of the same terrain is part of the cluster, because clusters are maximal.
    """
    return layers[feature] if clause.counts_own else layers[feature] & ~layers[clause.terrain]


def _reach(clause: Clusters | BestCluster, features: Iterable[Feature], layers: tuple[Mask, ...]) -> Mask:
    """Return the spaces by which a group touches one of the features: those next to it; for the edge, those on it."""
    reach = 0
    for each in features:
        reach |= EDGE if each is _EDGE else neighbours(_outside(clause, each, layers))
    return reach
