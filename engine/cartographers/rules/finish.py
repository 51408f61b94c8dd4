"""End of the game: final standings."""

from __future__ import annotations

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
    ranks = {seat: 1 + sum(key < keys[seat] for key in keys.values()) for seat in ordered}
    return Standings(tuple(Standing(seat, ranks[seat], -keys[seat][0], _tie_break(seat, keys)) for seat in ordered))


def _tie_break(seat: Seat, keys: dict[Seat, tuple[int, int]]) -> TieBreak:
    stars, losses = keys[seat]
    equals = [key[1] for other, key in keys.items() if other != seat and key[0] == stars]
    if not equals:
        return TieBreak.NONE
    return TieBreak.SHARED if losses in equals else TieBreak.FEWER_LOSSES
