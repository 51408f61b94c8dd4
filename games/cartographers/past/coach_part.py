"""Section of the coach on the page of a turn, and the marks of poor turns in the row of all turns."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from django.utils.translation import gettext as _

from engine.cartographers.geometry import Mask
from engine.cartographers.notation import Placement
from engine.cartographers.players.review import AnswerReview, Rating, SeatReview
from engine.cartographers.view import View
from engine.contract import Seat
from games.cartographers.coach.steps import VERSION, seat_review
from games.cartographers.coach.words import answer_words, cost_sentence, reasons, tenths
from games.cartographers.past.turn_navigation import TurnParameters, VariantLink, variant_links
from games.coach.reviews import finished_results
from games.play.coaching import POOR, MarkWords, mark_words
from games.play.people import Person
from games.play.replay import HERE
from games.tables.game import Seated

CHOICES: Final = ("1", "2", "3")
"""Values of the coach in addresses: the number of the move that is drawn on the map."""


@dataclass(frozen=True, slots=True)
class RatedMove:
    """Move with its estimate in stars and why it differs from the given one; `url` draws it on the map, "" if it is the
    given one or of another map. `here` if it is drawn.
    """

    words: str
    stars: str
    why: str
    url: str
    here: bool


@dataclass(frozen=True, slots=True)
class RatedTurn:
    """Move of a player in a turn: whose it is ("" for the map's owner), its mark, what it lost, and better moves."""

    whose: str
    mark: MarkWords
    given: str
    stars: str
    loss: str
    best: tuple[RatedMove, ...]


@dataclass(frozen=True, slots=True)
class CoachPart:
    """Section of the coach: the links that show and hide it, and if it is shown, the moves of the turn.

    `code` is that of the table; `begin` is True if no review was made yet.
    """

    asks: tuple[VariantLink, ...]
    is_shown: bool
    code: str
    seat: Seat
    begin: bool
    turns: tuple[RatedTurn, ...] = ()


@dataclass(frozen=True, slots=True)
class CoachView:
    """The coach on the page of a turn: its section, the move drawn on the map, and the marks of poor turns."""

    part: CoachPart
    ghost: Mask = 0
    terrain: str = ""
    poor: Mapping[int, MarkWords] | None = None


def coach_view(
    seated: Seated, view: View, turn: int, everybody: Sequence[Person], focus: Person, parameters: TurnParameters
) -> CoachView:
    """Return what the coach says about a turn on the map of `focus`; it is loaded only if the address asks for it."""
    code = seated.table.code
    if not seated.table.is_over:
        return CoachView(CoachPart((), is_shown=False, code=code, seat=focus.seat, begin=False))
    asks = tuple(
        replace(link, here=link.here or bool(parameters.coach)) if link.id == "coach-1" else link
        for link in variant_links(parameters, "coach", {CHOICES[0]: _("Show the coach")})
    )
    part = CoachPart(asks, is_shown=bool(parameters.coach), code=code, seat=focus.seat, begin=False)
    if not parameters.coach:
        return CoachView(part)
    review = _find_review(seated, focus.seat)
    if review is None:
        return CoachView(replace(part, begin=True))
    of_turn = [each for each in (*review.answers, *review.suffered) if each.turn == turn]
    own = next((each for each in of_turn if each.subject == focus.seat), None)
    drawn = _drawn(own, parameters)
    turns = tuple(_turn(each, view, everybody, focus, parameters, drawn) for each in of_turn)
    answer = drawn.answer if drawn else None
    return CoachView(
        replace(part, turns=turns),
        drawn.cells if drawn else 0,
        answer.terrain.word if isinstance(answer, Placement) else "",
        {each.turn: mark_words(each.mark) for each in review.answers if each.mark in POOR},
    )


def _find_review(seated: Seated, seat: Seat) -> SeatReview | None:
    results: Sequence[Any] | None = finished_results(seated.table, VERSION)
    return None if results is None else seat_review(results, seat)


def _drawn(review: AnswerReview | None, parameters: TurnParameters) -> Rating | None:
    """Return the move that is drawn on the map, None for the one that was made."""
    if review is None or not review.loss:
        return None
    return review.best[min(int(parameters.coach), len(review.best)) - 1]


def _turn(
    review: AnswerReview,
    view: View,
    everybody: Sequence[Person],
    focus: Person,
    parameters: TurnParameters,
    drawn: Rating | None,
) -> RatedTurn:
    return RatedTurn(
        whose=everybody[review.seat].drawer if review.seat != focus.seat else "",
        mark=mark_words(review.mark),
        given=answer_words(review.given, view.skills),
        stars=tenths(review.scored + review.given.value),
        loss=cost_sentence(review),
        best=tuple(_moves(review, view, focus, parameters, drawn)),
    )


def _moves(
    review: AnswerReview,
    view: View,
    focus: Person,
    parameters: TurnParameters,
    drawn: Rating | None,
) -> Iterator[RatedMove]:
    for number, rating in zip(CHOICES, review.best, strict=False):
        can_draw = bool(review.loss) and review.subject == focus.seat
        yield RatedMove(
            words=answer_words(rating, view.skills),
            stars=tenths(review.scored + rating.value),
            why="" if rating == review.given else reasons(rating, review.given, view.edicts),
            url=f"{HERE}{replace(parameters, coach=number)}#coach" if can_draw else "",
            here=rating == drawn,
        )
