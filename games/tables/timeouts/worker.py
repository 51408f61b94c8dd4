"""Sweep of the clocks: warns players, lets the stand-in play when time has run out, and tells how late it is."""

from __future__ import annotations

import logging
from datetime import datetime, timedelta
from typing import Final
from uuid import UUID, uuid4

from django.conf import settings
from django.db import connection

from games import clock
from games.locks import writing
from games.tables import signals
from games.tables.changes import announce
from games.tables.clocks import clocks
from games.tables.log.bot_wakeups import wake_bots
from games.tables.log.stand_in_answers import answer_for
from games.tables.models import PlayerKind, Seat, Sweeper, Table
from games.tables.models.players import is_played_by_site
from games.tables.timeouts import repair

MOST: Final = 50
"""Number of seats that one sweep handles, so that this process reports in time that it is alive."""
RENEWED: Final = timedelta(seconds=5)
"""Interval at which the sweeping process reports that it is alive."""
SILENT: Final = timedelta(seconds=20)
"""Time without a report after which another process takes over. A gap up to this long is not given back to the
clocks.
"""
LATE_BOT: Final = timedelta(seconds=1)
"""Time after which the worker of this process takes over a bot whose own worker must be dead or too busy.
"""

_log: Final = logging.getLogger(__name__)
_me: Final[UUID] = uuid4()


def is_sweeper() -> bool:
    """Return True if this process is the sweeper.

    It renews its claim, or takes over, if that is due.
    """
    row = Sweeper.objects.filter(pk=1).first()
    now = clock.read()  # after the row, which another process may have just renewed
    if row and row.holder == _me and -clock.CLOSE <= now - row.seen_at < RENEWED:
        return True
    if row and _is_of_another(row, now):
        return False
    with writing():
        held = _hold()
    if held:
        repair.repair()
    return held


def _is_of_another(row: Sweeper, now: datetime) -> bool:
    """Return whether another process holds the row and is alive. One seen in the future is dead, since all processes
    go by one clock: its row was written while that clock, or its own, was wrong.
    """
    # SQLite only serves one process, so a report by another process comes from one that no longer exists.
    return row.holder != _me and -clock.CLOSE <= now - row.seen_at < SILENT and connection.vendor != "sqlite"


def _hold() -> bool:
    defaults = {"holder": _me, "seen_at": (now := clock.read()), "clock_at": now}
    row, created = Sweeper.objects.select_for_update().get_or_create(pk=1, defaults=defaults)
    if created:
        return True
    now = clock.read()  # it may have waited for the row
    if _is_of_another(row, now):
        return False
    lapse = now - row.seen_at
    if lapse > SILENT or (row.holder != _me and lapse > timedelta()):
        repair.give_time_back(row.seen_at, now)
    elif lapse < -SILENT:
        repair.take_time_back(row.seen_at, now, is_known=row.clock_at == row.seen_at)
    row.holder = _me
    row.renew(now)
    row.save()
    return True


def act_on_due_clocks() -> int:
    """Process the due clocks, longest overdue first; return their number. One statement if none is due.

    Bots have a worker of their own: see `wake_late_bots`.
    """
    now = clock.now()
    due = Seat.objects.with_due_alarm(now)
    if not settings.BOTS_AT_ONCE:
        due = due.exclude(played_by=PlayerKind.BOT)
    seats = list(due.select_related("table")[:MOST])
    for seat in seats:
        try:
            _act(seat, now)
        except Exception:
            _log.exception("failed to handle the clock of seat %s", seat.pk)
            # Postpone it, or it would block the others and fill the log. A seat that has changed in the meantime
            # stays as it is.
            Seat.objects.filter(pk=seat.pk, alarm_at=seat.alarm_at).update(alarm_at=now + clocks.PUT_OFF)
    return len(seats)


def wake_late_bots() -> int:
    """Call the worker of this process for bots that have waited for `LATE_BOT`; one statement.

    Returns 0, as nothing is left to do for the sweep.
    """
    late = Seat.objects.with_due_alarm(clock.now() - LATE_BOT).played_by_bots()
    for code in dict.fromkeys(late.values_list("table__code", flat=True)[:MOST]):
        wake_bots(code)
    return 0


def _act(seat: Seat, now: datetime) -> None:
    if clocks.is_out_of_time(seat, now):
        answer_for(seat)
    else:
        _warn(seat, now)


def _warn(seat: Seat, now: datetime) -> None:
    """Warn players whose time is about to run out; set the next alarm for when it does."""
    with writing():
        table = Table.objects.locked().get(pk=seat.table_id)
        current = Seat.objects.select_related("user").get(pk=seat.pk)
        if current.alarm_at is None or current.alarm_at > now or is_played_by_site(current.player):
            return
        current.alarm_at = current.due_at
        current.save(update_fields=["alarm_at"])
        if current.due_at is None:
            return  # an alarm of no clock is nobody's
        signals.time_short.send(Table, table=table, seat=current)
    announce(table.code, table.version)


def sweeper_lateness(now: datetime) -> timedelta:
    """Return for how long no process has said that it sweeps; as long as none ever did, as late as the oldest alarm."""
    seen = Sweeper.objects.filter(pk=1).values_list("seen_at", flat=True).first()
    return deadline_lateness(now) if seen is None else abs(now - seen)


def deadline_lateness(now: datetime) -> timedelta:
    """Return the delay of the most overdue seat alarm, or zero."""
    alarm = Seat.objects.with_due_alarm(now).values_list("alarm_at", flat=True).first()
    return now - alarm if alarm else timedelta(0)
