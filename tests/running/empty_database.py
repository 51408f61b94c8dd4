"""A database in which no migration has run yet, for tests of migrations."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from django.db import DEFAULT_DB_ALIAS, connections


@contextmanager
def empty_database(folder: Path) -> Iterator[None]:
    """Let the default connection lead to an empty database; no test has to bring it back to today."""
    own = connections[DEFAULT_DB_ALIAS]
    name = "test_empty" if own.vendor == "postgresql" else str(folder / "empty.sqlite3")
    if own.vendor == "postgresql":
        _run(f"DROP DATABASE IF EXISTS {name}", f"CREATE DATABASE {name}")
    # A pool belongs to an alias, and its connections to the other database.
    options = {option: value for option, value in own.settings_dict["OPTIONS"].items() if option != "pool"}
    empty = type(own)({**own.settings_dict, "NAME": name, "OPTIONS": options}, DEFAULT_DB_ALIAS)
    connections[DEFAULT_DB_ALIAS] = empty
    try:
        yield
    finally:
        empty.close()
        connections[DEFAULT_DB_ALIAS] = own
        if own.vendor == "postgresql":
            _run(f"DROP DATABASE {name} WITH (FORCE)")


def _run(*statements: str) -> None:
    with connections[DEFAULT_DB_ALIAS]._nodb_cursor() as cursor:
        for statement in statements:
            cursor.execute(statement)
