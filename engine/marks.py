"""Marks of answers in reviews of games, by what they lose."""

from __future__ import annotations

from enum import StrEnum


class Mark(StrEnum):
    """Mark of an answer in a review."""

    BEST = "best"
    GOOD = "good"
    INACCURACY = "inaccuracy"
    MISTAKE = "mistake"
    BLUNDER = "blunder"


def mark_of(loss: float, inaccuracy: float, mistake: float, blunder: float) -> Mark:
    """Return the mark for a loss, rounded; the bounds are losses above which an answer gets a mark."""
    bounds = ((Mark.BLUNDER, blunder), (Mark.MISTAKE, mistake), (Mark.INACCURACY, inaccuracy), (Mark.GOOD, 0))
    return next((mark for mark, bound in bounds if loss > bound), Mark.BEST)
