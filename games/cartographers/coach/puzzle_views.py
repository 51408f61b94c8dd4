"""Views of the puzzles: positions from games of other players with one clear best place."""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from engine.cartographers.players.review import AnswerReview
from engine.cartographers.players.review_codec import answer_review_from_json
from engine.cartographers.view import Desk, View
from engine.contract import Seat
from games.accounts.access import HtmxHttpRequest, SeeOther, SignedInRequest
from games.accounts.forms import new_command_id
from games.accounts.guests import user_or_guest_required
from games.accounts.limits import too_many_requests
from games.accounts.models import User
from games.cartographers.coach.exercises import view_of_turn
from games.cartographers.coach.placement_task import PlacementTask, analysis_url, build_placement_task
from games.cartographers.coach.puzzles import (
    PlaceResult,
    find_reviewed_move,
    is_solution,
    judge_attempt,
    loss_sentence,
    show_solution,
)
from games.cartographers.coach.steps import VERSION
from games.cartographers.desk.placement_state import Ghost, ghost_of
from games.cartographers.goals.season import SeasonView, season_view
from games.cartographers.words.features import coins_of
from games.cartographers.words.names import KEY, card_name
from games.coach.access import count_attempt
from games.coach.models import Puzzle, PuzzleAttempt
from games.coach.puzzles import find_attempt, is_own_game, next_puzzle, record_attempt, record_of, shown_puzzles
from games.coach.record_words import RecordView, record_view
from games.coach.reviews import finished_results
from games.play.log import turn_address
from games.play.words import number_text
from games.tables.lobby.cards import table_url
from games.tables.log.state import log
from games.tables.models import Table
from games.tables.pages.access import invitations

SOLUTION = "solution"
"""Form field that asks for the solution instead of answering."""


@dataclass(frozen=True, slots=True)
class PuzzlePage:
    """Page of a puzzle: the position and the user's record, and once it is answered, the best places.

    `verdict` is the result of the answer just given, and `rated` what it changed or why it changed nothing; both are ""
    before. `game` and `analysis` are the URLs of the turn in the game and on the analysis board, "" until the puzzle is
    answered, and for visitors who may not see the game. `command_id` is that of the form that makes a visitor a guest,
    "" for users.
    """

    number: int
    card: str
    here: str
    task: PlacementTask
    season: SeasonView
    coins: str
    record: RecordView
    command_id: str
    verdict: str = ""
    is_solved: bool = False
    rated: str = ""
    result: PlaceResult | None = None
    game: str = ""
    analysis: str = ""


@dataclass(frozen=True, slots=True)
class NoPuzzlesPage:
    """Page without a puzzle; `record` is None if the user has tried none."""

    record: RecordView | None


@never_cache
@require_safe
def puzzles(request: HttpRequest) -> HttpResponse:
    """Redirect to a puzzle that the visitor hasn't tried, or say that there is none."""
    viewer = _viewer(request)
    found = next_puzzle(KEY, VERSION, viewer)
    if found:
        return SeeOther(reverse("cartographers:puzzle", args=[found.pk]))
    record = record_of(viewer, KEY)
    page = NoPuzzlesPage(record_view(record) if record.attempts else None)
    return render(request, "cartographers/coach/no_puzzles.html", {"page": page})


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def puzzle(request: HttpRequest, number: int) -> HttpResponse:
    """Show a puzzle, or judge an answer; the first one is rated.

    Answers 422 if the shape doesn't fit, 429 to too many attempts. Raises Http404 if there is no such puzzle, or if it
    isn't shown any more.
    """
    found = get_object_or_404(shown_puzzles(KEY, VERSION), pk=number)
    position = _position(found)
    if request.method == "POST":
        if SOLUTION in request.POST or ghost_of(request.POST, position[1].offer).legal:
            return _answer(request, found, position)
        page = _page(request, found, position, ghost_of(request.POST, position[1].offer))
        return render(request, "cartographers/coach/puzzle.html", {"page": page}, status=422)
    page = _page(request, found, position, ghost_of(request.GET, position[1].offer))
    template = "_pending.html" if cast(HtmxHttpRequest, request).htmx else "puzzle.html"
    return render(request, f"cartographers/coach/{template}", {"page": page})


