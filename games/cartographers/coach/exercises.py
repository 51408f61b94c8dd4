"""Exercises from one's mistakes: the turn as it was, and attempts to find something better."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _

from engine.cartographers.events import Event
from engine.cartographers.game import RULES
from engine.cartographers.notation import Placement
from engine.cartographers.players.review import INACCURATE, AnswerReview, SeatReview, closed_turns, star_mark
from engine.cartographers.state import ASKING
from engine.cartographers.view import Desk, View
from engine.contract import Seat
from games.cartographers.coach.raters import review_attempt
from games.cartographers.coach.words import about_stars, answer_words, reasons
from games.cartographers.desk.placement_state import Ghost
from games.play.coaching import POOR

_SAME: Final = 0.05
"""Stars below which two moves are equally good."""


def exercises_of(review: SeatReview) -> tuple[AnswerReview, ...]:
    """Return the answers of a seat on its own map that are worth another try, the worst first."""
    poor = (
        each
        for each in review.answers
        if each.mark in POOR and each.subject == each.seat and isinstance(each.given.answer, Placement)
    )
    return tuple(sorted(poor, key=lambda each: (-each.loss, each.turn)))


def view_of_turn(events: Iterable[Event], turn: int, seat: Seat) -> tuple[View, Desk] | None:
    """Return the game as a seat saw it before anyone drew in a closed turn, or None if it drew no shape then."""
    for state in closed_turns(events):
        phase = state.phase
        if state.turn == turn and isinstance(phase, ASKING):
            view = RULES.view(state.but(phase=phase._replace(answers=(None,) * state.seats)), seat)
            return (view, view.desk) if view.desk else None
    return None


@dataclass(frozen=True, slots=True)
class Attempt:
    """Result of an attempt in words; `is_solved` if it is close to the best move."""

    words: str
    is_solved: bool


def rate_attempt(view: View, ghost: Ghost, review: AnswerReview) -> Attempt:
    """Rate a legal attempt in stars, beside the move in the game and the best one."""
    placement = ghost.placement
    assert placement is not None, "the shape is placed"
    left = review_attempt(view, placement, INACCURATE, review).loss
    gained, is_solved = review.loss - left, star_mark(left) not in POOR
    if is_solved:
        words = [_("Yes: %(stars)s better than in the game.") % {"stars": about_stars(gained)}]
        words.append(_("There is no better move.") if left < _SAME else solution_sentence(review, view))
        return Attempt(" ".join(words), is_solved)
    if gained > _SAME:
        text = _("Not yet: this is %(stars)s better than in the game, but there is a better move. Try again.")
    elif gained < -_SAME:
        text = _("Not yet: this is %(stars)s worse than in the game. Try again.")
    else:
        text = _("Not yet: this is as good as in the game. Try again.")
    return Attempt(text % {"stars": about_stars(abs(gained))}, is_solved)


def solution_sentence(review: AnswerReview, view: View) -> str:
    """Return the best move, with the reasons why it is better than the one in the game."""
    best = review.best[0]
    why = reasons(best, review.given, view.edicts)
    words = {"move": answer_words(best, view.skills), "stars": about_stars(review.loss), "reasons": why}
    if not why:
        return _("The best move is %(move)s: %(stars)s better than in the game.") % words
    return _("The best move is %(move)s: %(stars)s better than in the game. %(reasons)s.") % words
