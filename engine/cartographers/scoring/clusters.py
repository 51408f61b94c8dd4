"""Families for clusters: all of them, one by rank, the best one, and clusters that connect something."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TypeAlias

from engine.cartographers.board import Board
from engine.cartographers.geometry import (
    EDGE,
    FULL,
    Mask,
    clusters,
    flood_fill,
    lines_reached,
    neighbours,
    spaces_next_to,
)
from engine.cartographers.scoring.clause import BaseClause
from engine.cartographers.scoring.contribution import Contribution, Contributions
from engine.cartographers.scoring.parameters import (
    TERRAINS,
    choice,
    feature_or_union,
    features,
    limit,
    number,
    shape,
    switch,
)
from engine.cartographers.scoring.unions import FeatureLike, features_in, is_place, layer_of
from engine.cartographers.shapes import Shape
from engine.cartographers.terrain import REGIONS, Feature

_EMPTY, _EDGE = Feature.EMPTY, Feature.EDGE
_TOUCHED = (*TERRAINS, Feature.RUINS, _EMPTY, _EDGE, Feature.LANDMARK, *REGIONS)
_AVOIDED = (*TERRAINS, Feature.RUINS, _EDGE, Feature.LANDMARK)
_MANY = FULL.bit_count()
"""More than any count around a cluster, where there is no limit."""


@dataclass(frozen=True, slots=True)
class Clusters(BaseClause):
    """Stars for each cluster of a terrain (or of empty spaces) that meets conditions on its size, shape and
    surroundings, or for each space of these clusters.

    `touching` counts distinct spaces of the feature around the cluster. Neither it nor `avoiding` looks at spaces of
    the cluster itself, such as ruins that it covers. `kinds` counts the other terrain types around the cluster. A
    cluster touches the edge or a region if one of its spaces is on it. An `exact` shape is all of the cluster, not only
    part of it.
    """

    terrain: FeatureLike = feature_or_union(*TERRAINS, _EMPTY)
    per_space: bool = switch(sparse=True)
    smallest: int = number(1, 121, 1)
    largest: int = number(1, 121, 121)
    containing: Shape | None = shape()
    exact: bool = switch(sparse=True)
    touching: FeatureLike | None = feature_or_union(*_TOUCHED, optional=True)
    at_least: int = number(0, 20, 1)
    at_most: int | None = limit("at_least", 20)
    avoiding: tuple[Feature, ...] = features(*_AVOIDED)
    kinds: int = number(0, 6, 0)
    most_kinds: int | None = limit("kinds", 6)
    counts_own: bool = False
    counts_kinds: bool = field(init=False, repr=False, compare=False)
    """True if the number of other terrain types matters."""
    others: tuple[Feature, ...] = field(init=False, repr=False, compare=False)
    """Terrains that `kinds` counts: all but the cluster's own."""

    def __post_init__(self) -> None:
        own = features_in(self.terrain)
        object.__setattr__(self, "counts_kinds", self.kinds > 0 or self.most_kinds is not None)
        object.__setattr__(self, "others", tuple(kind for kind in TERRAINS if kind not in own))

    def contributions(self, board: Board) -> Contributions:
        layers, smallest, largest = board.layers, self.smallest, self.largest
        spaces = layer_of(layers, self.terrain)
        own = 0 if self.counts_own else spaces
        spaces = self._candidate_spaces(spaces, own, layers)
        if spaces.bit_count() < smallest:
            return ()
        groups = [group for group in clusters(spaces) if smallest <= group.bit_count() <= largest]
        if self.touching is not None and (self.at_least > 1 or self.at_most is not None):
            groups = self._touching(self.touching, groups, layers, own)
        if self.containing is not None:
            if self.exact:
                size = len(self.containing.cells)
                groups = [group for group in groups if group.bit_count() == size]
            groups = list(filter(self.containing.fits_somewhere, groups))
        if self.counts_kinds:
            groups = self._mingling(groups, layers)
        part, stars = self.part, self.stars
        if self.per_space:
            return tuple([Contribution(part, group, stars, group.bit_count()) for group in groups])
        return tuple([Contribution(part, group, stars) for group in groups])

    def _candidate_spaces(self, spaces: Mask, own: Mask, layers: tuple[Mask, ...]) -> Mask:
        """Return the terrain without many clusters that cannot count, to speed up the search."""
        if self.smallest > 2:
            spaces = self._without_small_clusters(spaces)
            if spaces.bit_count() < self.smallest:
                return 0
        if self.avoiding or self.touching is not None:
            spaces = _well_placed(spaces, self.touching if self.at_least else None, self.avoiding, own, layers)
        if self.containing is not None:
            spaces = flood_fill(self.containing.anchors(spaces), spaces)
        return spaces

    def _without_small_clusters(self, spaces: Mask) -> Mask:
        """Remove clusters of one or two and, if the maximum is three, most larger ones."""
        inner = spaces_next_to(spaces, spaces, 2)  # clusters of three or more are these and what is beside them
        if self.largest == 3:
            inner &= ~neighbours(inner)  # two of them side by side make four
        return spaces & (inner | neighbours(inner))

    def _touching(self, feature: FeatureLike, groups: list[Mask], layers: tuple[Mask, ...], own: Mask) -> list[Mask]:
        least, most = self.at_least, _MANY if self.at_most is None else self.at_most
        if is_place(feature):
            place = layer_of(layers, feature)
            return [group for group in groups if least <= (group & place).bit_count() <= most]
        touched = layer_of(layers, feature) & ~own
        return [group for group in groups if least <= (neighbours(group) & touched).bit_count() <= most]

    def _mingling(self, groups: list[Mask], layers: tuple[Mask, ...]) -> list[Mask]:
        least, most = self.kinds, _MANY if self.most_kinds is None else self.most_kinds
        reaches = [neighbours(layers[kind]) for kind in self.others if layers[kind]]
        return [group for group in groups if least <= sum([1 for reach in reaches if group & reach]) <= most]


