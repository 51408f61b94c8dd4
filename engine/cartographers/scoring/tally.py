"""Score of a scoring card on a board."""

from __future__ import annotations

from typing import NamedTuple

from engine.cartographers.board import Board
from engine.cartographers.cards import Combination, ScoringCard
from engine.cartographers.geometry import Mask
from engine.cartographers.scoring.contribution import (
    CardContribution,
    Contribution,
    Contributions,
    Limited,
    Overruled,
    TierReached,
)
from engine.cartographers.scoring.families import Clause


class Tally(NamedTuple):
    """Stars of one card on one board, with reasons whose totals add up to the stars."""

    card: ScoringCard
    stars: int
    contributions: tuple[CardContribution, ...]

    @property
    def lit(self) -> Mask:
        """Spaces of all contributions."""
        lit = 0
        for contribution in self.contributions:
            lit |= contribution.lit
        return lit


def score(card: ScoringCard, board: Board) -> Tally:
    """Score a card. All totals, overlays and sentences come from this function."""
    if not card.is_plain_sum:
        return _combined(card, board)
    contributions: Contributions = ()
    for clause in card.clauses:
        contributions += clause.contributions(board)
    total = 0
    for _, _, stars, units, _ in contributions:
        total += stars * units
    return Tally(card, total, contributions)


def stars(card: ScoringCard, board: Board) -> int:
    """Return only the stars of a card."""
    if not card.is_plain_sum:
        return _combined(card, board).stars
    total = 0
    for clause in card.clauses:
        for _, _, each, units, _ in clause.contributions(board):
            total += each * units
    return total


def _combined(card: ScoringCard, board: Board) -> Tally:
    """Score a card with tiers, with clauses that exclude each other, or with a cap or floor."""
    by_clause = [_with_tiers(clause, clause.contributions(board)) for clause in card.clauses]
    totals = [sum([each.total for each in reasons]) for reasons in by_clause]
    contributions: tuple[CardContribution, ...]
    if card.combination is Combination.SUM:
        total = sum(totals)
        contributions = tuple([each for reasons in by_clause for each in reasons])
    else:
        total = max(totals) if card.combination is Combination.LARGEST else min(totals)
        counting = totals.index(total)
        overruled = [Overruled(part, other) for part, other in enumerate(totals) if part != counting]
        contributions = (*by_clause[counting], *(overruled if any(totals) else ()))
    limit = _limit(card, total)
    if limit is not None:
        contributions += (Limited(limit, limit - total),)
        total = limit
    return Tally(card, total, contributions)


def _with_tiers(clause: Clause, contributions: Contributions) -> tuple[Contribution | TierReached, ...]:
    """Return the contributions of a clause, replaced by a single one if the clause has tiers."""
    if clause.tiers is None or not contributions:
        return contributions
    count, counting, through = 0, 0, 0
    for _, each, _, units, way in contributions:
        count += units
        counting |= each
        through |= way
    return (TierReached(clause.part, counting, clause.stars * clause.tiers.reached(count), count, through),)


def _limit(card: ScoringCard, total: int) -> int | None:
    """Return the cap or floor of a card that a total passes, or None."""
    if card.cap is not None and total > card.cap:
        return card.cap
    return card.floor if card.floor is not None and total < card.floor else None
