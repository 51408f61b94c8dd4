"""Explore: turning up the top card."""

from __future__ import annotations

from engine.cartographers.cards import RuinsCard
from engine.cartographers.events import CardRevealed
from engine.cartographers.state import State


def reveal(state: State) -> CardRevealed:
    """The top card turned up. A ruins card belongs to the turn of the card that it binds. Source: docs/rules.md,
    "Explore".
    """
    top = state.deck[0]
    return CardRevealed(top, state.turn if isinstance(state.card(top), RuinsCard) else state.turn + 1)
