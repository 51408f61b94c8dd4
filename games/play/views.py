"""Asking where a figure comes from, and looking at a turn that is past: every game has addresses for it."""

from __future__ import annotations

from http import HTTPStatus
from typing import cast

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from games.accounts.access import HtmxHttpRequest
from games.play.figures import FigureQuery
from games.play.game import played_at
from games.play.replay import SINCE
from games.tables.access import seated, visible_table
from games.tables.pages import live


@require_safe
def why(request: HttpRequest, code: str, when: str, seat: int, part: str, turn: int | None = None) -> HttpResponse:
    """Where a figure comes from, of the present or of a turn that has closed: a fragment for the page that asks, a page
    of its own otherwise. 404 for what is no figure of this table, or no table that the visitor may know of.
    """
    table = visible_table(request, code)
    game, place = played_at(table), seated(request, table)
    asked = FigureQuery(when, seat, part)
    answer = game.why(cast(HtmxHttpRequest, request), place, asked, turn) if place.number else None
    if answer is None:
        raise Http404
    return live(answer, table.version)


@require_safe
def turn(request: HttpRequest, code: str, turn: int) -> HttpResponse:
    """A turn that has closed. The open one leads to the table; 404 for any other, and for no table that the visitor may
    know of. 204 for a page that shows the present version of the table and asks for further turns.
    """
    table = visible_table(request, code)
    if cast(HtmxHttpRequest, request).htmx and request.GET.get(SINCE) == str(table.version):
        return live(HttpResponse(status=HTTPStatus.NO_CONTENT), table.version)
    game, place = played_at(table), seated(request, table)
    answer = game.turn(request, place, turn) if place.number else None
    if answer is None:
        raise Http404
    return live(answer, table.version)
