"""Two concurrent transactions on PostgreSQL, one of which waits for the other, or doesn't."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor, wait
from contextlib import contextmanager
from threading import Event
from typing import Final

import pytest
from django.db import connection, transaction

where_writers_meet = pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite has one writer at a time")
"""For tests in which two transactions are in flight."""

_STEP: Final = 0.01
"""Seconds between two looks at how far they are."""
_WAITING: Final = (
    "SELECT count(*) FROM pg_locks JOIN pg_stat_activity USING (pid) WHERE NOT granted AND datname = current_database()"
)


Both = tuple[Future[None], Future[None]]


@contextmanager
def in_flight(first: Callable[[], object], second: Callable[[], object]) -> Iterator[Both]:
    """Run `first` and keep its transaction open while `second` runs.

    Inside the context, `second` is finished or waiting for `first`; on exit, `first` commits. Yields both, so that
    their errors can be checked afterwards.
    """

    def hold(pause: Callable[[], object]) -> None:
        with transaction.atomic():
            first()
            pause()

    with amid(hold, second) as both:
        yield both


@contextmanager
def amid(first: Callable[[Callable[[], object]], object], second: Callable[[], object]) -> Iterator[Both]:
    """Same as `in_flight`, but `first` gets a function to call where it should pause."""
    held, go = Event(), Event()

    def pause() -> None:
        held.set()
        go.wait()

    with ThreadPoolExecutor() as threads:
        try:
            one = threads.submit(_alone, lambda: first(pause))
            while not held.wait(_STEP) and not one.done():
                pass
            other = threads.submit(_alone, second)
            while not wait([other], _STEP).done and not _somebody_waits():
                pass
            yield one, other
        finally:
            go.set()


def _alone(act: Callable[[], object]) -> None:
    """Run on a connection of its own, and close it."""
    try:
        act()
    finally:
        connection.close()


def _somebody_waits() -> bool:
    with connection.cursor() as cursor:
        cursor.execute(_WAITING)
        return bool(cursor.fetchone()[0])
