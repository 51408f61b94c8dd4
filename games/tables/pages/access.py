"""Access to tables: the visitor's permission, seat and invitations."""

import re
from collections.abc import Mapping
from typing import Final

from django.conf import settings
from django.contrib.sessions.backends.base import SessionBase
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404

from engine import contract
from games.tables.game import Seated
from games.tables.holders import find_seat
from games.tables.log.state import load
from games.tables.models import Seat, Table
from games.tables.pages.metadata import set_frame_table
from games.tables.seats.absences import has_all_seats

_OF_OLD: Final = "invitations"
"""Session key of the invitation tokens before they moved to a cookie."""
_MOST_INVITATIONS: Final = 20
_TOKENS: Final = re.compile(r"[\w-]+", re.ASCII)


def invitations(request: HttpRequest) -> list[str]:
    """The tokens of the invitations that this browser has followed."""
    return invitations_in(request.COOKIES, request.session)


def invitations_in(cookies: Mapping[str, str], session: SessionBase) -> list[str]:
    """The tokens in a browser's cookies, the oldest first; who has a token was told it, so nothing is signed."""
    tokens = _TOKENS.findall(cookies.get(settings.INVITATIONS_COOKIE_NAME, ""))
    return [*session.get(_OF_OLD, []), *tokens[-_MOST_INVITATIONS:]]


def remember_invitation(request: HttpRequest, response: HttpResponse, *tokens: str) -> None:
    """Let this browser see the tables from now on, signed in or not, until somebody signs out there; the oldest of many
    invitations is forgotten.
    """
    others = [other for other in invitations(request) if other not in tokens]
    response.set_cookie(
        settings.INVITATIONS_COOKIE_NAME,
        ".".join([*others, *tokens][-_MOST_INVITATIONS:]),
        max_age=settings.SESSION_COOKIE_AGE,
        secure=settings.SECURE,
        httponly=True,
        samesite="Lax",
    )


def visible_table(request: HttpRequest, code: str, game: str = "") -> Table:
    """The table of that code; raises Http404 alike for what is not there, what the visitor may not know of, and where
    another game is played than the one of that key, if there is one.
    """
    table = _own_table(request, code) or _visible_table(request, code)
    if game and table.game != game:
        raise Http404
    set_frame_table(request, table)
    return table


def _own_table(request: HttpRequest, code: str) -> Table | None:
    """The table at which the visitor sits, with its seats, in one statement; None for anybody else's."""
    if not request.user.is_authenticated:
        return None
    read = Seat.objects.filter(table__code=code).select_related("table", "user").order_by()
    seats = tuple(sorted(read, key=lambda seat: seat.index))
    if find_seat(seats, request.user.pk) is None:
        return None
    table = seats[0].table
    table.loaded_seats = seats
    if (host := find_seat(seats, table.host_id)) and host.user:
        table.host = host.user
    return table


def _visible_table(request: HttpRequest, code: str) -> Table:
    visible = Table.objects.visible_to(request.user.pk, invitations(request)).select_related("host")
    return get_object_or_404(visible, code=code)


def seated(request: HttpRequest, table: Table) -> Seated:
    """Return the game at a table as this visitor sees it.

    Load the table first, so that data read later can only be newer. Raises Http404 for a game that ended early and
    has missing seats.
    """
    loaded = load(table)
    seats = table.loaded_seats or tuple(Seat.objects.at(table))
    if not has_all_seats(table, seats):
        raise Http404
    own = find_seat(seats, request.user.pk)
    mine = contract.Seat(own.index) if own else None
    return Seated(table=table, seat=mine, state=loaded.state, number=loaded.number, seats=seats)
