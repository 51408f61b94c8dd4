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
from games.tables.models import Table, read_seats, read_seats_with_table
from games.tables.pages.metadata import set_frame_table
from games.tables.seats.absences import has_all_seats

_OF_OLD: Final = "invitations"
"""Session key of the invitation tokens before they moved to a cookie."""
_MOST_INVITATIONS: Final = 20
_TOKENS: Final = re.compile(r"[\w-]+", re.ASCII)


def invitations(request: HttpRequest) -> list[str]:
    """Return the tokens of invitations that this browser has followed."""
    return invitations_in(request.COOKIES, request.session)


def invitations_in(cookies: Mapping[str, str], session: SessionBase) -> list[str]:
    """Return the tokens in a browser's cookies, oldest first. Unsigned, as knowing a token is enough."""
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
    """Return the table with that code. Raises Http404 if it doesn't exist, isn't visible to the visitor, or plays
    another game than the given key, if any.
    """
    own = _own_table(request, code)
    table = own or _visible_table(request, code)
    if game and table.game != game:
        raise Http404
    set_frame_table(request, table, seated=own is not None)
    return table


def _own_table(request: HttpRequest, code: str) -> Table | None:
    """Return the visitor's table with its seats in one statement, or None if they aren't seated."""
    if not request.user.is_authenticated:
        return None
    seats = read_seats_with_table(code)
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
    seats = table.loaded_seats or read_seats(table)
    if not has_all_seats(table, seats):
        raise Http404
    own = find_seat(seats, request.user.pk)
    mine = contract.Seat(own.index) if own else None
    return Seated(table=table, seat=mine, state=loaded.state, number=loaded.number, seats=seats)
