"""The greedy move with the engine: the oracle's yardstick, drawn and scored with bit sets."""

from __future__ import annotations

from engine.cartographers.board import Board
from engine.cartographers.cards import ScoringCard
from engine.cartographers.geometry import Mask, Space, spaces
from engine.cartographers.placement import Offer
from engine.cartographers.scoring.tally import stars
from engine.cartographers.terrain import Terrain

Move = tuple[Mask, Terrain, bool]
"""The cells, their terrain, and whether the shape earns a coin."""

Cards = tuple[ScoringCard, ScoringCard]


def greedy(board: Board, offer: Offer, cards: Cards) -> Move:
    """The drawing of most worth; among equals the first by cells in reading order, then terrain order."""
    moves = [
        (fit.cells, terrain, option.coin)
        for option in offer.options
        for fit in offer.fits(option.shape)
        for terrain in option.terrains
    ]
    worths = [_worth(board, move, cards) for move in moves]
    most = max(worths)
    return min((move for move, worth in zip(moves, worths, strict=True) if worth == most), key=_order)


def _worth(board: Board, move: Move, cards: Cards) -> int:
    """Stars of the cards after the drawing, minus what monsters cost, plus the coins the drawing pays."""
    cells, terrain, coin = move
    after = board.draw(cells, terrain)
    coins = coin + board.mountains_closed_by(cells).bit_count()
    return stars(cards[0], after) + stars(cards[1], after) - after.monster_losses().bit_count() + coins


def _order(move: Move) -> tuple[tuple[Space, ...], Terrain, bool]:
    cells, terrain, coin = move
    return spaces(cells), terrain, coin
