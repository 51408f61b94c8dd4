"""Turns of finished games: named by an address or a form, and shown apart from their games."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import parse_qs, urlsplit

from django.db import connection
from django.urls import Resolver404, resolve, reverse
from django.utils.http import urlencode
from django.utils.translation import get_language

from engine.contract import Seat
from games.accounts.models import User
from games.play.board_grid import BoardGrid
from games.play.game import TurnSummary, played_game
from games.play.log import LOOK
from games.studies.positions import positions_of
from games.studies.services import SeatTurn
from games.tables.game import games
from games.tables.holders import find_seat, holder_name, read_former_holders
from games.tables.log.state import DecodedEvent, TableCache, logs_since
from games.tables.log.turns_drawn import StandingAnswer, stored_answers
from games.tables.models import MOST_SEATS, Table
from games.tables.models import Seat as SeatRow

ADDRESS_MAX: Final = 300
_LONG: Final = 4


@dataclass(frozen=True, slots=True)
class NamedTurn:
    """Turn named by an address: the table's code, the turn, and the viewed seat.

    `seat` is 0-based, or None if the address names none.
    """

    code: str
    turn: int
    seat: int | None


def read_address(text: str) -> NamedTurn | None:
    """The turn that an address of the site leads to, whole or but its path; None for any other."""
    try:
        parts = urlsplit(text.strip())
        match = resolve(parts.path)
    except (ValueError, Resolver404):
        return None
    if match.view_name != "play:turn":
        return None
    return NamedTurn(match.kwargs["code"], match.kwargs["turn"], viewed_seat(parse_qs(parts.query).get(LOOK, [""])[0]))


def viewed_seat(text: str) -> int | None:
    """Return the seat (0-based) given by `look`, or None if it is missing or invalid."""
    number = int(text) if text.isascii() and text.isdigit() and len(text) < _LONG else 0
    return number - 1 if 1 <= number <= MOST_SEATS else None


def turn_url(turn: SeatTurn) -> str:
    """Return the URL of a turn with the viewed board."""
    here = reverse("play:turn", args=[turn.table.code, turn.number])
    return f"{here}?{urlencode({LOOK: turn.seat + 1})}"


def analysis_url(turn: SeatTurn) -> str:
    """Return the address that opens a turn as a position, "" if its game has none."""
    positions = positions_of(turn.table.game)
    if positions is None:
        return ""
    query = urlencode({LOOK: turn.seat + 1, "turn": turn.number})
    return f"{reverse(positions.turns_route, args=[turn.table.code])}?{query}"


def seat_to_look_at(seats: list[SeatRow], viewer: User | None) -> int:
    """Return the default seat to view: the viewer's own, otherwise the winner's."""
    own = find_seat(seats, viewer.pk) if viewer else None
    best = next((seat.index for seat in seats if seat.rank == 1), 0)
    return own.index if own else best


def turn_at(table: Table, number: int, seat: int | None, viewer: User | None) -> SeatTurn:
    """A turn of a table, as a viewer looks at it where `seat` does not say."""
    seats = list(SeatRow.objects.filter(table=table).order_by("index"))
    return SeatTurn(table, number, seat_to_look_at(seats, viewer) if seat is None else seat)


_MOST_KEPT: Final = 2_000


@dataclass(frozen=True, slots=True)
class _CachedGlimpse:
    """A cached glimpse; finished games never change."""

    glimpse: TurnSummary
    number: int = 1


_cache: Final = TableCache[_CachedGlimpse](_MOST_KEPT)


def clear_glimpses() -> None:
    """Clear the cache."""
    _cache.clear()


def grid_of(game: str) -> BoardGrid | None:
    """Return the spaces that can be marked in a game, or None if there are none or the game is not installed."""
    return played_game(game).board_grid if game in games() else None


def glimpse_of(turn: SeatTurn) -> TurnSummary | None:
    """Return one turn of a finished game, or None if there is no such turn or seat."""
    return glimpses([turn]).get(turn)


def glimpses(turns: Iterable[SeatTurn]) -> dict[SeatTurn, TurnSummary]:
    """Return turns of finished games, reading uncached ones in one statement. Omits missing turns and games no longer
    installed.
    """
    playable = [turn for turn in turns if turn.table.game in games()]
    known = {turn: cached.glimpse for turn in playable if (cached := _cache.get(_key(turn)))}
    logs = logs_since(dict.fromkeys((turn.table for turn in playable if turn not in known), 0))
    fresh = ((turn, _drawn(turn, logs[turn.table])) for turn in playable if turn not in known)
    return known | {turn: drawn for turn, drawn in fresh if drawn}


def drawers(turns: Sequence[SeatTurn]) -> dict[SeatTurn, str]:
    """Return who had the seat of each turn then, with one statement for games whose seats may have changed hands.

    The seats of their tables must have been read.
    """
    changed = [turn for turn in turns if turn.table.incidents_count]
    answers = stored_answers({turn.table for turn in changed}, {turn.number for turn in changed}) if changed else {}
    read_former_holders(turn.table for turn in changed)
    return {
        turn: _drawer(turn, seat, answers.get((turn.table.pk, turn.number, seat.index)))
        for turn in turns
        for seat in turn.table.seats.all()
        if seat.index == turn.seat
    }


def _drawer(turn: SeatTurn, seat: SeatRow, answer: StandingAnswer | None) -> str:
    return holder_name(turn.table, seat, answer.number) if answer else seat.shown_name


def _drawn(turn: SeatTurn, log: Sequence[DecodedEvent[Any]]) -> TurnSummary | None:
    glimpse = played_game(turn.table.game).glimpse(turn.table, log, turn.number, Seat(turn.seat))
    # Inside a transaction, these events may never be committed.
    if glimpse and not connection.in_atomic_block:
        _cache.keep(_key(turn), _CachedGlimpse(glimpse))
    return glimpse


def _key(turn: SeatTurn) -> str:
    return f"{turn.table.code}/{turn.number}/{turn.seat}/{get_language()}"
