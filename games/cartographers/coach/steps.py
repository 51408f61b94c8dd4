"""Steps of a review: the answers of each seat in each season, then luck and skill."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from engine.cartographers.events import Event
from engine.cartographers.players.luck import final_state, measure_luck
from engine.cartographers.players.review import AnswerReview, SeatReview, closed_turns, review_turn, summarize
from engine.cartographers.players.review_codec import (
    REVIEW_VERSION,
    answer_review_from_json,
    answer_review_to_json,
    luck_from_json,
    luck_to_json,
)
from engine.cartographers.state import State
from engine.contract import Seat
from games.cartographers.coach.raters import review_rater

VERSION: Final = REVIEW_VERSION
MOST_WITH_LUCK: Final = 6
"""Most seats of a game whose luck and skill are measured: that plays whole games, which takes too long with more."""
LUCK: Final = "luck"
"""Key of the luck of all seats in the result of the last step. The results of the others are lists of answers."""


def count_steps(state: State) -> int:
    """Return the number of steps: one for each seat and season, and one for luck in whole games of a few seats."""
    return _count_parts(state) + (state.over and state.seats <= MOST_WITH_LUCK)


def _count_parts(state: State) -> int:
    return state.seats * (state.season + 1)


def run_step(events: Sequence[Event], number: int, _results: Sequence[Any] = (), _handicaps: Sequence[int] = ()) -> Any:
    """Return the reviews of a seat's answers in a season as JSON data, or after all of them the luck of each seat.

    They are about stars on the map, so handicaps don't matter.
    """
    end = final_state(events)
    if number >= _count_parts(end):
        return {LUCK: [luck_to_json(each) for each in measure_luck(events)]}
    season, seat = divmod(number, end.seats)
    rater = review_rater(end.seats)
    return [
        answer_review_to_json(review)
        for state in closed_turns(events)
        if state.season == season
        for review in review_turn(state, rater, lambda ask: ask.seat == seat)
    ]


def seat_review(results: Sequence[Any], seat: Seat) -> SeatReview:
    """Return the review of a seat from the results of all steps."""
    answers = [
        answer_review_from_json(each) for each in _answer_data(results) if seat in (each["seat"], each["subject"])
    ]
    lucks = [luck_from_json(each[LUCK][seat]) for each in results if isinstance(each, dict)]
    return summarize(seat, answers, lucks[0] if lucks else None)


def all_answers(results: Sequence[Any]) -> list[AnswerReview]:
    """Return the reviews of the answers of all seats from the results of all steps."""
    return [answer_review_from_json(each) for each in _answer_data(results)]


def _answer_data(results: Sequence[Any]) -> list[Any]:
    return [each for result in results if isinstance(result, list) for each in result]
