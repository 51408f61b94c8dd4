"""Family for sets: one of each of several terrains."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from engine.cartographers.board import Board
from engine.cartographers.geometry import COLUMNS, FULL, ROWS, Mask, clusters
from engine.cartographers.scoring.clause import BaseClause
from engine.cartographers.scoring.contribution import Contribution, Contributions
from engine.cartographers.scoring.parameters import TERRAINS, choice, feature_groups, limit, number
from engine.cartographers.scoring.unions import FeatureLike, layer_of


def _union(masks: Iterable[Mask]) -> Mask:
    united = 0
    for mask in masks:
        united |= mask
    return united


class SetOf(StrEnum):
    """Members of a set: clusters or spaces anywhere, or spaces of one row or column."""

    CLUSTERS = "clusters"
    SPACES = "spaces"
    SPACES_OF_ROW = "spaces_of_row"
    SPACES_OF_COLUMN = "spaces_of_column"


_AREAS: dict[SetOf, tuple[Mask, ...]] = {
    SetOf.SPACES: (FULL,),
    SetOf.SPACES_OF_ROW: ROWS,
    SetOf.SPACES_OF_COLUMN: COLUMNS,
}


@dataclass(frozen=True, slots=True)
class Sets(BaseClause):
    """Stars for each complete set of one member of each of some terrains or unions. Each member belongs to one set.

    Sizes matter only for sets of clusters, which are shown in reading order. Sets of spaces are shown together, with
    all spaces of these terrains.
    """

    each: tuple[FeatureLike, ...] = feature_groups(*TERRAINS)
    members: SetOf = choice(SetOf, SetOf.CLUSTERS)
    smallest: int = number(1, 121, 1)
    largest: int | None = limit("smallest", 121)

    def contributions(self, board: Board) -> Contributions:
        layers = [layer_of(board.layers, terrain) for terrain in self.each]
        if not layers or not all(layers):
            return ()
        if self.members is SetOf.CLUSTERS:
            return self._of_clusters(layers)
        part, stars, shown = self.part, self.stars, _union(layers)
        counted = [(area, min([(area & layer).bit_count() for layer in layers])) for area in _AREAS[self.members]]
        return tuple([Contribution(part, area & shown, stars, sets) for area, sets in counted if sets])

    def _of_clusters(self, layers: list[Mask]) -> Contributions:
        sizes = range(self.smallest, (self.largest or 121) + 1)
        found = [[group for group in clusters(layer) if group.bit_count() in sizes] for layer in layers]
        part, stars = self.part, self.stars
        return tuple([Contribution(part, _union(groups), stars) for groups in zip(*found, strict=False)])
