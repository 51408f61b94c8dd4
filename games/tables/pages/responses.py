"""Responses of a table: its page in each state, and headers that keep pages from going back in time."""

from collections.abc import Callable
from http import HTTPStatus

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django_htmx.http import HttpResponseClientRefresh

from games.accounts.access import HtmxHttpRequest, SeeOther, SignedInRequest
from games.accounts.limits import Limit, count_use_by_user, too_many_requests
from games.tables.errors import TableRefusal
from games.tables.game import UnknownGame, game_of
from games.tables.lobby.cards import table_url
from games.tables.lobby.pair_form import solo_command_id
from games.tables.lobby.waiting_room import build_waiting_room_page
from games.tables.log.refusals import refusal_sentence
from games.tables.models import Access, Seat, Status, Table
from games.tables.pages.access import seated, visible_table
from games.tables.pages.metadata import allow_indexing
from games.tables.presence import mark_seen, note_poll
from games.tables.seats.absences import has_all_seats

GATHERING = "gathering"
"""Root id of the fragment that a table shows before its game starts."""


class UpToDate(HttpResponse):
    """Return a response with the whole current table for a page that asks for missing parts."""


def is_outdated(request: HtmxHttpRequest) -> bool:
    """Return True if the request comes from a page loaded before tables were sent in parts.

    Such a page names the turn that it shows, and its scripts do not know today's tables. It must reload itself.
    """
    return bool(request.htmx) and "X-Turn" in request.headers


def mark_version(response: HttpResponse, version: int) -> HttpResponse:
    """Tag a response with the version it shows, so that the browser never replaces a newer one."""
    response["X-Game-Version"] = str(version)
    response["Cache-Control"] = "no-store"
    return response


def table_page_response(request: HtmxHttpRequest, table: Table, refusal: TableRefusal | None = None) -> HttpResponse:
    """Return the table page, or its fragment for htmx; 204 if the page already shows this version."""
    if is_outdated(request):
        return HttpResponseClientRefresh()
    note_poll(request, table)
    if refusal is None and request.htmx and request.GET.get("since") == str(table.version):
        return mark_version(HttpResponse(status=HTTPStatus.NO_CONTENT), table.version)
    return mark_version(_page(request, table, refusal), table.version)


def _page(request: HtmxHttpRequest, table: Table, refusal: TableRefusal | None) -> HttpResponse:
    if not shows_game(table):
        if table.ended_early and request.htmx and request.htmx.target != GATHERING:
            # The request comes from a page of the game, and there is nothing to replace that with.
            return HttpResponseClientRefresh()
        return _gathering(request, table, refusal)
    if request.htmx and request.htmx.target == GATHERING:
        # The game has started and needs an entirely different page.
        return HttpResponseClientRefresh()
    if refusal:
        messages.error(request, refusal_sentence(refusal))
    try:
        visited = seated(request, table)
        answer = game_of(table).page(request, visited)
        if table.status == Status.FINISHED and table.access == Access.OPEN:
            allow_indexing(request)
    except UnknownGame:
        raise Http404 from None
    if not request.htmx or isinstance(answer, UpToDate):
        mark_seen(table, visited.seats, visited.seat)
    if refusal:
        answer.status_code = refusal_status(refusal)
    return answer


def shows_game(table: Table) -> bool:
    """Return True if the game has begun and all of it can be shown."""
    if not table.ended_early:
        return table.status not in {Status.GATHERING, Status.CLOSED}
    try:
        return has_all_seats(table, table.loaded_seats or list(Seat.objects.at(table)))
    except UnknownGame:
        return False


def _gathering(request: HtmxHttpRequest, table: Table, refusal: TableRefusal | None) -> HttpResponse:
    page = build_waiting_room_page(request, table, list(Seat.objects.at(table)), refusal)
    template = "tables/_waiting.html" if request.htmx else "tables/waiting.html"
    meanwhile = solo_command_id() if page.may.leave and len(page.seat_views) > 1 else ""
    return render(request, template, {"page": page, "meanwhile": meanwhile}, status=refusal_status(refusal))


def refusal_status(refusal: TableRefusal | None) -> int:
    """Return 200, 409 if the request was outdated, or 422 if the table never allows it."""
    if refusal is None:
        return HTTPStatus.OK
    return HTTPStatus.CONFLICT if refusal.behind else HTTPStatus.UNPROCESSABLE_ENTITY


def limited_response(request: SignedInRequest, limit: Limit) -> HttpResponse | None:
    """Count a use of a limit, and return the response to a user who has reached it, None below it."""
    wait = count_use_by_user(limit, request)
    return too_many_requests(request, wait) if wait else None


def command_response(request: SignedInRequest, code: str, act: Callable[[], Table]) -> HttpResponse:
    """Redirect to the table, or show it with the refusal. Raises Http404 if it isn't the visitor's."""
    try:
        return SeeOther(table_url(act()))
    except (Table.DoesNotExist, UnknownGame):
        raise Http404 from None
    except TableRefusal as refusal:
        return table_page_response(request, visible_table(request, code), refusal)
