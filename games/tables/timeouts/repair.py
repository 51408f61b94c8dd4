"""Repair of seat clocks after the site was down or the system clock was changed.

A running clock keeps its time. So time without a running timeout worker is given back, whether the site was down or
the system clock jumped ahead. If the system clock is set back, the time is taken back. Remaining errors, such as a
deadline written by a process with a wrong clock, are found by checking all running clocks (`repair`).
"""

from __future__ import annotations

import logging
from datetime import datetime, timedelta
from typing import Final

from django.db.models import F, Q

from games import clock
from games.locks import writing
from games.tables import signals
from games.tables.clocks import clocks
from games.tables.lobby.listing import LISTED_BY_DAY, listed_for
from games.tables.models import Pace, Seat, Table
from games.tables.models.seats import SeatQuerySet

EVERY: Final = timedelta(seconds=30)
"""Interval between checks of all running clocks."""
_SINCE_THE_JUMP: Final = timedelta(seconds=5)
"""A turn that began this shortly before the sweeper noticed the clock change may already have used the correct clock.
"""
_SAID_WITHIN: Final = timedelta(seconds=10)
"""Time for which the sweeper may have stayed alive after its last report."""
_SHORTLY: Final = timedelta(minutes=1)

_log: Final = logging.getLogger(__name__)
_AT_ONCE: Final = 500

_last: dict[str, datetime] = {}
_right: dict[int, tuple[datetime | None, datetime | None]] = {}
"""Deadline and alarm of seats for which a detailed check found them valid."""


def give_time_back(begin: datetime, end: datetime) -> None:
    """Give the time from one moment to another back to all clocks that run; part of a transaction."""
    forget()
    with_tables = not clock.is_steady(_SHORTLY)
    _lock(_running(), with_tables=with_tables)
    # A turn that began in between may gain more time than it lost. `repair` runs next and limits it to its own time.
    _move(_running().filter(due_at__isnull=False), begin, end)
    # A seat without a deadline belongs to the stand-in, and no player waits for that. An alarm that is due at once
    # stays as it is.
    stand_ins = _running().filter(due_at=None, alarm_at__gt=begin).exclude(awaited_since__gt=begin + _SAID_WITHIN)
    stand_ins.update(alarm_at=F("alarm_at") + (end - begin))
    if with_tables:
        _move_tables(begin, end)


def take_time_back(begin: datetime, end: datetime, *, is_known: bool) -> None:
    """Subtract the time between two moments from all running clocks; part of a transaction.

    The clock was set back from `begin` to `end`. Unless it `is_known` that the shared clock showed `begin`, only
    deadlines too far ahead are changed: the others never got that time.
    """
    _log.warning("the system clock was ahead by %s and has been corrected", begin - end)
    just_begun = Q(awaited_since__gt=end - _SINCE_THE_JUMP, awaited_since__lte=end)
    seats = _running().exclude(just_begun)
    _lock(seats, with_tables=is_known)
    if is_known:
        _move(seats, begin, end)
        Seat.objects.filter(awaited=True, awaited_since__gt=end).update(
            awaited_since=F("awaited_since") + (end - begin)
        )
        _move_tables(begin, end)
        signals.clock_set_back.send(Table, begin=begin, end=end)
    else:
        _move(_running().filter(pk__in=_were_given(begin, end)), begin, end)
    forget()  # so that whatever lies too far ahead even now is found at once


def _were_given(begin: datetime, end: datetime) -> list[int]:
    """Find the seats that must have been given the time between: they have too much, and enough after it is taken."""
    candidates = _running().too_late(end).filter(due_at__gt=begin).select_related("table", "user")
    return [seat.pk for seat in candidates if seat.due_at and seat.due_at > clocks.latest_due(seat.table, seat, end)]


