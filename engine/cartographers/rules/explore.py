"""Explore: revealing the top card."""

from __future__ import annotations

from engine.cartographers.cards import RuinsCard
from engine.cartographers.events import CardRevealed
from engine.cartographers.state import State


def reveal(state: State) -> CardRevealed:
    """Reveal the top card. A ruins card does not start a turn of its own. Source: docs/rules.md, "Explore"."""
    top = state.deck[0]
    return CardRevealed(top, state.turn if isinstance(state.card(top), RuinsCard) else state.turn + 1)
