"""The line in which writers wait.

On PostgreSQL they wait for rows instead, and two of which each holds what the other wants would wait until one fails.
So all lock rows in one order: people (`User.objects.locked()`), then tables, several of these by their keys, then what
belongs to a table or a person, then the catalog's mark, and its entries last. A row that refers to somebody may well be
stored under the lock of a table: that does not wait for `locked()`, but only for who deletes somebody, who holds all
the tables by then that they want.
"""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from django.db import OperationalError, connection, transaction

PATIENCE: Final = 20.0
"""Seconds a writer waits for those before it."""

_mutex: Final = threading.RLock()


@contextmanager
def write_lock() -> Iterator[None]:
    """Let this process's writers through one by one on SQLite; elsewhere row locks do that.

    SQLite's own lock lets late-comers overtake, so that under many writers some would wait until they fail.
    Raises OperationalError after `PATIENCE` seconds.
    """
    # Who is in a transaction holds SQLite's lock already; to wait here for somebody who waits for that would end both.
    if connection.vendor != "sqlite" or connection.in_atomic_block:
        yield
        return
    if not _mutex.acquire(timeout=PATIENCE):
        raise OperationalError("too many writers wait")
    try:
        yield
    finally:
        _mutex.release()


@contextmanager
def writing() -> Iterator[None]:
    """One write: in line, and all or nothing."""
    with write_lock(), transaction.atomic():
        yield
