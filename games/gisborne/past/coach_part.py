"""Section of the coach on the page of a round."""

from __future__ import annotations

from dataclasses import dataclass

from engine.contract import Seat
from games.coach.reviews import finished_results
from games.gisborne.coach.answerers import other_answerers
from games.gisborne.coach.review_page import ReviewedAnswer, reviewed_answers
from games.gisborne.coach.steps import VERSION, seat_reviews
from games.play.coaching import POOR, MarkWords, mark_words
from games.play.log import whole_log
from games.play.people import Person
from games.tables.game import Seated


@dataclass(frozen=True, slots=True)
class CoachPart:
    """Section of the coach: the code of the table, the seat, and its reviewed answers; `begin` is True if the game has
    no review yet.
    """

    code: str
    seat: Seat
    begin: bool
    answers: tuple[ReviewedAnswer, ...] = ()


@dataclass(frozen=True, slots=True)
class CoachView:
    """The coach on the page of a round: its section, None while the game is running, and the worst mark of each round
    with a poor answer.
    """

    part: CoachPart | None
    poor: dict[int, MarkWords]


def coach_view(seated: Seated, round_: int, person: Person) -> CoachView:
    """Return what the coach says about the answers of a seat in a round."""
    code, seat = seated.table.code, person.seat
    if not seated.table.is_over:
        return CoachView(None, {})
    results = finished_results(seated.table, VERSION)
    if results is None:
        return CoachView(CoachPart(code, seat, begin=True), {})
    reviews, others = seat_reviews(results, seat), other_answerers(person, whole_log(seated))
    poor = sorted((each for each in reviews if each.mark in POOR), key=lambda each: each.loss)
    part = CoachPart(code, seat, begin=False, answers=reviewed_answers(reviews, round_, others))
    return CoachView(part, {each.round: mark_words(each.mark) for each in poor})
