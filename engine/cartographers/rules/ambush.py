"""Ambush: the board that each seat draws on."""

from __future__ import annotations

from engine.cartographers.cards import AmbushCard, RotationDirection
from engine.contract import Seat


def target(card: AmbushCard, seat: Seat, seats: int) -> Seat:
    """Return the seat whose board `seat` receives: boards move one seat in the card's direction.

    Source: docs/rules.md, "Ambush".
    """
    step = 1 if card.passing is RotationDirection.CLOCKWISE else -1
    return Seat((seat - step) % seats)


def neighbour(card: AmbushCard, seat: Seat, seats: int) -> Seat:
    """Return the seat that draws on the board of `seat`; the inverse of `target`."""
    step = 1 if card.passing is RotationDirection.CLOCKWISE else -1
    return Seat((seat + step) % seats)
