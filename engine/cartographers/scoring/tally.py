"""Score of a scoring card on a board."""

from __future__ import annotations

from typing import NamedTuple

from engine.cartographers.board import Board
from engine.cartographers.cards import ScoringCard
from engine.cartographers.geometry import Mask
from engine.cartographers.scoring.contribution import Contribution


class Tally(NamedTuple):
    """Stars of one card on one board, with reasons."""

    card: ScoringCard
    stars: int
    contributions: tuple[Contribution, ...]

    @property
    def lit(self) -> Mask:
        """Spaces of all contributions."""
        lit = 0
        for contribution in self.contributions:
            lit |= contribution.lit
        return lit


def score(card: ScoringCard, board: Board) -> Tally:
    """Score a card. All totals, overlays and sentences come from this function."""
    contributions: tuple[Contribution, ...] = ()
    for clause in card.clauses:
        contributions += clause.contributions(board)
    total = 0
    for _, _, stars, units, _ in contributions:
        total += stars * units
    return Tally(card, total, contributions)


def stars(card: ScoringCard, board: Board) -> int:
    """Return only the stars of a card."""
    total = 0
    for clause in card.clauses:
        for _, _, each, units, _ in clause.contributions(board):
            total += each * units
    return total
