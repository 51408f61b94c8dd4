"""Lock that lets only one server process use what can't be shared: SQLite, or the in-memory channel layer."""

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from django.conf import settings
from django.db import connection


class AlreadyServed(Exception):
    """Error for a database used by another server process; the message says how to fix it."""


# Any number works, as long as it stays the same between releases.
_ADVISORY_LOCK = 0x6361_7274_6F


@contextmanager
def sole_process() -> Iterator[None]:
    """Hold the lock of the only server process while the block runs. Raises AlreadyServed.

    With both PostgreSQL and Redis, any number of processes may serve, and nothing is locked.
    """
    if connection.vendor == "sqlite":
        with _held_file(Path(f"{settings.DATABASES['default']['NAME']}.lock")):
            yield
    elif not settings.REDIS_URL:
        with _held_in_postgres():
            yield
    else:
        yield


@contextmanager
def _held_file(path: Path) -> Iterator[None]:
    """Lock a file next to the database; the kernel releases it even after a crash."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            raise AlreadyServed(
                f"Another server process is using {path.with_suffix('')}. On SQLite only one may run; "
                "for several set CARTO_DATABASE_URL and CARTO_REDIS_URL."
            ) from error
        yield


@contextmanager
def _held_in_postgres() -> Iterator[None]:
    """Hold an advisory lock on a separate connection; the server releases it when that ends."""
    import psycopg

    with psycopg.connect(**connection.get_connection_params(), autocommit=True) as own:
        row = own.execute("SELECT pg_try_advisory_lock(%s)", [_ADVISORY_LOCK]).fetchone()
        if row is None or not row[0]:
            raise AlreadyServed(
                "Another server process is using this database; without Redis only one may run. Set CARTO_REDIS_URL."
            )
        yield
