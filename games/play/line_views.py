"""Command line endpoint: parses a line, then answers or executes it. The game defines the meaning."""

from __future__ import annotations

from dataclasses import dataclass, replace
from http import HTTPStatus
from typing import cast
from urllib.parse import urlencode

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.utils.module_loading import import_string
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from engine.contract import RuleViolation
from games.accounts.access import HtmxHttpRequest, SeeOther, SignedInRequest, redirect_to_sign_in
from games.play.absent_seats import left_words
from games.play.command_responses import CommandForm, LineForm, malformed_form_message, run_command, status_of
from games.play.game import (
    CommandLine,
    CommandReply,
    PlacementReply,
    Play,
    PlayedGame,
    PlayReply,
    SpeechReply,
    TypedLine,
    played_at,
)
from games.play.line import SHAPE_MOVED, UnreadableCommand, answered_line, spectator_message, submitted_fields, usable
from games.play.page_parts import RenderingOptions
from games.tables.game import Seated
from games.tables.log.submit import CommandResult
from games.tables.models import Table
from games.tables.pages.access import seated, visible_table
from games.tables.pages.responses import mark_version


@dataclass(frozen=True, slots=True)
class _Typed:
    """Submitted line, its form `fields`, and the table as seen by the user who typed it."""

    request: HtmxHttpRequest
    fields: QueryDict
    table: Table
    place: Seated
    game: PlayedGame
    commands: CommandLine

    @property
    def text(self) -> str:
        return self.fields.get("line", "")

    @property
    def may_write(self) -> bool:
        return self.request.method == "POST"


@require_http_methods(["GET", "HEAD", "POST"])
def line(request: HttpRequest, code: str) -> HttpResponse:
    """Answer a line (GET or POST), or execute it (POST only). Responds 200 (303 if executed without a script), 400
    malformed, 409 outdated, 422 not understood or against the rules. Only visible to those who can see the table.
    """
    typed = _typed(cast(HtmxHttpRequest, request), code)
    if typed is None or "line" not in typed.fields:
        query = f"?{request.GET.urlencode()}" if request.GET else ""
        return SeeOther(reverse("tables:table", args=[code]) + query)
    try:
        match typed.commands.read(TypedLine(typed.text, typed.fields, typed.place, may_write=typed.may_write)):
            case CommandReply(words):
                return _answered(typed, sentences=words)
            case PlacementReply() as put:
                return _answered(typed, sentences=put.words, put=put)
            case PlayReply() as acts:
                return _act(typed, acts)
            case SpeechReply(text):
                return _speak(typed, text)
    except UnreadableCommand as problem:
        return _answered(typed, problem=str(problem), status=HTTPStatus.UNPROCESSABLE_ENTITY)


def _typed(request: HtmxHttpRequest, code: str) -> _Typed | None:
    """Return the line, or None before the game begins. Raises Http404 if the game has no commands."""
    # The table is fetched first: what is read later may only be newer.
    table = visible_table(request, code)
    game, place = played_at(table), seated(request, table)
    if game.line is None:
        raise Http404
    if not place.number:
        return None
    fields = submitted_fields(request.POST if request.method == "POST" else request.GET)
    return _Typed(request, fields, table, place, game, game.line)


def _caught_up(typed: _Typed) -> _Typed | None:
    """Return the same line with the table's current state, or None if the game was abandoned."""
    return _typed(typed.request, typed.table.code)


def _to_table(typed: _Typed) -> HttpResponse:
    return SeeOther(reverse("tables:table", args=[typed.table.code]))


# --- Lines that play -------------------------------------------------------------------------------------------------


def _act(typed: _Typed, acts: PlayReply) -> HttpResponse:
    if not typed.may_write:
        raise UnreadableCommand(_("This command makes a move. Use the command line to send it."))
    if not typed.request.user.is_authenticated:
        return redirect_to_sign_in(typed.request, back=reverse("tables:table", args=[typed.table.code]))
    if typed.place.has_left or typed.place.ended_early:
        raise UnreadableCommand(left_words(typed.place))
    if typed.place.seat is None:
        raise UnreadableCommand(spectator_message())
    form = LineForm(typed.fields)
    if not form.is_valid():
        return _answered(typed, problem=malformed_form_message(), status=HTTPStatus.BAD_REQUEST, table=True)
    play = acts.play(form.cleaned_data["turn"])
    request = cast(SignedInRequest, typed.request)
    outcome = run_command(request, typed.table.code, form.cleaned_data["command_id"], play.intent)
    return _refused(typed, outcome, play) if isinstance(outcome, RuleViolation) else _done(typed, outcome)


def _speak(typed: _Typed, text: str) -> HttpResponse:
    """Send a message, by the function that the settings name."""
    if not typed.may_write:
        raise UnreadableCommand(_("This command sends a message. Use the command line to send it."))
    if not typed.request.user.is_authenticated:
        return redirect_to_sign_in(typed.request, back=reverse("tables:table", args=[typed.table.code]))
    form = CommandForm(typed.fields)
    if not form.is_valid():
        return _answered(typed, problem=malformed_form_message(), status=HTTPStatus.BAD_REQUEST, table=True)
    send = import_string(settings.CARTO_SPEECH)
    return _answered(typed, sentences=send(typed.request, typed.table, text, form.cleaned_data["command_id"]))


def _refused(typed: _Typed, violation: RuleViolation, play: Play) -> HttpResponse:
    """Report the refusal. The piece to be played is shown in its invalid spot to reveal what blocks it."""
    problem, status = typed.game.refusals(violation), status_of(violation)
    if violation.behind:
        now = _caught_up(typed)
        if now is None:
            return _to_table(typed)
        return _answered(now, problem=problem, status=status, put=PlacementReply(QueryDict()))
    return _answered(typed, problem=problem, status=status, put=play.lies)


def _done(typed: _Typed, stored: CommandResult) -> HttpResponse:
    """Report changes since the line was submitted."""
    if not typed.request.htmx:
        address = reverse("play:line", args=[typed.table.code])
        return SeeOther(f"{address}?{urlencode({'line': 'now'})}")
    fresh = stored.seated
    now = replace(typed, table=fresh.table, place=fresh) if fresh else _caught_up(typed)
    if now is None:
        return _to_table(typed)
    news = now.commands.news(now.place, typed.place.number)
    return _answered(now, sentences=news, put=PlacementReply(QueryDict()))


# --- Answers ---------------------------------------------------------------------------------------------------------


def _answered(
    typed: _Typed,
    *,
    sentences: tuple[str, ...] = (),
    problem: str = "",
    status: int = HTTPStatus.OK,
    table: bool = False,
    put: PlacementReply | None = None,
) -> HttpResponse:
    """Return the answer or the error: in the whole page without a script, else alone, with the table only if it changed
    according to `table` or something was `put` elsewhere.
    """
    script, game = bool(typed.request.htmx), typed.game
    view = answered_line(
        typed.table.code,
        usable(typed.commands.entries(), typed.place),
        question=typed.text,
        answer=sentences,
        problem=problem,
    )
    if not script or table or put is not None:
        step = typed.fields if put is None else put.step
        answer = game.table(
            typed.request, typed.place, RenderingOptions(step, line=view, status=status, retarget=script)
        )
    else:
        answer = render(typed.request, "play/_line_answer.html", {"line": view}, status=status)
    if put is not None and put.held:
        answer["HX-Trigger"] = SHAPE_MOVED
    return mark_version(answer, typed.table.version)
