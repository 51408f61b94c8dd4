"""Boards on which scoring cards can be seen at work; they come from games that were played for this."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from engine.cartographers.board import Board
from engine.cartographers.cards import ScoringCard
from engine.cartographers.notation import board_of
from engine.cartographers.scoring.tally import stars

_DATA = Path(__file__).with_name("data") / "examples.json"


def example_for(card: ScoringCard) -> Board:
    """The board laid by for a card; for one that has none, the board on which it earns most."""
    boards = _boards()
    return boards.get(card.id) or max(boards.values(), key=lambda board: stars(card, board))


@cache
def _boards() -> Mapping[str, Board]:
    return {card: board_of(text) for card, text in json.loads(_DATA.read_text()).items()}
