"""Steps of a review: one round after the other, for all seats."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from engine.contract import Seat
from engine.gisborne.events import Event
from engine.gisborne.players.review import AnswerReview, review_answers
from engine.gisborne.players.review_codec import REVIEW_VERSION, answer_review_from_json, answer_review_to_json
from engine.gisborne.state import State
from games.gisborne.log.past_states import closed_rounds

VERSION: Final = REVIEW_VERSION


def count_steps(state: State) -> int:
    """Return the number of steps: the closed rounds of a game."""
    return closed_rounds(state)


def run_step(events: Sequence[Event], number: int, _results: Sequence[Any], handicaps: Sequence[int]) -> Any:
    """Return the reviews of all answers of a round as JSON data; the first round is step 0."""
    reviews = review_answers(events, round_=number + 1, handicaps=handicaps)
    return [answer_review_to_json(each) for each in reviews]


def seat_reviews(results: Sequence[Any], seat: Seat) -> tuple[AnswerReview, ...]:
    """Return the reviews of the answers of a seat from the results of all steps."""
    every = (answer_review_from_json(each) for result in results for each in result if each["seat"] == seat)
    return tuple(every)
