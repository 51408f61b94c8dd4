"""Handicaps: points that are added to final scores, and the ranks that follow. A game's rules ignore them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from engine.contract import Standing, Standings


def with_handicaps(standings: Standings, handicaps: Sequence[int]) -> Standings:
    """Return final standings by the sums of scores and handicaps, which are by seat. Solo games keep their standings.

    Seats whose sums are equal keep the order of the rules if their scores are too. Otherwise they share a rank, as the
    tie breaks of the rules compare equal scores only.
    """
    if not any(handicaps) or len(standings.places) == 1:
        return standings
    sums = [
        replace(place, score=place.score + added, handicap=added)
        for place in standings.places
        for added in [handicaps[place.seat]]
    ]
    ranked = [_rank_by_sum(place, sums) for place in sums]
    return replace(standings, places=tuple(sorted(ranked, key=lambda place: (place.rank, place.seat))))


def _rank_by_sum(place: Standing, places: Sequence[Standing]) -> Standing:
    equal = [other for other in places if other.score == place.score]
    rank = 1 + sum(other.score > place.score for other in places)
    if len({other.handicap for other in equal}) > 1:
        return replace(place, rank=rank, tie_break="")
    rank += sum(other.rank < place.rank for other in equal)
    return replace(place, rank=rank, tie_break=place.tie_break if len(equal) > 1 else "")
