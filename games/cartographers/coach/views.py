"""Views of the exercises made from the mistakes of a finished game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from engine.cartographers.players.review import AnswerReview
from engine.contract import Seat
from games.accounts.access import HtmxHttpRequest, SeeOther
from games.accounts.limits import too_many_requests
from games.accounts.models import User
from games.cartographers.coach.exercises import Attempt, exercises_of, rate_attempt, solution_sentence, view_of_turn
from games.cartographers.coach.placement_task import PlacementTask, analysis_url, build_placement_task
from games.cartographers.coach.review_page import requested_person, reviewed_seat
from games.cartographers.coach.steps import VERSION
from games.cartographers.coach.words import about_stars, mistakes_title
from games.cartographers.desk.placement_state import ghost_of, step_of
from games.cartographers.log.past_states import view_for
from games.cartographers.map.boards import map_title
from games.cartographers.words.names import KEY, card_name
from games.coach.access import count_attempt, reviewed_table
from games.coach.reviews import finished_results, mark_solved, solved_turns
from games.play.coaching import MarkWords, mark_words
from games.play.log import turn_address, turn_name, whole_log
from games.play.people import Person, people
from games.tables.game import Seated
from games.tables.models import Table
from games.tables.pages.access import seated


@dataclass(frozen=True, slots=True)
class ExerciseLink:
    """Exercise in a list: its turn and card, its URL, its mark, the stars it lost, and if the visitor has solved it."""

    title: str
    url: str
    mark: MarkWords
    loss: str
    is_solved: bool


@dataclass(frozen=True, slots=True)
class ExerciseList:
    """All exercises of a seat, the worst turn first; `first` is the URL of the first one that isn't solved, or "".

    `title` says whose mistakes they are made from.
    """

    name: str
    review: str
    title: str
    exercises: tuple[ExerciseLink, ...]
    first: str


@dataclass(frozen=True, slots=True)
class ExercisePage:
    """One exercise: the task on the map before the turn, and the result of an attempt, if there is one.

    `all` is the URL of all exercises of the seat, and `list` their title. `lead` says what the move in the game lost.
    `turn` and `analysis` are the URLs of the turn in the game and on the analysis board.
    `following` is the URL of the next exercise that isn't solved, "" if there is none. `solution` is the best move in
    words, "" if it isn't shown.
    """

    name: str
    all: str
    list: str
    title: str
    lead: str
    here: str
    turn: str
    analysis: str
    task: PlacementTask
    attempt: Attempt | None
    solution: str
    following: str


@never_cache
@require_safe
def exercises(request: HttpRequest, code: str) -> HttpResponse:
    """List the exercises of a seat. Without a finished review, redirect to the page that makes one."""
    table, place = _reviewed(request, code)
    results = finished_results(table, VERSION)
    if results is None:
        return SeeOther(reverse("coach:review", args=[code]))
    focus = requested_person(request, place, view_for(place))
    links = _links(request, place, focus.seat, exercises_of(reviewed_seat(place, results, focus).own))
    page = ExerciseList(
        name=table.shown_name,
        review=f"{reverse('coach:review', args=[code])}?look={focus.seat + 1}",
        title=mistakes_title(focus),
        exercises=links,
        first=next((link.url for link in links if not link.is_solved), ""),
    )
    return render(request, "cartographers/coach/exercises.html", {"page": page})


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def exercise(request: HttpRequest, code: str, seat: int, turn: int) -> HttpResponse:
    """Show an exercise, or rate an attempt.

    Answers 422 if the shape doesn't fit, 429 to too many attempts. Raises Http404 if the turn of that seat (from 1) is
    no exercise.
    """
    table, place = _reviewed(request, code)
    results = finished_results(table, VERSION)
    if results is None:
        return SeeOther(reverse("coach:review", args=[code]))
    if not 1 <= seat <= len(place.seats):
        raise Http404
    whose = Seat(seat - 1)
    listed = exercises_of(reviewed_seat(place, results, people(place)[whose]).own)
    review = next((each for each in listed if each.turn == turn), None)
    if review is None:
        raise Http404
    posted = request.method == "POST"
    if posted and (wait := count_attempt(request)):
        return too_many_requests(request, wait)
    page = _page(request, place, review, listed)
    if posted and page.attempt and page.attempt.is_solved and request.user.is_authenticated:
        mark_solved(table, request.user, whose, turn)
    if cast(HtmxHttpRequest, request).htmx and not posted:
        return render(request, "cartographers/coach/_pending.html", {"page": page})
    status = 422 if posted and not page.task.is_legal else 200
    return render(request, "cartographers/coach/exercise.html", {"page": page}, status=status)


def _reviewed(request: HttpRequest, code: str) -> tuple[Table, Seated]:
    table, _coach = reviewed_table(request, code)
    place = seated(request, table)
    if table.game != KEY or not place.number:
        raise Http404
    return table, place


def _links(
    request: HttpRequest, place: Seated, seat: Seat, listed: tuple[AnswerReview, ...]
) -> tuple[ExerciseLink, ...]:
    viewer = request.user if isinstance(request.user, User) else None
    solved = solved_turns(place.table, viewer, seat)
    return tuple(
        ExerciseLink(
            title=f"{turn_name(each.turn)}, {card_name(place.state.card(each.card))}",
            url=reverse("cartographers:exercise", args=[place.table.code, seat + 1, each.turn]),
            mark=mark_words(each.mark),
            loss=about_stars(each.loss),
            is_solved=each.turn in solved,
        )
        for each in listed
    )


def _page(request: HttpRequest, place: Seated, review: AnswerReview, listed: tuple[AnswerReview, ...]) -> ExercisePage:
    table, posted = place.table, request.method == "POST"
    found = view_of_turn((entry.event for entry in whole_log(place)), review.turn, review.seat)
    assert found is not None, "a shape was drawn in this turn"
    view, desk = found
    solution = bool(request.GET.get("solution"))
    answer = review.best[0].answer
    query = step_of(answer) if solution and not isinstance(answer, int) else request.POST if posted else request.GET
    ghost = ghost_of(query, desk.offer)
    attempt = rate_attempt(view, ghost, review) if posted and ghost.legal else None
    owner = people(place)[review.seat]
    links = _links(request, place, review.seat, listed)
    here = reverse("cartographers:exercise", args=[table.code, review.seat + 1, review.turn])
    address = reverse("tables:table", args=[table.code])
    return ExercisePage(
        name=table.shown_name,
        all=f"{reverse('cartographers:exercises', args=[table.code])}?look={review.seat + 1}",
        list=mistakes_title(owner),
        title=turn_name(review.turn),
        lead=_lead(place, review, owner),
        here=here,
        turn=f"{turn_address(address, review.turn)}?look={review.seat + 1}&coach=1",
        analysis=analysis_url(table.code, review.turn, review.seat),
        task=build_placement_task(view, desk, ghost, map_title(owner)),
        attempt=attempt,
        solution=solution_sentence(review, view) if solution else "",
        following=next((link.url for link in links if not link.is_solved and link.url != here), ""),
    )


def _lead(place: Seated, review: AnswerReview, owner: Person) -> str:
    words = {
        "turn": turn_name(review.turn),
        "card": card_name(place.state.card(review.card)),
        "name": owner.name,
        "stars": about_stars(review.loss),
    }
    if owner.me:
        return _("%(turn)s, %(card)s. Your move in the game lost %(stars)s.") % words
    return _("%(turn)s, %(card)s. %(name)s’s move in the game lost %(stars)s.") % words
