"""Family for patterns: small drawings that are looked for on the map."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import compress

from engine.cartographers.board import Board
from engine.cartographers.geometry import SIZE, STRIDE, Mask
from engine.cartographers.scoring.clause import BaseClause
from engine.cartographers.scoring.contribution import Contribution, Contributions
from engine.cartographers.scoring.parameters import TERRAINS, features, stamp, switch
from engine.cartographers.shapes import BITS
from engine.cartographers.stamps import Stamp, StampForm
from engine.cartographers.terrain import Feature

_Found = list[tuple[StampForm, Mask]]
"""Forms of a stamp with the anchors at which they were found."""


@dataclass(frozen=True, slots=True)
class Patterns(BaseClause):
    """Stars for each set of spaces that looks like a stamp, in any orientation unless `as_drawn`.

    The same spaces count once, however they match. Patterns that share spaces all count if `overlapping`. Otherwise
    they are counted from the north-west in reading order of their first spaces, without those that share a space with
    an earlier one. At the same first space, the stamp as drawn comes first, then rotated clockwise, then flipped.

    `one_of` lists the terrains for spaces that ask for one of several.
    """

    stamp: Stamp = stamp()
    one_of: tuple[Feature, ...] = features(*TERRAINS)
    as_drawn: bool = switch()
    overlapping: bool = switch()

    def contributions(self, board: Board) -> Contributions:
        forms = self.stamp.forms(as_drawn=self.as_drawn)
        found = self._found(forms, board.layers)
        part, stars = self.part, self.stars
        if not self.overlapping:
            return tuple([Contribution(part, spaces, stars) for spaces in _apart(found)])
        contributions: list[Contribution] = []
        for form, anchors in found:
            contributions += compress(_everywhere(part, stars, form.pattern), _bits(anchors))
        return tuple(contributions)

    def _found(self, forms: Sequence[StampForm], layers: tuple[Mask, ...]) -> _Found:
        """Return the forms that are on the map, each with at least one anchor."""
        several = 0
        for feature in self.one_of:
            several |= layers[feature]
        if not self.stamp.asks_for_same:
            each = [(form, form.anchors((*layers, several))) for form in forms]
        else:
            added = [(*layers, several, layers[terrain]) for terrain in TERRAINS if layers[terrain]]
            each = [(form, _union(form, added)) for form in forms]
        return [(form, anchors) for form, anchors in each if anchors]


def _union(form: StampForm, each: Sequence[tuple[Mask, ...]]) -> Mask:
    anchors = 0
    for layers in each:
        anchors |= form.anchors(layers)
    return anchors


def _apart(found: _Found) -> list[Mask]:
    """Return patterns without a common space, the first ones in reading order."""
    left, taken = 0, 0
    for _, anchors in found:
        left |= anchors
    chosen = []
    while left:
        first = left & -left
        for form, anchors in found:
            if anchors & first and not form.pattern * first & taken:
                chosen.append(form.pattern * first)
                taken |= form.pattern * first
                break
        left &= ~(taken | first)
    return chosen


def _bits(mask: Mask) -> bytes:
    """Return a truthy byte for each space of a set and a falsy one for others, without those after the last."""
    return bin(mask)[:1:-1].encode().translate(BITS)


@lru_cache(maxsize=256)
def _everywhere(part: int, stars: int, pattern: Mask) -> tuple[Contribution, ...]:
    """Return the contribution of a pattern at each anchor, by the number of the space."""
    return tuple(Contribution(part, pattern << anchor, stars) for anchor in range(SIZE * STRIDE))
