"""Puzzles in reviews, and the result of a place that somebody has found for the shape."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.utils.translation import gettext as _

from engine.cartographers.geometry import Mask
from engine.cartographers.notation import Placement
from engine.cartographers.players.one_ply import OnePly
from engine.cartographers.players.raters import rate_answers
from engine.cartographers.players.review import AnswerReview, Rating, review_placement
from engine.cartographers.players.review_codec import answer_review_to_json
from engine.cartographers.view import View
from engine.contract import Seat
from games.cartographers.coach.raters import review_attempt
from games.cartographers.coach.steps import all_answers, seat_review
from games.cartographers.coach.words import about_stars, answer_words, reasons
from games.play.coaching import FoundPuzzle

LEAST_LOSS: Final = 4.0
"""Stars that the move in the game must have lost, so that its position is worth a puzzle."""
ERRORS: Final = 2.0
"""Standard errors by which the loss must exceed it."""
LEAST_LEAD: Final = 1.0
"""Stars by which the best move must be ahead of the second, so that a puzzle has one clear solution."""
SOLVED: Final = 0.5
"""Most stars that a solution of a puzzle may lose."""
_KINDS: Final = frozenset({"draw", "hero"})


def find_puzzles(results: Sequence[Any]) -> tuple[FoundPuzzle, ...]:
    """Return the puzzles in the results of a review."""
    answers = filter(_is_puzzle, all_answers(results))
    return tuple(FoundPuzzle(each.seat, each.turn, answer_review_to_json(each)) for each in answers)


def find_reviewed_move(results: Sequence[Any], seat: int, turn: int) -> AnswerReview | None:
    """Return the review of what a seat drew on its own map in a turn, or None if it drew nothing."""
    answers = seat_review(results, Seat(seat)).answers
    return next((each for each in answers if each.turn == turn and _is_own_drawing(each)), None)


def _is_own_drawing(review: AnswerReview) -> bool:
    is_own = review.kind in _KINDS and review.subject == review.seat
    return is_own and isinstance(review.given.answer, Placement)


def _is_puzzle(review: AnswerReview) -> bool:
    is_clear = review.loss - ERRORS * review.error > LEAST_LOSS
    return _is_own_drawing(review) and is_clear and len(review.best) > 1 and lead_of(review) >= LEAST_LEAD


def lead_of(review: AnswerReview) -> float:
    """Return the stars by which the best move is ahead of the second."""
    return review.best[0].value - review.best[1].value


@dataclass(frozen=True, slots=True)
class BestPlace:
    """One of the best places in words, with the stars that it is worth less than the best one ("" for none).

    `why` says why it differs from the tried one, "" if nothing was tried or if it is the same.
    """

    words: str
    loss: str
    why: str


@dataclass(frozen=True, slots=True)
class PlaceResult:
    """Loss of a tried spot compared with the best one; the spaces of the best spot, and all best spots.

    `loss` is None if nothing was tried.
    """

    loss: float | None
    best: Mask
    places: tuple[BestPlace, ...]


def show_solution(view: View, known: AnswerReview | None) -> PlaceResult:
    """Return the best places, without a loss. They cost no playouts: without a review, one ply finds them."""
    return _result(known, view, is_tried=False) if known else judge_place(view, None)


def judge_place(view: View, placement: Placement | None) -> PlaceResult:
    """Compare a legal placement with the best ones by one ply; without one, return these."""
    review = review_placement(view, placement or _best_placement(view))
    return _result(review, view, is_tried=placement is not None)


def judge_attempt(view: View, placement: Placement, known: AnswerReview | None) -> PlaceResult:
    """Compare a legal placement with the best ones as the review of its turn does.

    `known` is the stored review of the turn, None if it is gone.
    """
    return _result(review_attempt(view, placement, SOLVED, known), view, is_tried=True)


def _result(review: AnswerReview, view: View, *, is_tried: bool) -> PlaceResult:
    return PlaceResult(
        loss=review.loss if is_tried else None,
        best=review.best[0].cells,
        places=tuple(_place(each, review, view, is_tried=is_tried) for each in review.best),
    )


def _best_placement(view: View) -> Placement:
    values = rate_answers(OnePly(), view)
    best = max(values, key=values.__getitem__)
    assert isinstance(best, Placement), "a shape is drawn"
    return best


def _place(rating: Rating, review: AnswerReview, view: View, *, is_tried: bool) -> BestPlace:
    less = round(review.best[0].value - rating.value, 1)
    return BestPlace(
        words=answer_words(rating, view.skills),
        loss=_("%(stars)s less than the best one") % {"stars": about_stars(less)} if less else "",
        why=reasons(rating, review.given, view.edicts) if is_tried and rating != review.given else "",
    )


def is_solution(result: PlaceResult) -> bool:
    """Return True if a place was tried and is about as good as the best one."""
    return result.loss is not None and result.loss <= SOLVED


def loss_sentence(result: PlaceResult) -> str:
    """Return in a sentence how many stars the tried place lost."""
    if not result.loss:
        return _("There is no better spot.")
    return _("The best spot is worth %(stars)s more.") % {"stars": about_stars(result.loss)}
