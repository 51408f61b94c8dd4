"""View of the big screen of a table."""

from __future__ import annotations

from dataclasses import dataclass, replace
from http import HTTPStatus
from typing import Final, cast

from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.safestring import SafeString
from django.views.decorators.http import require_safe

from games.accounts.access import HtmxHttpRequest
from games.play.game import PlayedGame, played_at
from games.play.page_parts import STRIP, Part, RenderingOptions, Templates, table_response
from games.tables.game import questions_of
from games.tables.holders import find_seat
from games.tables.lobby.cards import game_name, seats_taken, table_url
from games.tables.lobby.seat_list import SeatView, shown_seats
from games.tables.lobby.start_words import fill_words, start_hint
from games.tables.lobby.waiting_room import invitation_url, qr_code
from games.tables.models import Access, Seat, Status, Table
from games.tables.pages.access import invitations, seated, visible_table
from games.tables.pages.responses import mark_version, shows_game
from games.tables.presence import fetch_delay

TEMPLATES: Final = Templates("play/screen.html", "play/_screen.html")
_RELOAD_AFTER: Final = "10"
_WAITING: Final = "waiting"
"""Layout key of a table that waits for players."""


@dataclass(frozen=True, slots=True)
class ScreenPage:
    """Frame of a big screen. `css` is the class of its colors; `styles` and `defs` are those of the game.

    Without scripts, the page reloads itself after `reload_after` seconds, "" for never.
    """

    name: str
    code: str
    title: str
    css: str
    styles: str
    defs: str
    url: str
    table: str
    reload_after: str


@dataclass(frozen=True, slots=True)
class WaitingScreen:
    """Table that waits for players, on a big screen.

    `link` is the address to join with, "" if the viewer may not pass it on, and `picture` its QR code.
    """

    address: str
    version: int
    spread: str
    title: str
    sentence: str
    game: str
    seats: str
    chairs: tuple[SeatView, ...]
    hint: str
    fill: str
    link: str
    picture: SafeString


@require_safe
def screen(request: HttpRequest, code: str) -> HttpResponse:
    """Show a table on a big screen, as a spectator sees it; 204 for a page that shows the present version.

    Raises Http404 for a table that the visitor may not see.
    """
    table = visible_table(request, code)
    asking = cast(HtmxHttpRequest, request)
    if asking.htmx and request.GET.get("since") == str(table.version):
        return mark_version(HttpResponse(status=HTTPStatus.NO_CONTENT), table.version)
    game = played_at(table)
    response = _game_response(asking, table, game) if shows_game(table) else _waiting_response(asking, table, game)
    return mark_version(response, table.version)


def _game_response(request: HtmxHttpRequest, table: Table, game: PlayedGame) -> HttpResponse:
    shown = game.screen(replace(seated(request, table), seat=None))
    # Nobody uses the page, so it has no links, and it reloads itself without scripts.
    strip = replace(shown.strip, address=_address(table), reload="", reload_after="")
    context = {"page": _page(table, game, strip.title, shown.css), "strip": strip}
    parts = (STRIP, shown.side, shown.main)
    return table_response(request, TEMPLATES, parts, context, shown.css or "game", RenderingOptions())


def _waiting_response(request: HtmxHttpRequest, table: Table, game: PlayedGame) -> HttpResponse:
    waiting = _waiting_screen(request, table)
    context = {"page": _page(table, game, waiting.title, ""), "waiting": waiting}
    parts = (
        Part(STRIP.name, "play/_screen_waiting.html"),
        Part("side", "play/_screen_link.html"),
        Part("main", "play/_screen_chairs.html"),
    )
    return table_response(request, TEMPLATES, parts, context, _WAITING, RenderingOptions())


def _page(table: Table, game: PlayedGame, title: str, css: str) -> ScreenPage:
    return ScreenPage(
        name=table.shown_name,
        code=table.code,
        title=title,
        css=css,
        styles=game.screen_style,
        defs=game.screen_defs,
        url=_url(table),
        table=table_url(table),
        reload_after="" if table.status in {Status.FINISHED, Status.CLOSED} else _RELOAD_AFTER,
    )


def _url(table: Table) -> str:
    return reverse("play:screen", args=[table.code])


def _address(table: Table) -> str:
    return f"{_url(table)}?since={table.version}"


def _waiting_screen(request: HttpRequest, table: Table) -> WaitingScreen:
    seats = list(Seat.objects.at(table))
    link = _link(request, table, seats) if table.status == Status.GATHERING else ""
    taken = seats_taken(len(seats), table.capacity)
    return WaitingScreen(
        address=_address(table),
        version=table.version,
        spread=fetch_delay(table.code, seated=False),
        title=f"({len(seats)}/{table.capacity}) {table.shown_name} · Carto",
        sentence=taken,
        game=game_name(table),
        seats=taken,
        chairs=shown_seats(table, seats, AnonymousUser()),
        hint=start_hint(table, seats, asks=bool(questions_of(table))),
        fill=fill_words(table),
        link=link,
        picture=qr_code(link) if link else SafeString(""),
    )


def _link(request: HttpRequest, table: Table, seats: list[Seat]) -> str:
    """Return the invitation for viewers who know it: players, and browsers that have followed it. For others, return
    the address of a public table, or "".
    """
    if find_seat(seats, request.user.pk) is not None or table.invitation in invitations(request):
        return invitation_url(request, table)
    return request.build_absolute_uri(table_url(table)) if table.access == Access.OPEN else ""
