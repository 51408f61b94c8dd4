"""Raters of the coach: one for reviews, and one for attempts at a reviewed turn."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from engine.cartographers.notation import Placement
from engine.cartographers.players.raters import SearchRater
from engine.cartographers.players.review import AnswerReview, listed_placement, review_placement
from engine.cartographers.view import View

SOLO_PLAYOUTS: Final = 1000
"""Most playouts for each drawing of a solo game."""
SHARED_PLAYOUTS: Final = 250
"""Most playouts for each drawing of a game with several seats. It has several times as many drawings, and a review of
four seats should take at most 8 seconds. Only drawings that lose about 3 stars take as many, so fewer playouts change
few marks: the agreement of two reviews is the same (`benchmarks/reviews.py`).
"""
ATTEMPT_PLAYOUTS: Final = 400
"""Most playouts for an attempt, for which a visitor waits."""


def review_rater(seats: int) -> SearchRater:
    """Return the rater for the review of a game with this number of seats."""
    return SearchRater(playouts=SOLO_PLAYOUTS if seats == 1 else SHARED_PLAYOUTS)


def review_attempt(view: View, placement: Placement, bound: float, known: AnswerReview | None = None) -> AnswerReview:
    """Review an attempt at a turn by playouts, so that there is little doubt if it loses more than `bound` stars.

    `known` is the review of the turn in its game. Moves that it rates keep their values, and others are compared with
    its best move, so that the visitor never reads two figures for one move.
    """
    assert view.desk is not None, "a shape is drawn"
    listed = listed_placement(view.desk, placement)
    if known and listed == known.given.answer:
        return known
    if known and (rating := next((each for each in known.best if each.answer == listed), None)):
        return replace(known, given=rating, loss=round(known.best[0].value - rating.value, 1))
    found = review_placement(view, placement, SearchRater(playouts=ATTEMPT_PLAYOUTS, bound=bound))
    if known is None or not found.loss:
        return found
    given = replace(found.given, value=round(known.best[0].value - found.loss, 2))
    return replace(found, given=given, best=known.best)
