"""Steps of a review: first one seat after the other, then luck and skill."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

from engine.cartographers.events import Event
from engine.cartographers.players.luck import final_state, measure_luck
from engine.cartographers.players.review import SeatReview, review_answers, summarize
from engine.cartographers.players.review_codec import REVIEW_VERSION, review_from_json, review_to_json
from engine.cartographers.state import State
from engine.contract import Seat

VERSION: Final = REVIEW_VERSION
MOST_WITH_LUCK: Final = 6
"""Most seats of a game whose luck and skill are measured: that plays whole games, which takes too long with more."""


def count_steps(state: State) -> int:
    """Return the number of steps: one for each seat, and one for luck and skill in whole games of a few seats."""
    return state.seats + (state.over and state.seats <= MOST_WITH_LUCK)


def run_step(events: Sequence[Event], number: int, _results: Sequence[Any] = (), _handicaps: Sequence[int] = ()) -> Any:
    """Return the review of a seat as JSON data, or after all seats the luck of each, as reviews without answers.

    It is about stars on the map, so handicaps don't matter.
    """
    seats = final_state(events).seats
    if number < seats:
        return review_to_json(summarize(Seat(number), list(review_answers(events, Seat(number)))))
    lucks = measure_luck(events)
    return [review_to_json(SeatReview(Seat(seat), (), luck=luck)) for seat, luck in enumerate(lucks)]


def seat_review(results: Sequence[Any], seats: int, seat: Seat) -> SeatReview:
    """Return the review of a seat from the results of all steps."""
    review = review_from_json(results[seat])
    return replace(review, luck=review_from_json(results[seats][seat]).luck) if len(results) > seats else review
