"""A board as a small drawing on which what a scoring card counts is lit, with its stars and why."""

from __future__ import annotations

from dataclasses import dataclass

from engine.cartographers.board import Board
from engine.cartographers.cards import ScoringCard
from engine.cartographers.geometry import Mask, column_of, row_of, spaces
from engine.cartographers.scoring.tally import score
from games.cartographers.goals.explanations import edict_reasons
from games.cartographers.map.boards import Patch, edges_of, outline, patches

_MOST_REASONS = 6


@dataclass(frozen=True, slots=True)
class LitBoard:
    """The drawing, the stars, and a sentence for each reason; `more` are the reasons that are left out."""

    patches: tuple[Patch, ...]
    stars: int
    reasons: tuple[str, ...]
    more: int


def lit_board(card: ScoringCard, board: Board) -> LitBoard:
    """A board as a card scores it."""
    tally = score(card, board)
    reasons = [reason.sentence for reason in edict_reasons(card, board)]
    lit = _lit(tally.lit) if tally.lit else ()
    return LitBoard(
        (*patches(board), *lit), tally.stars, tuple(reasons[:_MOST_REASONS]), max(0, len(reasons) - _MOST_REASONS)
    )


def _lit(mask: Mask) -> tuple[Patch, ...]:
    """A square amid each space, so that what lies there stays in sight, and a line around all of them."""
    squares = "".join(f"M{column_of(where)}.3 {row_of(where)}.3h.4v.4h-.4z" for where in spaces(mask))
    return Patch("lit", squares), Patch("lit-edge", outline(edges_of(mask)))
