"""Page of a review: the summary, and every answer with its mark, by rounds."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _

from engine.contract import Seat
from engine.gisborne.players.review import AnswerReview, accuracy_of
from games.gisborne.coach.answerers import other_answerers
from games.gisborne.coach.steps import seat_reviews
from games.gisborne.coach.words import answer_words, better_words, cost_sentence
from games.gisborne.words.tasks import round_name
from games.play.coaching import POOR, MarkWords, mark_words
from games.play.log import turn_address, whole_log
from games.play.people import Person, people, seat_numbered
from games.play.replay import SeatLink
from games.play.words import number_text
from games.tables.game import Seated


@dataclass(frozen=True, slots=True)
class ReviewedAnswer:
    """Answer in words with its mark; `cost` and `better` are "" unless it is worth another look.

    `answerer` is who gave it if it wasn't the player of the seat, "" otherwise.
    """

    words: str
    mark: MarkWords
    cost: str
    better: str
    answerer: str


@dataclass(frozen=True, slots=True)
class ReviewedRound:
    """Round in a review: its name, its URL, and the answers of the seat."""

    name: str
    url: str
    answers: tuple[ReviewedAnswer, ...]


@dataclass(frozen=True, slots=True)
class ReviewPage:
    """Page of a finished review for one seat; `sentences` sum up the answers that its player gave."""

    name: str
    table: str
    title: str
    seats: tuple[SeatLink, ...]
    sentences: tuple[str, ...]
    rounds: tuple[ReviewedRound, ...]


def review_page(request: HttpRequest, seated: Seated, results: Sequence[Any]) -> HttpResponse:
    """Return the page of a review, for the seat that the query names or the visitor's own."""
    everybody = people(seated)
    look = seat_numbered(request.GET.get("look", ""), len(everybody))
    focus = everybody[(seated.seat or Seat(0)) if look is None else look]
    page = _page(seated, everybody, focus, seat_reviews(results, focus.seat))
    return render(request, "gisborne/coach/review.html", {"page": page})


def reviewed_answers(
    reviews: Sequence[AnswerReview], round_: int, others: Mapping[str, str]
) -> tuple[ReviewedAnswer, ...]:
    """Return the answers of a round as they are shown. `others` are those who answered for the player, by ask."""
    return tuple(_answer(each, others) for each in reviews if each.round == round_)


def _page(seated: Seated, everybody: Sequence[Person], focus: Person, reviews: Sequence[AnswerReview]) -> ReviewPage:
    table = reverse("tables:table", args=[seated.table.code])
    others = other_answerers(focus, whole_log(seated))
    return ReviewPage(
        name=seated.table.shown_name,
        table=table,
        title=_("Your game") if focus.me else _("%(name)s’s game") % {"name": focus.name},
        seats=tuple(
            SeatLink(person.name, f"?look={person.seat + 1}", person.css, here=person.seat == focus.seat)
            for person in everybody
        ),
        sentences=tuple(_summary([each for each in reviews if each.ask not in others])),
        rounds=tuple(_rounds(reviews, table, focus.seat, others)),
    )


def _summary(reviews: Sequence[AnswerReview]) -> Iterator[str]:
    accuracy = accuracy_of(reviews)
    if accuracy is None:
        yield _("This player made no choices, so there is nothing to review.")
        return
    yield _("Accuracy: %(percent)s%%.") % {"percent": number_text(accuracy)}
    worst = max(reviews, key=lambda each: each.loss)
    if not worst.loss:
        yield _("No mistakes: the coach found nothing clearly better in any round.")
        return
    yield _("The costliest move was in round %(round)s. %(cost)s") % {
        "round": worst.round,
        "cost": cost_sentence(worst),
    }


def _rounds(
    reviews: Sequence[AnswerReview], table: str, seat: Seat, others: Mapping[str, str]
) -> Iterator[ReviewedRound]:
    for number, answers in groupby(reviews, key=lambda each: each.round):
        url = f"{turn_address(table, number)}?look={seat + 1}"
        yield ReviewedRound(round_name(number), url, tuple(_answer(each, others) for each in answers))


def _answer(review: AnswerReview, others: Mapping[str, str]) -> ReviewedAnswer:
    poor = review.mark in POOR
    return ReviewedAnswer(
        words=answer_words(review.given.answer),
        mark=mark_words(review.mark),
        cost=cost_sentence(review) if poor else "",
        better=better_words(review) if poor else "",
        answerer=others.get(review.ask, ""),
    )
