"""Turns of games that are over, as they are shown apart from their games."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.db import connection
from django.utils.translation import get_language

from engine.contract import Seat
from games.play.game import Glimpse, played_game
from games.studies.collection_services import Turn
from games.tables.game import games
from games.tables.game_state import Logged, Memory, logs_since
from games.tables.holders import holder_name, read_former_holders
from games.tables.models import Seat as SeatRow
from games.tables.turns_drawn import Answer, stored_answers

_MOST_KEPT: Final = 2_000


@dataclass(frozen=True, slots=True)
class _Kept:
    """A glimpse as it is remembered: of what is over, there is never a later one."""

    glimpse: Glimpse
    number: int = 1


_kept: Final = Memory[_Kept](_MOST_KEPT)


def forget() -> None:
    """Forget every glimpse."""
    _kept.clear()


def glimpse_of(turn: Turn) -> Glimpse | None:
    """One turn of a game that is over; None where there is no such turn or seat."""
    return glimpses([turn]).get(turn)


def glimpses(turns: Iterable[Turn]) -> dict[Turn, Glimpse]:
    """Several turns of games that are over, in one statement for all that are not remembered; without those that there
    are not, and without games that are no longer installed.
    """
    wanted = [turn for turn in turns if turn.table.game in games()]
    known = {turn: kept.glimpse for turn in wanted if (kept := _kept.get(_key(turn)))}
    logs = logs_since(dict.fromkeys((turn.table for turn in wanted if turn not in known), 0))
    fresh = ((turn, _drawn(turn, logs[turn.table])) for turn in wanted if turn not in known)
    return known | {turn: drawn for turn, drawn in fresh if drawn}


def drawers(turns: Sequence[Turn]) -> dict[Turn, str]:
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


def _drawer(turn: Turn, seat: SeatRow, answer: Answer | None) -> str:
    return holder_name(turn.table, seat, answer.number) if answer else seat.shown_name


def _drawn(turn: Turn, log: Sequence[Logged[Any]]) -> Glimpse | None:
    glimpse = played_game(turn.table.game).glimpse(turn.table, log, turn.number, Seat(turn.seat))
    # Inside a transaction, these events may never be committed.
    if glimpse and not connection.in_atomic_block:
        _kept.keep(_key(turn), _Kept(glimpse))
    return glimpse


def _key(turn: Turn) -> str:
    return f"{turn.table.code}/{turn.number}/{turn.seat}/{get_language()}"
