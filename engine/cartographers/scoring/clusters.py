"""Families that look at clusters: all of them, the one of a rank, the best, and those that link something."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import StrEnum

from engine.cartographers.board import Board
from engine.cartographers.geometry import EDGE, Mask, clusters, lines_reached, neighbours
from engine.cartographers.scoring.contribution import Contribution, Contributions
from engine.cartographers.scoring.parameters import TERRAINS, choice, feature, features, number, shape
from engine.cartographers.shapes import Shape
from engine.cartographers.terrain import Feature

_EMPTY, _EDGE = Feature.EMPTY, Feature.EDGE


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
        layers, smallest, largest = board.layers, self.smallest, self.largest
        groups = [group for group in clusters(layers[self.terrain]) if smallest <= group.bit_count() <= largest]
        if self.avoiding:
            spoilt = _reach(self.avoiding, layers)
            groups = [group for group in groups if not group & spoilt]
        if self.touching is not None:
            groups = self._touching(self.touching, groups, layers)
        if self.containing is not None:
            groups = list(filter(self.containing.fits_somewhere, groups))
        if self.kinds:
            groups = self._mingling(groups, layers)
        part, stars = self.part, self.stars
        return [Contribution(part, group, stars) for group in groups]

    def _touching(self, feature: Feature, groups: list[Mask], layers: tuple[Mask, ...]) -> list[Mask]:
        reach, least = _reach((feature,), layers), self.at_least
        near = [group for group in groups if group & reach]
        return (
            near if least == 1 else [group for group in near if _touched(group, feature, layers).bit_count() >= least]
        )

    def _mingling(self, groups: list[Mask], layers: tuple[Mask, ...]) -> list[Mask]:
        reaches = [neighbours(layers[kind]) for kind in TERRAINS if kind != self.terrain and layers[kind]]
        return [group for group in groups if sum([1 for reach in reaches if group & reach]) >= self.kinds]


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
        spoilt = _reach(self.avoiding, layers)
        measure = _measure(self.measure, layers[_EMPTY])
        best = max([group for group in clusters(layers[self.terrain]) if not group & spoilt], key=measure, default=0)
        most = measure(best)
        if not most:
            return ()
        if self.measure is Measure.EMPTY_AROUND:
            return (Contribution(self.part, neighbours(best) & layers[_EMPTY], self.stars, most, best),)
        return (Contribution(self.part, best, self.stars, most),)


def _measure(measure: Measure, empty: Mask) -> Callable[[Mask], int]:
    match measure:
        case Measure.SIZE:
            return int.bit_count
        case Measure.EMPTY_AROUND:
            return lambda group: (neighbours(group) & empty).bit_count()
        case Measure.ROWS_AND_COLUMNS:
            return lines_reached


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


def _touched(group: Mask, feature: Feature, layers: tuple[Mask, ...]) -> Mask:
    """The spaces of a feature around a group; for the edge, the group's own spaces on it."""
    return group & EDGE if feature is _EDGE else neighbours(group) & layers[feature]


def _reach(wanted: Iterable[Feature], layers: tuple[Mask, ...]) -> Mask:
    """The spaces by which a group touches one of the features: those beside it; for the edge, those on it."""
    reach = 0
    for each in wanted:
        reach |= EDGE if each is _EDGE else neighbours(layers[each])
    return reach
