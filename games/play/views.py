"""Views for score explanations, past turns and final boards, shared by all games."""

from __future__ import annotations

from http import HTTPStatus
from typing import cast

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from engine import contract
from games.accounts.access import HtmxHttpRequest
from games.play.board_images import build_image_version
from games.play.explanations import FigureQuery
from games.play.game import played_at
from games.play.replay import SINCE
from games.play.toned_images import Tone, lasting_svg_response
from games.tables.models import Status
from games.tables.pages.access import seated, visible_table
from games.tables.pages.responses import mark_version


@require_safe
def explanation(
    request: HttpRequest, code: str, when: str, seat: int, part: str, turn: int | None = None
) -> HttpResponse:
    """Explain a figure of the current state or of a closed turn.

    Renders a fragment for the page that asks, otherwise a page. Raises Http404 for an unknown figure, or a table that
    the visitor may not see.
    """
    table = visible_table(request, code)
    game, place = played_at(table), seated(request, table)
    figure = FigureQuery(when, seat, part)
    answer = game.why(cast(HtmxHttpRequest, request), place, figure, turn) if place.number else None
    if answer is None:
        raise Http404
    return mark_version(answer, table.version)


@require_safe
def turn(request: HttpRequest, code: str, turn: int) -> HttpResponse:
    """A turn that has closed. The open one leads to the table; 404 for any other, and for no table that the visitor may
    know of. 204 for a page that shows the present version of the table and asks for further turns.
    """
    table = visible_table(request, code)
    if cast(HtmxHttpRequest, request).htmx and request.GET.get(SINCE) == str(table.version):
        return mark_version(HttpResponse(status=HTTPStatus.NO_CONTENT), table.version)
    game, place = played_at(table), seated(request, table)
    answer = game.turn(request, place, turn) if place.number else None
    if answer is None:
        raise Http404
    return mark_version(answer, table.version)


@require_safe
def final_board(request: HttpRequest, code: str, seat: int, version: str, tone: str) -> HttpResponse:
    """Return the image of a seat's board at the end of a game (seats count from 1), as spectators see it.

    Browsers keep it, as the address changes with the image (`version`). Raises Http404 before the end, for an unknown
    seat, version or tone, for games without such images, and for a table that the visitor may not see.
    """
    table = visible_table(request, code)
    boards = played_at(table).final_boards
    if (
        boards is None
        or table.status != Status.FINISHED
        or tone not in tuple(Tone)
        or version != build_image_version(table)
    ):
        raise Http404
    place = seated(request, table)
    if not place.number or not 1 <= seat <= len(place.seats):
        raise Http404
    svg = boards.svg(place.state, contract.Seat(seat - 1), Tone(tone))
    return lasting_svg_response(svg)
