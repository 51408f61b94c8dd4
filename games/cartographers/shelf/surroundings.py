"""Spaces around a space that a scoring clause asks about: which of them the map can have."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

from engine.cartographers.geometry import shifted, spaces
from engine.cartographers.scoring.families import Adjacency, Spaces
from engine.cartographers.scoring.parameters import TERRAINS
from engine.cartographers.scoring.spaces import STEPS
from engine.cartographers.scoring.unions import FeatureLike, FeatureUnion
from engine.cartographers.terrain import Feature


@lru_cache(maxsize=200)
def adjacent_counts(places: int, adjacency: Adjacency) -> frozenset[int]:
    """Return the possible numbers of spaces adjacent to one of some spaces."""
    return frozenset(sum(map(bool, shifted(1 << at, STEPS[adjacency]))) for at in spaces(places))


class _Adjacent(NamedTuple):
    """Content of an adjacent space: its terrain, another feature that fills it, or empty; and True if it has ruins."""

    content: Feature
    ruins: bool

    def has(self, feature: FeatureLike) -> bool:
        """Return True if the space belongs to a feature, or to one of a union."""
        if isinstance(feature, FeatureUnion):
            return any(map(self.has, feature.features))
        if feature is Feature.RUINS:
            return self.ruins
        return self.content is feature or (feature is Feature.FILLED and self.content is not Feature.EMPTY)


_CONTENTS: Final = tuple(
    _Adjacent(content, ruins)
    for content in (*TERRAINS, Feature.DESTROYED, Feature.LANDMARK, Feature.EMPTY)
    for ruins in (False, True)
    if not (ruins and content in (Feature.MOUNTAIN, Feature.LANDMARK))
)


def has_surroundings(clause: Spaces, places: int) -> bool:
    """Return True if the spaces around one of some places can meet all conditions."""
    possible = [
        each
        for each in _CONTENTS
        if (clause.enclosed_by is None or each.has(clause.enclosed_by)) and not any(map(each.has, clause.not_beside))
    ]
    wanted: list[_Adjacent] = []
    least = most = 0
    if clause.beside is not None and clause.counts_beside:
        wanted = [each for each in possible if each.has(clause.beside)]
        least, most = clause.at_least, 8 if clause.at_most is None else clause.at_most
    others = [each for each in possible if each not in wanted]
    most_kinds = len(TERRAINS) if clause.most_kinds is None else clause.most_kinds
    return any(
        clause.kinds <= kinds <= most_kinds
        for count in adjacent_counts(places, clause.adjacency)
        for number in range(least, min(most, count) + 1)
        for kinds in _kinds_among((wanted, number), (others, count - number))
    )


def _kinds_among(*groups: tuple[list[_Adjacent], int]) -> range:
    """Return the possible numbers of terrain types if so many adjacent spaces are of each group; none if a group that
    is needed is empty.
    """
    used = [({each.content for each in group}, count) for group, count in groups if count]
    if not all(contents for contents, _ in used):
        return range(0)
    kinds = [(contents & set(TERRAINS), count) for contents, count in used]
    most = min(
        len(set().union(*[each for each, _ in kinds])),
        sum(min(len(each), count) for each, count in kinds),
    )
    terrains_only = [contents for contents, _ in used if contents <= set(TERRAINS)]
    least = len(terrains_only)
    if terrains_only and set.intersection(*terrains_only):
        least = 1
    return range(least, most + 1)
