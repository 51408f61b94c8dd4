"""Find the seats that can be nudged in games without a time limit."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final

from games import clock
from games.tables.models import Pace, Seat, Status, Table

PATIENCE: Final = timedelta(hours=1)
"""Time that all players have before they may be nudged."""
BETWEEN: Final = timedelta(days=1)
"""Minimum time between two nudges at a table, by any player."""


def late_seats(table: Table, seats: Sequence[Seat], own: Seat) -> list[Seat]:
    """Return the seats that this seat may nudge: those that have kept a game without a clock waiting, while its own
    player waits.
    """
    if table.status != Status.PLAYING or table.pace != Pace.NONE or table.is_fork:
        return []
    if own.awaited or own.stand_in_since or own.resigned_at:
        return []
    since = clock.now() - PATIENCE
    playing = (seat for seat in seats if seat != own and not seat.stand_in_since and not seat.resigned_at)
    return [seat for seat in playing if seat.awaited and seat.awaited_since and seat.awaited_since <= since]


def next_nudge_at(table: Table) -> datetime | None:
    """Return when a table can be nudged again, None if it can be now."""
    now = clock.now()
    if table.nudged_at is None or table.nudged_at > now + clock.CLOSE:  # stored while a clock was wrong
        return None
    again = table.nudged_at + BETWEEN
    return again if again > now else None
