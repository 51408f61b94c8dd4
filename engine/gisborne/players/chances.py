"""Chances of each seat to win from a position, by points, fields, and cards in hand.

A seat's prospects are linear in these, and each weight is linear in how far the foremost pawn has come. The weights
were fitted to who won 1200 games of the heuristic player, at tables of three to five: fields count for little at the
start, and for more than half a point each near the end.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp
from typing import Final

from engine.gisborne.cards import steps_of
from engine.gisborne.rules.finish import standings
from engine.gisborne.state import State
from engine.handicaps import with_handicaps

# Weights at the start of the way, and what is added to them until its end.
POINT: Final = (0.112, 0.256)
FIELD: Final = (0.0175, 0.2525)
CARD: Final = (0.017, 0.024)
STEP: Final = (0.0255, 0.1365)
"""A step of the value of a card in hand."""

WAY: Final = 80
"""Fields of a usual way."""
MOST_CARDS: Final = 12
MOST_STEPS: Final = 30
"""Cards in hand, and steps of their values, that count at most."""


def win_chances(state: State, handicaps: Sequence[int] = ()) -> list[float]:
    """Return the chance of each seat to win, by seat; after the game 1 for the winner and 0 for the others.

    `handicaps` are added to the final points, by seat, () for none. Tied winners share the 1 equally.
    """
    if state.over:
        winners = with_handicaps(standings(state), handicaps).winners
        return [(seat in winners) / len(winners) for seat in range(state.seats)]
    handicaps = handicaps or [0] * state.seats
    come = min(max(state.at) / WAY, 1)
    point, field, card, step = (start + come * more for start, more in (POINT, FIELD, CARD, STEP))
    prospects = [
        point * (chest.points + added)
        + field * at
        + card * min(len(hand), MOST_CARDS)
        + step * min(steps_of(hand), MOST_STEPS)
        for chest, added, at, hand in zip(state.chests, handicaps, state.at, state.hands, strict=True)
    ]
    best = max(prospects)
    shares = [exp(each - best) for each in prospects]
    return [share / sum(shares) for share in shares]
