"""Shortlist: rates the drawings of a card, but of those that need a skill only the promising ones.

Skills offer many times as many drawings as the card alone. First a sample of them is rated, then those
that are promising: by what each space has been worth in the drawings rated before.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from heapq import nlargest
from typing import NamedTuple

from engine.cartographers.cards import Overlap
from engine.cartographers.geometry import SIZE, STRIDE
from engine.cartographers.placement import Offer
from engine.cartographers.players.value import RatedPlacement
from engine.cartographers.shapes import Fit
from engine.cartographers.terrain import Terrain
from engine.cartographers.trial_placements import Fits

LEAST, TIMES = 130, 1.1
"""Drawings with skills that are rated: at least so many, or so many for each drawing without a skill."""

OVERLAP_COST = 3
"""Time that it takes to rate a drawing that may cover terrain, as a multiple of that for others."""

SAMPLED = 0.3
"""Share of them that are rated as a sample."""

PASSES = 2
"""Passes over the rated drawings that it takes to learn what spaces are worth."""


class _Drawing(NamedTuple):
    option: int
    terrain: Terrain
    fit: Fit


def rate_promising(
    offer: Offer, rate: Callable[[Offer, Fits | None], list[RatedPlacement]], *, thorough: bool = True
) -> list[RatedPlacement]:
    """Return the ratings of all drawings without a skill, and of the promising ones with skills.

    The options without a skill come first. Drawings that would come out the same without one are left out. If not
    `thorough`, only the sample is rated.
    """
    plain = offer._replace(options=tuple([option for option in offer.options if not option.skill]))
    rated = rate(plain, None)
    if len(plain.options) == len(offer.options):
        return rated
    by_skill: dict[str, list[_Drawing]] = {}
    for number, option in enumerate(offer.options):
        if option.skill:
            fits = offer.fits(option)
            by_skill.setdefault(option.skill, []).extend(
                [_Drawing(number, terrain, fit) for terrain in option.terrains for fit in fits]
            )
    budget = max(LEAST, TIMES * len(rated)) / len(by_skill)
    free = {(each.terrain, each.fit.cells) for each in rated}
    picked, left = list[_Drawing](), list[tuple[int, list[_Drawing]]]()
    for entries in by_skill.values():
        drawings = [each for each in entries if (each.terrain, each.fit.cells) not in free]
        overlaps = offer.options[entries[0].option].overlap is not Overlap.NONE
        count = int(budget / OVERLAP_COST if overlaps else budget)
        if len(drawings) <= count:
            picked += drawings
            continue
        step = -(-len(drawings) // int(count * SAMPLED))
        picked += drawings[::step]
        del drawings[::step]
        left.append((count - int(count * SAMPLED), drawings))
    rated = rated + rate(offer, _grouped(picked))
    if not (left and thorough):
        return rated
    worths, promising = _learn(rated), list[_Drawing]()
    for count, drawings in left:
        promises = [_promise(worths, each) for each in drawings]
        promising += [drawings[at] for at in nlargest(count, range(len(drawings)), promises.__getitem__)]
    return rated + rate(offer, _grouped(promising))


def _grouped(drawings: Iterable[_Drawing]) -> Fits:
    grouped: dict[tuple[int, Terrain], list[Fit]] = {}
    for option, terrain, fit in drawings:
        grouped.setdefault((option, terrain), []).append(fit)
    return grouped


def _learn(rated: list[RatedPlacement]) -> dict[Terrain, list[float]]:
    """Return what each space is worth in each terrain, if the value of a drawing is their sum.

    A part of the worth is common to all terrains. It is all that is known of a terrain that was not rated.
    """
    lowest = min([each.value for each in rated])
    common = [0.0] * (SIZE * STRIDE)
    own: dict[Terrain, list[float]] = {}
    samples = []
    for value, _, terrain, fit in rated:
        places = [fit.anchor, *[fit.anchor + step for step in fit.orientation.steps]]
        samples.append((value - lowest, places, own.setdefault(terrain, [0.0] * (SIZE * STRIDE))))
    for _ in range(PASSES):
        for value, places, table in samples:
            missing = value - sum([common[place] + table[place] for place in places])
            each = missing / (2 * len(places))
            for place in places:
                common[place] += each
                table[place] += each
    tables = [own.get(terrain, [0.0] * (SIZE * STRIDE)) for terrain in Terrain]
    sums = [[one + other for one, other in zip(common, table, strict=True)] for table in tables]
    return dict(zip(Terrain, sums, strict=True))


def _promise(worths: Mapping[Terrain, list[float]], drawing: _Drawing) -> float:
    """Return the sum of what the spaces of a drawing are worth."""
    _, terrain, fit = drawing
    table, anchor = worths[terrain], fit.anchor
    return table[anchor] + sum([table[anchor + step] for step in fit.orientation.steps])
