"""Comparison of solo games with the same deck, turn by turn."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from games.tables.models import Table


@dataclass(frozen=True, slots=True)
class ScoredTurn:
    """Closed turn of a finished solo game: its number and name, and the score before and after it.

    `before` includes changes of the score between turns.
    """

    number: int
    title: str
    before: int
    after: int


@dataclass(frozen=True, slots=True)
class Comparison:
    """Functions to compare solo games with the same deck.

    `may_share` returns False for options with which a solo game always has a deck of its own, such as those of practice
    games. `turns` returns the closed turns of a finished solo game, given its table and its log of decoded events. The
    number of turns depends on the deck alone.
    """

    may_share: Callable[[dict[str, Any]], bool]
    turns: Callable[[Table, Sequence[Any]], Sequence[ScoredTurn]]
