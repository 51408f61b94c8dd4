"""The time that leases, deadlines and retries go by.

Several server processes share one PostgreSQL database, and one of them may run on a machine whose clock is wrong. So
`manage.py` lets them all go by the database's clock. SQLite has no clock of its own: its one process uses its own.

`now` costs at most one statement a second in each process: between two readings it counts on by the monotonic clock,
which nobody can set.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.conf import settings
from django.db import connection
from django.utils import timezone

CLOSE: Final = timedelta(seconds=2)
"""Maximum difference between correct clocks. A time later than this from now was written by a wrong clock."""
JUMP: Final = timedelta(seconds=20)
"""Deviation from the monotonic clock above which the clock was set or the machine was asleep."""
_FRESH: Final = 1.0
"""Seconds for which a reading of the database's clock is reused."""


@dataclass(frozen=True, slots=True)
class _Reading:
    moment: datetime
    at: float
    """Reading of the monotonic clock at that moment."""

    def later(self, at: float) -> datetime:
        return self.moment + timedelta(seconds=at - self.at)


_last: _Reading | None = None
_jumped_at: float | None = None


def now() -> datetime:
    """Return the current time by the clock that all server processes share."""
    if not _is_of_database():
        return timezone.now()
    last, at = _last, time.monotonic()
    if last is None or not 0 <= at - last.at < _FRESH:
        return read()
    return last.later(at)


def read() -> datetime:
    """Return the current time like `now`, but always by a new reading; it also notes when the clock was set."""
    global _last, _jumped_at
    moment = _database_time() if _is_of_database() else timezone.now()
    reading = _Reading(moment, time.monotonic())
    if _last and _is_watched() and abs(reading.moment - _last.later(reading.at)) > JUMP:
        _jumped_at = reading.at
    _last = reading
    return moment


def is_steady(span: timedelta) -> bool:
    """Return whether the clock has not been set within that span, as far as this process knows."""
    return _jumped_at is None or time.monotonic() - _jumped_at > span.total_seconds()


def forget_readings() -> None:
    """Forget all readings, as a new process does."""
    global _last, _jumped_at
    _last = _jumped_at = None


def _is_watched() -> bool:
    return bool(settings.CLOCK == "database")


def _is_of_database() -> bool:
    return settings.CLOCK == "database" and connection.vendor == "postgresql"


def _database_time() -> datetime:
    with connection.cursor() as cursor:
        # Not `now()`, which doesn't advance during a transaction, even while it waits for a lock.
        cursor.execute("SELECT clock_timestamp()")
        moment: datetime = cursor.fetchone()[0]
    return moment
