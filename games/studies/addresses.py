"""Turns of games named by a pasted address or a form."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final
from urllib.parse import parse_qs, urlsplit

from django.urls import Resolver404, resolve, reverse
from django.utils.http import urlencode

from games.accounts.models import User
from games.studies.collection_services import Turn
from games.tables.models import MOST_SEATS, Table
from games.tables.models import Seat as SeatRow

ADDRESS_MAX: Final = 300
_LONG: Final = 4
LOOK: Final = "look"
"""Query parameter for the player whose board is shown, 1 for the first seat."""


@dataclass(frozen=True, slots=True)
class Named:
    """Turn named by an address: the table's code, the turn, and the viewed seat.

    `seat` is 0-based, or None if the address names none.
    """

    code: str
    turn: int
    seat: int | None


def read_address(text: str) -> Named | None:
    """The turn that an address of the site leads to, whole or but its path; None for any other."""
    try:
        parts = urlsplit(text.strip())
        match = resolve(parts.path)
    except (ValueError, Resolver404):
        return None
    if match.view_name != "play:turn":
        return None
    return Named(match.kwargs["code"], match.kwargs["turn"], looked_at(parse_qs(parts.query).get(LOOK, [""])[0]))


def looked_at(text: str) -> int | None:
    """Return the seat (0-based) given by `look`, or None if it is missing or invalid."""
    told = int(text) if text.isascii() and text.isdigit() and len(text) < _LONG else 0
    return told - 1 if 1 <= told <= MOST_SEATS else None


def turn_url(turn: Turn) -> str:
    """Return the URL of a turn with the viewed board."""
    here = reverse("play:turn", args=[turn.table.code, turn.number])
    return f"{here}?{urlencode({LOOK: turn.seat + 1})}"


def seat_to_look_at(seats: list[SeatRow], viewer: User | None) -> int:
    """Return the default seat to view: the viewer's own, otherwise the winner's."""
    own = next((seat.index for seat in seats if viewer and seat.user_id == viewer.pk), None)
    best = next((seat.index for seat in seats if seat.rank == 1), 0)
    return best if own is None else own


def turn_at(table: Table, number: int, seat: int | None, viewer: User | None) -> Turn:
    """A turn of a table, as a viewer looks at it where `seat` does not say."""
    seats = list(SeatRow.objects.filter(table=table).order_by("index"))
    return Turn(table, number, seat_to_look_at(seats, viewer) if seat is None else seat)
