"""End of the game: final standings."""

from __future__ import annotations

from collections import Counter
from enum import StrEnum

from engine.cartographers.rules import solo
from engine.cartographers.state import State
from engine.contract import Seat, Standing, Standings


class TieBreak(StrEnum):
    """Criterion that separates seats with equal stars."""

    NONE = ""
    FEWER_LOSSES = "fewer_losses"
    SHARED = "shared"


def standings(state: State) -> Standings:
    """Return the standings: most stars, then fewest stars lost to monsters, then a shared place. Source: docs/rules.md,
    "End of the game".
    """
    if state.seats == 1:
        stars = state.total(Seat(0))
        rating = solo.rating(stars, state.edicts)
        title = "" if state.definition.practice else solo.title(rating)
        return Standings((Standing(Seat(0), 1, stars),), rating, title)
    keys = {Seat(seat): (-state.total(Seat(seat)), state.losses(Seat(seat))) for seat in range(state.seats)}
    ordered = sorted(keys, key=lambda seat: (keys[seat], seat))
    shared, tied = Counter(keys.values()), Counter(stars for stars, _losses in keys.values())
    places: list[Standing] = []
    for number, seat in enumerate(ordered):
        key, before = keys[seat], ordered[number - 1]
        rank = places[-1].rank if places and keys[before] == key else number + 1
        places.append(Standing(seat, rank, -key[0], _tie_break(shared[key], tied[key[0]])))
    return Standings(tuple(places))


def _tie_break(shared: int, tied: int) -> TieBreak:
    """Return the criterion for a seat, from how many share its place, and how many its stars; both include it."""
    if tied == 1:
        return TieBreak.NONE
    return TieBreak.SHARED if shared > 1 else TieBreak.FEWER_LOSSES
