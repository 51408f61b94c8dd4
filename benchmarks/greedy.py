"""The greedy move with the engine: the oracle's yardstick on what every placement comes to."""

from __future__ import annotations

from engine.cartographers.board import Board
from engine.cartographers.cards import ScoringCard
from engine.cartographers.geometry import Mask, Space, spaces
from engine.cartographers.placement import Offer
from engine.cartographers.position import Position
from engine.cartographers.terrain import Terrain
from engine.cartographers.trial_placements import ScoreCache, TrialPlacement, try_placements

Move = tuple[Mask, Terrain, bool]
"""The cells, their terrain, and whether the shape earns a coin."""

Cards = tuple[ScoringCard, ScoringCard]

_TRACK = 121
"""Room for every coin, as the oracle's yardstick knows no track."""


def tries(board: Board, offer: Offer, cards: Cards) -> list[TrialPlacement]:
    """Every placement and its worth, with nothing known of any other move."""
    return try_placements(Position(board, _TRACK), offer, cards, ScoreCache())


def greedy(board: Board, offer: Offer, cards: Cards) -> Move:
    """The drawing of most worth; among equals the first by cells in reading order, then terrain order."""
    placements = tries(board, offer, cards)
    worths = [each.worth for each in placements]
    most = max(worths)
    return min(
        (move_of(offer, each) for each, worth in zip(placements, worths, strict=True) if worth == most), key=_order
    )


def move_of(offer: Offer, each: TrialPlacement) -> Move:
    """Return the cells that a placement fills."""
    return each.fit.cells, each.terrain, offer.options[each.option].coin


def _order(move: Move) -> tuple[tuple[Space, ...], Terrain, bool]:
    cells, terrain, coin = move
    return spaces(cells), terrain, coin
