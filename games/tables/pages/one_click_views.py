"""Form views that start a game at once: solo, practice, the deck of another game, or a fork of one."""

from typing import cast

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from games.accounts.access import HtmxHttpRequest, SeeOther, SignedInRequest
from games.accounts.forms import command_id_of
from games.accounts.guests import (
    user_or_guest_required,
)
from games.tables import errors
from games.tables.deals import shared
from games.tables.errors import RefusalReason, TableRefusal
from games.tables.forks import forks
from games.tables.game import Game, games, solo_game
from games.tables.lobby import presenters, rematches
from games.tables.lobby.cards import table_url
from games.tables.lobby.filters import named_game, plays_bots
from games.tables.lobby.forms import BotsForm
from games.tables.lobby.practice import start_practice
from games.tables.log.refusals import refusal_sentence
from games.tables.models import Status, Table
from games.tables.pages.access import visible_table
from games.tables.pages.responses import command_response, limited_response, table_page_response


@require_http_methods(["GET", "HEAD", "POST"])
def replay_deck(request: HttpRequest, code: str) -> HttpResponse:
    """Replay the deck of a finished game solo. Creates no guest if the game is missing or not over."""
    if request.method != "POST":
        return SeeOther(reverse("tables:table", args=[code]))
    table = visible_table(request, code)
    try:
        rematches.require_played_here(table)
    except TableRefusal as refusal:
        return table_page_response(cast(HtmxHttpRequest, request), table, refusal)
    return _play_deck(request, table)


@user_or_guest_required
def _play_deck(request: SignedInRequest, table: Table) -> HttpResponse:
    user, key = request.user, command_id_of(request)
    return limited_response(request, errors.CREATE) or command_response(
        request,
        table.code,
        lambda: rematches.play_deck(table=table.code, user=user, command_id=key),
    )


@require_http_methods(["GET", "HEAD", "POST"])
def fork(request: HttpRequest, code: str, turn: int) -> HttpResponse:
    """Fork a finished game solo from a turn, in a given seat; 404 if there is no such turn or seat. Creates no guest if
    that fails.
    """
    if request.method != "POST":
        return SeeOther(reverse("play:turn", args=[code, turn]))
    table, seat = visible_table(request, code), request.POST.get("seat", "")
    if table.status != Status.FINISHED:
        return table_page_response(cast(HtmxHttpRequest, request), table, TableRefusal(RefusalReason.NOT_FINISHED))
    if not (seat.isascii() and seat.isdigit() and len(seat) < 4):
        return HttpResponse(_("No user has this name."), status=400, content_type="text/plain; charset=utf-8")
    if turn not in range(1, table.turn + 1) or int(seat) not in range(table.capacity):
        raise Http404
    if not forks.may_fork(table, turn, int(seat)):
        return table_page_response(cast(HtmxHttpRequest, request), table, TableRefusal(RefusalReason.NOTHING_TO_TRY))
    return _fork(request, table, turn, int(seat))


@user_or_guest_required
def _fork(request: SignedInRequest, table: Table, turn: int, seat: int) -> HttpResponse:
    user, key = request.user, command_id_of(request)
    return limited_response(request, errors.CREATE) or command_response(
        request,
        table.code,
        lambda: forks.fork(table=table.code, user=user, turn=turn, seat=seat, command_id=key),
    )


@require_http_methods(["GET", "HEAD", "POST"])
def solo(request: HttpRequest) -> HttpResponse:
    """Start a solo game at once; a GET redirects home, to the form."""
    return _play_alone(request) if request.method == "POST" else SeeOther(reverse("tables:home"))


@user_or_guest_required
def _play_alone(request: SignedInRequest) -> HttpResponse:
    game = solo_game()
    if game is None:
        raise Http404
    if limited := limited_response(request, errors.CREATE):
        return limited
    try:
        first = game.opening.begin(request.POST) if game.opening else None
        table = shared.start_solo(user=request.user, game=game, first=first, command_id=command_id_of(request))
    except TableRefusal as refusal:
        messages.error(request, refusal_sentence(refusal))
        return SeeOther(reverse("tables:home"))
    except ValidationError as error:
        messages.error(request, " ".join(error.messages))
        return SeeOther(reverse("tables:home"))
    return SeeOther(table_url(table))


@require_http_methods(["GET", "HEAD", "POST"])
def practice(request: HttpRequest) -> HttpResponse:
    """Show the form to play against bots, and start the game on POST; 404 for a game that is always played alone."""
    posted = request.method == "POST"
    key = (request.POST if posted else request.GET).get("game", "")
    default = None if posted or key else next(filter(plays_bots, games().values()), None)
    game = default or named_game(key)
    if not plays_bots(game):
        raise Http404
    if not posted:
        return _practice_page(request, game, BotsForm(game=game))
    form = BotsForm(request.POST, game=game)
    return _practice(request, game, form) if form.is_valid() else _practice_page(request, game, form)


def _practice_page(request: HttpRequest, game: Game, form: BotsForm) -> HttpResponse:
    page = presenters.practice_page(game, form)
    return render(request, "tables/practice.html", {"page": page}, status=422 if form.is_bound else 200)


@user_or_guest_required
def _practice(request: SignedInRequest, game: Game, form: BotsForm) -> HttpResponse:
    if limited := limited_response(request, errors.CREATE):
        return limited
    try:
        table = start_practice(
            user=request.user,
            game=game,
            bots=form.count(),
            level=form.level(),
            chosen_set=form.chosen_set(),
            command_id=command_id_of(request),
        )
        return SeeOther(table_url(table))
    except TableRefusal as refusal:
        messages.error(request, refusal_sentence(refusal))
    except ValidationError as error:
        messages.error(request, " ".join(error.messages))
    return SeeOther(reverse("tables:home"))