def repair() -> int:
    """Correct deadlines and times that are too far ahead, at intervals; return the number of rows."""
    now, last = clock.now(), _last.get("repaired")
    if last and timedelta(0) <= now - last < EVERY:
        return 0
    _last["repaired"] = now
    repaired = _repair_seats(now)
    # A wait that starts in the future would never count as a long one.
    wrong = Seat.objects.filter(awaited=True, awaited_since__gt=now + clock.CLOSE)
    if wrong.exists():
        with writing():
            repaired += wrong.update(awaited_since=now)
    return repaired + _repair_tables(now)


def forget() -> None:
    """Let the next call look at all clocks, whenever the last did."""
    _last.clear()
    _right.clear()


def _running() -> SeatQuerySet:
    return Seat.objects.filter(alarm_at__isnull=False)


def _lock(seats: SeatQuerySet, *, with_tables: bool) -> None:
    """Lock the tables first: writers lock a table and then its seats, so there is no deadlock."""
    tables = Q(pk__in=seats.values("table"))
    if with_tables:
        tables |= Q(listed_until__isnull=False) | Q(kept_until__isnull=False) | Q(fill_at__isnull=False)
    list(Table.objects.locked().filter(tables).order_by("pk").values_list("pk"))


def _move(seats: SeatQuerySet, begin: datetime, end: datetime) -> None:
    by = end - begin
    counted = Q(table__nights_free=True) | (Q(table__pace=Pace.DAYS) & ~Q(user__vacations=""))
    nights = list(seats.filter(counted, due_at__isnull=False).select_related("table", "user"))
    others = seats.filter(~counted | Q(due_at=None))
    others.update(due_at=F("due_at") + by, alarm_at=F("alarm_at") + by)
    for seat in nights:
        clocks.shift_clock(seat.table, seat, begin, end)
        seat.save(update_fields=["due_at", "alarm_at"])


def _move_tables(begin: datetime, end: datetime) -> None:
    for column in ("listed_until", "kept_until", "fill_at"):
        Table.objects.filter(**{f"{column}__isnull": False}).update(**{column: F(column) + (end - begin)})


def _repair_seats(now: datetime) -> int:
    """Look at the seats that may have too much time. Those that have not are not looked at again as they are: what is
    left of a clock only gets less. Where nights do not count, these are many.
    """
    found = {pk: (due, alarm) for pk, due, alarm in _running().too_late(now).values_list("pk", "due_at", "alarm_at")}
    unknown = [pk for pk, clock_ in found.items() if _right.get(pk) != clock_]
    repaired = 0
    for begin in range(0, len(unknown), _AT_ONCE):
        seats = Seat.objects.filter(pk__in=unknown[begin : begin + _AT_ONCE]).select_related("table", "user")
        wrong = [seat for seat in seats if clocks.clamp(seat.table, seat, now)]
        repaired += sum(_repair_seat(seat.pk, seat.table_id, now) for seat in wrong)
        for seat in wrong:
            del found[seat.pk]
    _right.clear()
    _right.update(found)
    return repaired


def _repair_seat(pk: int, table_id: int, now: datetime) -> bool:
    with writing():
        table = Table.objects.locked().get(pk=table_id)
        seat = Seat.objects.select_related("user").get(pk=pk)
        due_at, alarm_at = seat.due_at, seat.alarm_at
        if not clocks.clamp(table, seat, now):
            return False
        seat.save(update_fields=["due_at", "alarm_at"])
    _log.warning("the deadline of seat %s was too far in the future: %s (alarm %s)", pk, due_at, alarm_at)
    return True


def _repair_tables(now: datetime) -> int:
    """No table is listed for longer than from now on."""
    far = Table.objects.filter(listed_until__gt=now + LISTED_BY_DAY + clock.CLOSE)
    return sum(_repair_table(pk, now) for pk in list(far.values_list("pk", flat=True)))


def _repair_table(pk: int, now: datetime) -> int:
    with writing():
        table = Table.objects.locked().get(pk=pk)
        listed = Table.objects.filter(pk=pk, listed_until__isnull=False)
        return listed.update(listed_until=now + listed_for(table))