def _position(found: Puzzle) -> tuple[View, Desk]:
    events = (entry.event for entry in log(found.table, up_to=found.table.number))
    position = view_of_turn(events, found.turn, Seat(found.seat))
    if position is None:
        raise Http404
    return position


def _reviewed_move(found: Puzzle) -> AnswerReview | None:
    """Return the review of the move in the game, None if it was stored only with a review that is gone."""
    if found.move_review is not None:
        return answer_review_from_json(found.move_review)
    results = finished_results(found.table, VERSION)
    return find_reviewed_move(results, found.seat, found.turn) if results else None


@user_or_guest_required
def _answer(request: SignedInRequest, found: Puzzle, position: tuple[View, Desk]) -> HttpResponse:
    if wait := count_attempt(request):
        return too_many_requests(request, wait)
    view, desk = position
    ghost = ghost_of(request.POST, desk.offer)
    known, placement = _reviewed_move(found), None if SOLUTION in request.POST else ghost.placement
    result = judge_attempt(view, placement, known) if placement else show_solution(view, known)
    is_solved, before = is_solution(result), record_of(request.user, KEY).rating
    try:
        attempt = record_attempt(found, request.user, loss=result.loss, is_solved=is_solved)
    except Puzzle.DoesNotExist:
        raise Http404 from None
    if result.loss is None:
        verdict = _("The best spot is outlined on the map.")
    else:
        verdict = (_("Solved.") if is_solved else _("Not solved.")) + " " + loss_sentence(result)
    rated = _rating_sentence(found, attempt, before) if attempt else _unrated_sentence(found, request.user)
    page = _page(request, found, position, ghost, result, verdict=verdict, is_solved=is_solved, rated=rated)
    return render(request, "cartographers/coach/puzzle.html", {"page": page})


def _rating_sentence(found: Puzzle, attempt: PuzzleAttempt, before: float) -> str:
    difference = round(attempt.rating) - round(before)
    words = {
        "rating": number_text(attempt.rating),
        "difference": f"+{difference}" if difference > 0 else number_text(difference),
        "puzzle": number_text(found.rating),
    }
    return _("Your rating is now %(rating)s (%(difference)s). The puzzle’s rating was %(puzzle)s.") % words


def _unrated_sentence(found: Puzzle, user: User | None) -> str:
    if is_own_game(found, user):
        return _("This puzzle is from a game that you played, so your attempt isn’t rated.")
    return _("You’ve tried this puzzle before. Only the first attempt is rated.")


def _page(
    request: HttpRequest,
    found: Puzzle,
    position: tuple[View, Desk],
    ghost: Ghost,
    result: PlaceResult | None = None,
    *,
    verdict: str = "",
    is_solved: bool = False,
    rated: str = "",
) -> PuzzlePage:
    viewer, (view, desk) = _viewer(request), position
    if result is None and find_attempt(found, viewer):
        result, rated = show_solution(view, _reviewed_move(found)), _unrated_sentence(found, viewer)
    card, shows_game = view.open, result is not None and _may_see_game(request, found)
    assert card is not None, "a shape is drawn"
    return PuzzlePage(
        number=found.pk,
        card=card_name(card),
        here=reverse("cartographers:puzzle", args=[found.pk]),
        task=build_placement_task(view, desk, ghost, _("Map of this puzzle"), best=result.best if result else 0),
        season=season_view(view),
        coins=coins_of(view.coins[desk.subject]),
        record=record_view(record_of(viewer, KEY)),
        command_id="" if viewer else new_command_id(),
        verdict=verdict,
        is_solved=is_solved,
        rated=rated,
        result=result,
        game=f"{turn_address(table_url(found.table), found.turn)}?look={found.seat + 1}&coach=1" if shows_game else "",
        analysis=analysis_url(found.table.code, found.turn, found.seat) if shows_game else "",
    )


def _may_see_game(request: HttpRequest, found: Puzzle) -> bool:
    return Table.objects.visible_to(request.user.pk, invitations(request)).filter(pk=found.table_id).exists()


def _viewer(request: HttpRequest) -> User | None:
    return request.user if isinstance(request.user, User) else None
