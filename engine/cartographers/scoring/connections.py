"""Families for clusters that connect: with clusters of another terrain, or the edges of the map."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from engine.cartographers.board import Board
from engine.cartographers.geometry import COLUMNS, EDGE, ROWS, Mask, clusters, flood_fill, neighbours
from engine.cartographers.scoring.clause import BaseClause
from engine.cartographers.scoring.contribution import Contribution, Contributions
from engine.cartographers.scoring.parameters import TERRAINS, choice, feature_or_union, limit, number, switch
from engine.cartographers.scoring.unions import FeatureLike, features_in, layer_of
from engine.cartographers.terrain import Feature


@dataclass(frozen=True, slots=True)
class TouchingPairs(BaseClause):
    """Stars once for each pair of clusters of two features that touch, however often they do.

    Both clusters have `smallest` to `largest` spaces. The first is what counts, the second what makes it possible.
    """

    terrain: FeatureLike = feature_or_union(*TERRAINS, Feature.EMPTY)
    partner: FeatureLike = feature_or_union(*TERRAINS, Feature.EMPTY)
    smallest: int = number(1, 121, 1)
    largest: int | None = limit("smallest", 121)

    def contributions(self, board: Board) -> Contributions:
        if set(features_in(self.terrain)) & set(features_in(self.partner)):
            return ()  # a space of both is in a cluster of each, which would touch itself
        spaces, partners = layer_of(board.layers, self.terrain), layer_of(board.layers, self.partner)
        near, partners_near = spaces & neighbours(partners), partners & neighbours(spaces)
        sizes = range(self.smallest, (self.largest or 121) + 1)
        others = [group for group in clusters(flood_fill(partners_near, partners)) if group.bit_count() in sizes]
        part, stars = self.part, self.stars
        pairs = []
        for group in clusters(flood_fill(near, spaces)):
            if group.bit_count() in sizes:
                around = neighbours(group)
                pairs += [Contribution(part, group, stars, 1, other) for other in others if other & around]
        return tuple(pairs)


class EdgeLink(StrEnum):
    """Edges of the map that a cluster has to link."""

    LEFT_AND_RIGHT = "left_and_right"
    TOP_AND_BOTTOM = "top_and_bottom"
    OPPOSITE = "opposite"
    TWO = "two"
    THREE = "three"
    FOUR = "four"


_TOP, _BOTTOM, _LEFT, _RIGHT = ROWS[0], ROWS[-1], COLUMNS[0], COLUMNS[-1]


def _edges(group: Mask) -> int:
    return sum([1 for edge in (_TOP, _BOTTOM, _LEFT, _RIGHT) if group & edge])


def _links_sides(group: Mask) -> bool:
    return bool(group & _LEFT and group & _RIGHT)


def _links_ends(group: Mask) -> bool:
    return bool(group & _TOP and group & _BOTTOM)


_LINKS: dict[EdgeLink, Callable[[Mask], bool]] = {
    EdgeLink.LEFT_AND_RIGHT: _links_sides,
    EdgeLink.TOP_AND_BOTTOM: _links_ends,
    EdgeLink.OPPOSITE: lambda group: _links_sides(group) or _links_ends(group),
    EdgeLink.TWO: lambda group: _edges(group) >= 2,
    EdgeLink.THREE: lambda group: _edges(group) >= 3,
    EdgeLink.FOUR: lambda group: _edges(group) == 4,
}


@dataclass(frozen=True, slots=True)
class LinkedEdges(BaseClause):
    """Stars for each cluster that links edges of the map, or for each of its spaces if `per_space`.

    A space in a corner is on two edges.
    """

    terrain: FeatureLike = feature_or_union(*TERRAINS, Feature.FILLED, Feature.EMPTY)
    link: EdgeLink = choice(EdgeLink, EdgeLink.OPPOSITE)
    per_space: bool = switch()

    def contributions(self, board: Board) -> Contributions:
        spaces, links = layer_of(board.layers, self.terrain), _LINKS[self.link]
        groups = [group for group in clusters(flood_fill(spaces & EDGE, spaces)) if links(group)]
        if self.per_space:
            return tuple([Contribution(self.part, group, self.stars, group.bit_count()) for group in groups])
        return tuple([Contribution(self.part, group, self.stars) for group in groups])
