"""Write lock, and the order in which rows are locked.

On SQLite, writers wait for a mutex. On PostgreSQL they wait for row locks instead, and two writers that each hold
what the other needs would deadlock.

So all code locks rows in one order: users (`User.objects.locked()`), then tables (several by primary key), then rows
that belong to a table or a user, then the catalog version, and catalog entries last. Pairing takes its lock before all
of them. A row that refers to a user may be stored under the lock of a table. This does not wait for `locked()`, only
for a deletion of that user, which by then holds all the tables it needs.
"""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from django.db import OperationalError, connection, transaction

PATIENCE: Final = 20.0
"""Seconds that a writer waits for earlier writers."""

_PAIRING: Final = 0x7061_6972
"""Key of the advisory lock that pairing holds on PostgreSQL."""

_mutex: Final = threading.RLock()


@contextmanager
def write_lock() -> Iterator[None]:
    """Let this process's writers through one by one on SQLite; elsewhere row locks do that.

    SQLite's own lock lets late-comers overtake, so that under many writers some would wait until they fail.
    Raises OperationalError after `PATIENCE` seconds.
    """
    # A transaction already holds SQLite's lock. Waiting here for a writer that waits for that lock would be a
    # deadlock.
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
    """Run one write, serialized and atomic."""
    with write_lock(), transaction.atomic():
        yield


def lock_pairing() -> None:
    """Let pairings happen one after another: two people who look for each other must see each other's table.

    Part of a transaction, before all other locks. On SQLite the transaction itself is the lock.
    """
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(%s)", [_PAIRING])
