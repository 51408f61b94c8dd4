"""The board at which a scoring card is explained."""

from __future__ import annotations

from collections.abc import Sequence

from engine.cartographers.board import Board
from engine.cartographers.cards import ScoringCard
from engine.cartographers.scoring.tally import stars
from games.cartographers.shelf.examples import read_example
from games.cartographers.shelf.sample_boards import sample_boards
from games.catalog.shelves import Data


def example_for(card: ScoringCard, examples: Sequence[Data] = ()) -> Board:
    """Of the boards by which a card is tested (as the catalog stores them) the one on which it earns most, if it earns
    anything there; else the board laid by for it, and for one that has none that on which it earns most.
    """
    own = max((read_example(data).board for data in examples), key=lambda board: stars(card, board), default=None)
    if own is not None and stars(card, own):
        return own
    boards = sample_boards()
    return boards.get(card.id) or max(boards.values(), key=lambda board: stars(card, board))
