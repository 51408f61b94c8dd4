"""Since when somebody has not looked at a running table."""

from __future__ import annotations

from games.play.log import whole_log
from games.tables.game import Seated
from games.tables.glances import turn_seen


def unseen_turn(seated: Seated, turn: int) -> int:
    """The first turn that has closed since the visitor looked, 0 for none; `turn` is the open one. Of who watches, has
    resigned, plays alone or comes for the first time, none is asked for.
    """
    if seated.seat is None or seated.alone:
        return 0
    row = seated.seats[seated.seat]
    if not row.seen or row.resigned_at:
        return 0
    seen = turn_seen(whole_log(seated), row.seen)
    return seen if 0 < seen < turn else 0
