"""First turn closed since a player last looked at a running table."""

from __future__ import annotations

from games.play.log import whole_log
from games.tables.game import Seated
from games.tables.table_previews import turn_seen


def misses(seated: Seated) -> bool:
    """Return True if turns may close while this visitor is away.

    False for spectators, solo players and seats that resigned or were removed.
    """
    return seated.seat is not None and not (seated.alone or seated.has_left or seated.ended_early)


def unseen_turn(seated: Seated, turn: int) -> int:
    """The first turn that has closed since the visitor looked, 0 for none, and for who comes for the first time or
    misses nothing; `turn` is the open one.
    """
    row = seated.seats[seated.seat] if seated.seat is not None else None
    if row is None or not row.seen or not misses(seated):
        return 0
    seen = turn_seen(whole_log(seated), row.seen)
    return seen if 0 < seen < turn else 0
