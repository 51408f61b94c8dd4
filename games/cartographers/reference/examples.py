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
    """Return the map that shows an example of a scoring card.

    This is the one of its `examples` (as stored in the catalog) with the most stars, if it earns any there. Otherwise
    it is the sample map of the card, or without one the sample map with the most stars.
    """
    own = max((read_example(data).board for data in examples), key=lambda board: stars(card, board), default=None)
    if own is not None and stars(card, own):
        return own
    boards = sample_boards()
    return boards.get(card.id) or max(boards.values(), key=lambda board: stars(card, board))
