"""Boards on which scoring cards can be seen at work; they come from games that were played for this."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Final

from engine.cartographers.board import Board
from engine.cartographers.geometry import SIZE
from engine.cartographers.notation import board_of

EMPTY_BOARD: Final = "/".join(["." * SIZE] * SIZE)
_DATA = Path(__file__).with_name("data") / "examples.json"


@cache
def sample_texts() -> Mapping[str, str]:
    """The drawn board that is laid by for each published scoring card, by the card's id."""
    texts: dict[str, str] = json.loads(_DATA.read_text())
    return texts


@cache
def sample_boards() -> Mapping[str, Board]:
    """The same, read."""
    return {card: board_of(text) for card, text in sample_texts().items()}
