"""Access to the chats of a table: who may read them, and who may write there what."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from games import clock
from games.accounts.models import User
from games.tables.models import Room, Status, Table, Talk

OPEN_AFTER: Final = timedelta(days=30)
"""Time after the end of a game during which people may still write."""


@dataclass(frozen=True, slots=True)
class TalkAccess:
    """Access of a visitor: their own chat, those they may read, and whether they may send phrases and write text."""

    room: Room
    rooms: tuple[Room, ...]
    may_send: bool
    may_write: bool


def talk_access(table: Table, user: User | None, *, seated: bool) -> TalkAccess:
    """Return the access of a visitor who may see the table."""
    room = Room.PLAYERS if seated else Room.SPECTATORS
    other = Room.SPECTATORS if seated else Room.PLAYERS
    may_send = user is not None and is_open(table) and not user.is_muted
    text = table.talk == Talk.TEXT and (table.guests_write or not (user and user.guest))
    return TalkAccess(room, (room, other) if table.is_over else (room,), may_send, may_send and text)


def is_open(table: Table) -> bool:
    """Return True if people may write at a table: before its game, during it and for a while afterwards."""
    if table.talk == Talk.OFF or (table.status == Status.CLOSED and not table.ended_early):
        return False
    return not table.is_over or (table.finished_at is not None and clock.now() < table.finished_at + OPEN_AFTER)
