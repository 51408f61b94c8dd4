"""Ambush: whose board a seat draws on."""

from __future__ import annotations

from engine.cartographers.cards import AmbushCard, Way
from engine.contract import Seat


def target(card: AmbushCard, seat: Seat, seats: int) -> Seat:
    """Whose board comes to a seat: every board goes one seat on in the card's direction. Source: docs/rules.md,
    "Ambush".
    """
    step = 1 if card.passing is Way.CLOCKWISE else -1
    return Seat((seat - step) % seats)


def neighbour(card: AmbushCard, seat: Seat, seats: int) -> Seat:
    """Who draws on a seat's board: the other way round."""
    step = 1 if card.passing is Way.CLOCKWISE else -1
    return Seat((seat + step) % seats)
