"""Page of a review: the summary, accuracy, luck and skill, and every turn with its mark."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.cartographers.players.luck import Luck
from engine.cartographers.players.review import AnswerReview, SeatReview, accuracy_of
from engine.cartographers.state import State
from engine.cartographers.view import View
from games.cartographers.coach.exercises import exercises_of
from games.cartographers.coach.steps import seat_review
from games.cartographers.coach.words import about_stars, reasons, tenths
from games.cartographers.desk.scene import viewed_seat
from games.cartographers.log.past_states import view_for
from games.cartographers.others.stage import default_seat
from games.cartographers.words.names import card_name, season_name
from games.play.coaching import POOR, MarkWords, mark_words
from games.play.log import turn_address, turn_name, whole_log
from games.play.people import Person, other_drawers, people
from games.play.replay import SeatLink
from games.play.words import number_text
from games.tables.game import Seated

_EVEN: Final = 0.5
"""Stars below which two results are called equal."""


@dataclass(frozen=True, slots=True)
class ReviewedTurn:
    """Turn in a review: its name, URL, card and mark, the stars it lost ("" for none), and why.

    `is_elsewhere` is True if it was on the map of another player, who should have got fewer stars. `drawer` is who
    played it if it wasn't the player of the seat, "" otherwise.
    """

    title: str
    url: str
    card: str
    mark: MarkWords
    loss: str
    why: str
    is_elsewhere: bool
    drawer: str


@dataclass(frozen=True, slots=True)
class ReviewedSeason:
    """Season in a review: its name and CSS class, its accuracy in percent ("" for none), and its turns."""

    name: str
    css: str
    accuracy: str
    turns: tuple[ReviewedTurn, ...]


@dataclass(frozen=True, slots=True)
class ReviewPage:
    """Page of a finished review.

    `sentences` sum it up, and `chance` are those about luck, skill and neighbours.
    `exercises` is the URL of the exercises, `learn` the label of its link, and `count` their number. `insights` is the
    URL of the player's insights if the viewer looks at their own game, else "".
    """

    name: str
    table: str
    title: str
    seats: tuple[SeatLink, ...]
    sentences: tuple[str, ...]
    chance: tuple[str, ...]
    seasons: tuple[ReviewedSeason, ...]
    exercises: str
    learn: str
    count: int
    insights: str


def review_page(request: HttpRequest, seated: Seated, results: Sequence[Any]) -> HttpResponse:
    """Return the page of a review, for the seat that the query names or the visitor's own."""
    return render(request, "cartographers/coach/review.html", {"page": _page(request, seated, results)})


@dataclass(frozen=True, slots=True)
class ReviewedSeat:
    """Review of a seat whose player is `person`.

    `own` leaves out the turns that the stand-in or a former player answered; `others` says who did, by turn. Luck and
    skill are those of the whole game.
    """

    person: Person
    whole: SeatReview
    own: SeatReview
    others: Mapping[int, str]


def reviewed_seat(seated: Seated, results: Sequence[Any], person: Person) -> ReviewedSeat:
    """Return the review of a person's seat."""
    whole = seat_review(results, person.seat)
    others = other_drawers(person, whole_log(seated))
    own = replace(whole, answers=tuple(each for each in whole.answers if each.turn not in others))
    return ReviewedSeat(person, whole, own, others)


def requested_person(request: HttpRequest, seated: Seated, view: View) -> Person:
    """Return the player that the query names, else the visitor, else the first one."""
    look = viewed_seat(request.GET, view)
    return people(seated)[default_seat(view) if look is None else look]


def _page(request: HttpRequest, seated: Seated, results: Sequence[Any]) -> ReviewPage:
    view = view_for(seated)
    focus = requested_person(request, seated, view)
    reviewed = reviewed_seat(seated, results, focus)
    table = reverse("tables:table", args=[seated.table.code])
    seats = tuple(
        SeatLink(person.name, f"?look={person.seat + 1}", person.css, here=person.seat == focus.seat)
        for person in people(seated)
    )
    return ReviewPage(
        name=seated.table.shown_name,
        table=table,
        title=_("Your game") if focus.me else _("%(name)s’s game") % {"name": focus.name},
        seats=seats if len(seats) > 1 else (),
        sentences=summary_sentences(reviewed.own, me=focus.me),
        chance=tuple(chance_sentences(reviewed.own, me=focus.me)),
        seasons=tuple(_seasons(view, seated.state, reviewed, table)),
        exercises=f"{reverse('cartographers:exercises', args=[seated.table.code])}?look={focus.seat + 1}",
        learn=learn_label(focus, len(exercises_of(reviewed.own))),
        count=len(exercises_of(reviewed.own)),
        insights=reverse("coach:insights", args=[request.user.get_username()]) if focus.me else "",
    )


