"""Search for maps on which a scoring card earns nothing, something or much.

It looks through the sample maps and those of quick games.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from enum import StrEnum
from functools import lru_cache
from typing import Final

from engine.cartographers.board import Board
from engine.cartographers.cards import ScoringCard
from engine.cartographers.notation import whole_board_text
from engine.cartographers.scoring.tally import stars
from games.cartographers.shelf.sample_boards import sample_boards
from games.cartographers.workshop.quick_games import boards_of_game

_GAMES: Final = 8
"""Number of quick games without the card, and with it."""
_LEAST_FILLED: Final = 25
"""Minimum number of filled spaces of a map that is worth showing."""


class Sought(StrEnum):
    """Number of stars that a card should earn on the map to find."""

    NONE = "none"
    SOME = "some"
    MANY = "many"


def find_board(card: ScoringCard, sought: Sought, known: Collection[str] = ()) -> Board | None:
    """A board on which a card earns so much that is none of the `known` (texts, `whole_board_text`); None where there
    is none. The same question has the same answer, within a second or two.
    """
    boards = [board for board in _boards(card, sought) if whole_board_text(board) not in known]
    earned = sorted(((stars(card, board), number) for number, board in enumerate(boards)), key=lambda pair: pair[0])
    paying = [number for earns, number in earned if earns]
    if sought is Sought.NONE:
        idle = [boards[number] for earns, number in earned if not earns]
        return max(idle, key=lambda board: board.filled.bit_count(), default=None)
    if not paying:
        return None
    return boards[paying[-1] if sought is Sought.MANY else paying[len(paying) // 2]]


def _boards(card: ScoringCard, sought: Sought) -> Iterator[Board]:
    yield from sample_boards().values()
    yield from _without_it()
    if sought is not Sought.NONE:
        for number in range(_GAMES):
            yield from (board for board in boards_of_game(card, number) if board.filled.bit_count() >= _LEAST_FILLED)


@lru_cache(maxsize=1)
def _without_it() -> tuple[Board, ...]:
    games = (boards_of_game(None, number) for number in range(_GAMES))
    return tuple(board for game in games for board in game if board.filled.bit_count() >= _LEAST_FILLED)
