"""Families for spaces by position."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from engine.cartographers.board import Board
from engine.cartographers.geometry import (
    CORNERS,
    FULL,
    MAP_CORNERS,
    RINGS,
    SIDES,
    SIZE,
    Mask,
    largest_square,
    shifted,
    spaces_in,
    spaces_next_to,
    surrounded_spaces,
)
from engine.cartographers.scoring.clause import BaseClause
from engine.cartographers.scoring.contribution import Contribution, Contributions
from engine.cartographers.scoring.parameters import (
    TERRAINS,
    choice,
    feature,
    feature_or_union,
    features,
    limit,
    number,
    switch,
)
from engine.cartographers.scoring.unions import FeatureLike, FeatureUnion, layer_of
from engine.cartographers.terrain import REGIONS, Feature

_EMPTY, _FILLED, _EDGE, _RUINS = Feature.EMPTY, Feature.FILLED, Feature.EDGE, Feature.RUINS
_LANDMARK = Feature.LANDMARK


class Adjacency(StrEnum):
    """Spaces that are adjacent to a space: those that share a side with it, only a corner, or either."""

    SIDE = "side"
    CORNER = "corner"
    BOTH = "both"


STEPS: dict[Adjacency, tuple[int, ...]] = {
    Adjacency.SIDE: SIDES,
    Adjacency.CORNER: CORNERS,
    Adjacency.BOTH: SIDES + CORNERS,
}
"""Steps from a space to those adjacent to it."""


@dataclass(frozen=True, slots=True)
class Spaces(BaseClause):
    """Stars for each space of a terrain (or empty or filled space, or landmark) that meets conditions on its position.

    The space must be on a feature, enclosed by one, next to enough but not too much of one, next to none of others, and
    next to enough but not too many terrain types, its own included. It may have to be in a corner of the map or at a
    distance from the edge, where 0 is on the edge.
    """

    terrain: FeatureLike = feature_or_union(*TERRAINS, _EMPTY, _FILLED, _LANDMARK)
    on: Feature | None = feature(_EDGE, _RUINS, Feature.TOLL, *REGIONS, optional=True)
    enclosed_by: FeatureLike | None = feature_or_union(_FILLED, *TERRAINS, optional=True)
    beside: FeatureLike | None = feature_or_union(*TERRAINS, _RUINS, _EMPTY, _FILLED, _LANDMARK, optional=True)
    at_least: int = number(0, 8, 1)
    at_most: int | None = limit("at_least", 8)
    not_beside: tuple[Feature, ...] = features(*TERRAINS, _RUINS, _EMPTY, _FILLED, _LANDMARK, sparse=True)
    kinds: int = number(0, 7, 0, sparse=True)
    most_kinds: int | None = limit("kinds", 7)
    adjacency: Adjacency = choice(Adjacency, Adjacency.SIDE, sparse=True)
    corners: bool = switch(sparse=True)
    edge_distance: int = number(0, 5, 0, sparse=True)
    most_edge_distance: int | None = limit("edge_distance", 5)
    is_plain: bool = field(init=False, repr=False, compare=False)
    """True without ranges, places and kinds."""
    simple: tuple[Feature, Feature | None, Feature | None] | None = field(init=False, repr=False, compare=False)
    """`terrain`, `enclosed_by` and `beside` of a plain clause without unions, which is evaluated faster."""
    region: Mask = field(init=False, repr=False, compare=False)
    """Spaces of the map that may count."""

    def __post_init__(self) -> None:
        plain = (
            1 <= self.at_least <= 4
            and self.at_most is None
            and not (self.not_beside or self.counts_kinds or self.corners or self.edge_distance)
            and self.adjacency is Adjacency.SIDE
            and self.most_edge_distance is None
        )
        object.__setattr__(self, "is_plain", plain)
        named = (self.terrain, self.enclosed_by, self.beside)
        united = any(isinstance(each, FeatureUnion) for each in named)
        object.__setattr__(self, "simple", named if plain and not united else None)
        most = SIZE if self.most_edge_distance is None else self.most_edge_distance
        rings = RINGS[self.edge_distance : most + 1]
        object.__setattr__(self, "region", sum(rings) & (MAP_CORNERS if self.corners else FULL))

    @property
    def counts_beside(self) -> bool:
        """True if the number of adjacent spaces of `beside` matters."""
        return self.beside is not None and (self.at_least > 0 or self.at_most is not None)

    @property
    def counts_kinds(self) -> bool:
        """True if the number of adjacent terrain types matters."""
        return self.kinds > 0 or self.most_kinds is not None

    def contributions(self, board: Board) -> Contributions:
        layers = board.layers
        if self.simple is None:
            spaces = self._spaces(layers)
        else:
            terrain, enclosed_by, beside = self.simple
            spaces = layers[terrain]
            if enclosed_by is not None:
                spaces = surrounded_spaces(spaces, layers[enclosed_by])
            if beside is not None:
                spaces = spaces_next_to(spaces, layers[beside], self.at_least)
        if self.on is not None:
            spaces &= layers[self.on]
        return (Contribution(self.part, spaces, self.stars, spaces.bit_count()),) if spaces else ()

    def _spaces(self, layers: tuple[Mask, ...]) -> Mask:
        """Return the spaces that meet all conditions but `on`."""
        spaces = layer_of(layers, self.terrain) & self.region
        steps = STEPS[self.adjacency]
        if spaces and (self.not_beside or self.enclosed_by is not None):
            excluded = FULL & ~layer_of(layers, self.enclosed_by) if self.enclosed_by is not None else 0
            for each in self.not_beside:
                excluded |= layers[each]
            spaces &= ~_united(shifted(excluded, steps))
        if spaces and self.beside is not None and self.counts_beside:
            most = len(steps) if self.at_most is None else self.at_most
            spaces &= spaces_in(shifted(layer_of(layers, self.beside), steps), self.at_least, most)
        if spaces and self.counts_kinds:
            most = len(TERRAINS) if self.most_kinds is None else self.most_kinds
            reached = [_united(shifted(layers[kind], steps)) for kind in TERRAINS if layers[kind]]
            spaces &= spaces_in(reached, self.kinds, most)
        return spaces


def _united(sets: list[Mask]) -> Mask:
    united = 0
    for each in sets:
        united |= each
    return united


@dataclass(frozen=True, slots=True)
class LargestSquare(BaseClause):
    """Stars for each space along one side of the largest square of a feature; in a tie, the first in reading order is
    shown.
    """

    of: FeatureLike = feature_or_union(_FILLED, _EMPTY, *TERRAINS, default=_FILLED)

    def contributions(self, board: Board) -> Contributions:
        side, spaces = largest_square(layer_of(board.layers, self.of))
        return (Contribution(self.part, spaces, self.stars, side),) if side else ()
