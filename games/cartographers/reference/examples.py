"""The board at which a scoring card is explained."""

from __future__ import annotations

from engine.cartographers.board import Board
from engine.cartographers.cards import ScoringCard
from engine.cartographers.scoring.tally import stars
from games.cartographers.shelf.sample_boards import sample_boards


def example_for(card: ScoringCard) -> Board:
    """The board laid by for a card; for one that has none, the board on which it earns most."""
    boards = sample_boards()
    return boards.get(card.id) or max(boards.values(), key=lambda board: stars(card, board))