@dataclass(frozen=True, slots=True)
class RankedCluster(BaseClause):
    """Stars for each space of the cluster of a given rank by size; equal sizes take successive ranks.

    Only clusters that touch what they have to, and nothing that they must avoid, take a rank.
    """

    terrain: FeatureLike = feature_or_union(*TERRAINS, _EMPTY)
    rank: int = number(1, 5, 1)
    from_smallest: bool = switch(sparse=True)
    touching: FeatureLike | None = feature_or_union(*_TOUCHED, optional=True)
    avoiding: tuple[Feature, ...] = features(*_AVOIDED, sparse=True)

    def contributions(self, board: Board) -> Contributions:
        spaces = layer_of(board.layers, self.terrain)
        spaces = _well_placed(spaces, self.touching, self.avoiding, spaces, board.layers)
        ranked = sorted(clusters(spaces), key=int.bit_count, reverse=not self.from_smallest)
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

    Clusters that don't touch what they have to are dropped first, and so are those that touch a feature to avoid, but
    not those that only cover it. In a tie, the first in reading order is taken.
    """

    terrain: FeatureLike = feature_or_union(*TERRAINS, _EMPTY)
    measure: Measure = choice(Measure, Measure.SIZE)
    touching: FeatureLike | None = feature_or_union(*_TOUCHED, optional=True)
    avoiding: tuple[Feature, ...] = features(*_AVOIDED)
    counts_own: bool = False

    def contributions(self, board: Board) -> Contributions:
        spaces = layer_of(board.layers, self.terrain)
        empty = board.layers[_EMPTY] & ~spaces  # the spaces of an empty cluster are not around it
        spaces = _well_placed(spaces, self.touching, self.avoiding, 0 if self.counts_own else spaces, board.layers)
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
    it. The edge and regions are touched by the spaces of the cluster on them: these are the ones that count.
    """

    of: FeatureLike = feature_or_union(Feature.MOUNTAIN, Feature.RUINS, *TERRAINS[:6], _EDGE, Feature.LANDMARK)
    terrain: FeatureLike = feature_or_union(*TERRAINS)
    partner: FeatureLike = feature_or_union(*TERRAINS, Feature.RUINS, _EDGE, Feature.LANDMARK, *REGIONS)
    at_least: int = number(0, 10, 1)
    at_most: int | None = limit("at_least", 10)
    counts_own: bool = False

    def contributions(self, board: Board) -> Contributions:
        layers = board.layers
        spaces = layer_of(layers, self.terrain)
        own = 0 if self.counts_own else spaces
        ends = EDGE if self.of is _EDGE else layer_of(layers, self.of) & ~own
        within = is_place(self.partner)
        partners = layer_of(layers, self.partner) & (FULL if within else ~own)
        least, most = self.at_least, _MANY if self.at_most is None else self.at_most
        linked, through = 0, 0
        spaces = flood_fill(spaces & (EDGE if self.of is _EDGE else neighbours(ends)), spaces)
        if least:
            spaces = flood_fill(spaces & (partners if within else neighbours(partners)), spaces)
        for group in clusters(spaces):
            around = neighbours(group)
            reached = (group if self.of is _EDGE else around) & ends
            if reached and least <= ((group if within else around) & partners).bit_count() <= most:
                linked |= reached
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
    touched: tuple[FeatureLike | None, ...]
    match clause:
        case LinkedFeatures():
            touched = (clause.of, clause.partner)
        case Clusters() | BestCluster():
            touched = (clause.touching, *clause.avoiding)
    own = {Feature.RUINS, *features_in(clause.terrain)}
    return any(each is not None and not own.isdisjoint(features_in(each)) for each in touched)


def _well_placed(
    spaces: Mask,
    touching: FeatureLike | None,
    avoiding: Iterable[Feature],
    own: Mask,
    layers: tuple[Mask, ...],
) -> Mask:
    """Return the spaces of the clusters that touch one feature and none of others.

    A cluster can touch all spaces of a feature but those of its `own` terrain: a neighbour of the same terrain is part
    of the cluster, because clusters are maximal.
    """
    if avoiding:
        spaces ^= flood_fill(spaces & _reach(avoiding, own, layers), spaces)
    if touching is not None:
        spaces = flood_fill(spaces & _reach((touching,), own, layers), spaces)
    return spaces


def _reach(features: Iterable[FeatureLike], own: Mask, layers: tuple[Mask, ...]) -> Mask:
    """Return the spaces by which a group touches one of the features: those next to it; for a place, those on it."""
    reach = 0
    for each in features:
        reach |= layer_of(layers, each) if is_place(each) else neighbours(layer_of(layers, each) & ~own)
    return reach