def learn_label(person: Person, count: int) -> str:
    """Return the label of the link to a number of exercises, which says whose mistakes they are made from."""
    if person.me:
        text = ngettext("Learn from your mistakes (%(n)s turn)", "Learn from your mistakes (%(n)s turns)", count)
    else:
        text = ngettext(
            "Learn from %(name)s’s mistakes (%(n)s turn)", "Learn from %(name)s’s mistakes (%(n)s turns)", count
        )
    return text % {"name": person.name, "n": count}


def summary_sentences(review: SeatReview, *, me: bool) -> tuple[str, ...]:
    """Return the summary of a seat's review: accuracy, what its turns cost, and the turn that cost most."""
    if review.accuracy is None:
        return (_("This player completed no turns, so there is nothing to review."),)
    lost = sum(each.loss for each in review.answers)
    sentences = [_("Accuracy: %(percent)s%%.") % {"percent": number_text(review.accuracy)}]
    if not (worst := review.deciding_answer):
        return (*sentences, _("No mistakes: the coach found nothing better in any turn."))
    words = {"stars": about_stars(lost)}
    sentences.append(
        _("Compared with the best moves, your turns cost %(stars)s in all.") % words
        if me
        else _("Compared with the best moves, these turns cost %(stars)s in all.") % words
    )
    words = {"turn": str(worst.turn), "stars": about_stars(worst.loss)}
    if worst.subject == worst.seat:
        sentences.append(_("The costliest turn was turn %(turn)s: %(stars)s.") % words)
    else:
        sentences.append(_("The costliest turn was turn %(turn)s, on another player’s map: %(stars)s.") % words)
    if not any(each.mark in POOR for each in review.answers):
        sentences.append(_("No mistakes: every turn was close to the best move."))
    return tuple(sentences)


def chance_sentences(review: SeatReview, *, me: bool) -> Iterator[str]:
    """Yield sentences about luck, skill and the moves of neighbours."""
    if review.luck:
        yield _luck_sentence(review.luck)
        yield _skill_sentence(review.luck, me=me)
    cost, count = review.cost_of_neighbours, len(review.suffered)
    if count:
        text = ngettext(
            "%(n)s move by another player on this map cost %(stars)s more than the least harmful one.",
            "%(n)s moves by other players on this map cost %(stars)s more than the least harmful ones.",
            count,
        )
        yield text % {"n": count, "stars": about_stars(cost)}


def _luck_sentence(luck: Luck) -> str:
    more, error = luck.luck
    words = {"stars": about_stars(abs(more)), "error": tenths(error)}
    if abs(more) < _EVEN:
        return _("Luck: this deck was about average (±%(error)s).") % words
    if more > 0:
        return _("Luck: this deck was worth about %(stars)s more than average (±%(error)s).") % words
    return _("Luck: this deck was worth about %(stars)s less than average (±%(error)s).") % words


def _skill_sentence(luck: Luck, *, me: bool) -> str:
    more, error = luck.skill
    words = {"stars": about_stars(abs(more)), "error": tenths(error)}
    if abs(more) < _EVEN:
        return _("Skill: with the same deck, the coach scores about as much (±%(error)s).") % words
    if more > 0:
        text = _("Skill: you scored %(stars)s more than the coach does with the same deck (±%(error)s).")
        other = _("Skill: this player scored %(stars)s more than the coach does with the same deck (±%(error)s).")
    else:
        text = _("Skill: you scored %(stars)s fewer than the coach does with the same deck (±%(error)s).")
        other = _("Skill: this player scored %(stars)s fewer than the coach does with the same deck (±%(error)s).")
    return (text if me else other) % words


def _seasons(view: View, state: State, reviewed: ReviewedSeat, table: str) -> Iterator[ReviewedSeason]:
    answers = reviewed.whole.answers
    for number in sorted({each.season for each in answers}):
        season = view.definition.seasons[number].id
        of_season = [each for each in answers if each.season == number]
        accuracy = accuracy_of(each for each in of_season if each.turn not in reviewed.others)
        turns = tuple(_turn(view, state, each, table, reviewed.others) for each in of_season)
        percent = "" if accuracy is None else number_text(accuracy)
        yield ReviewedSeason(season_name(season), f"season-{season}", percent, turns)


def _turn(view: View, state: State, review: AnswerReview, table: str, others: Mapping[int, str]) -> ReviewedTurn:
    return ReviewedTurn(
        title=turn_name(review.turn),
        url=f"{turn_address(table, review.turn)}?look={review.subject + 1}&coach=1",
        card=card_name(state.card(review.card)),
        mark=mark_words(review.mark),
        loss=about_stars(review.loss) if review.loss else "",
        why=reasons(review.best[0], review.given, view.edicts) if review.mark in POOR else "",
        is_elsewhere=review.subject != review.seat,
        drawer=others.get(review.turn, ""),
    )
