"""Clocks that tests move ahead and back: of processes, and of a PostgreSQL database."""

from __future__ import annotations

import os
from datetime import timedelta
from pathlib import Path

import psycopg


class ProcessClock:
    """The clock of all processes that share this file, through `tests.processes.thrown_settings`."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self.throw(timedelta())

    def throw(self, ahead: timedelta) -> None:
        """Set the clock ahead of the true time."""
        new_file = self.file.with_suffix(".new")
        new_file.write_text(str(ahead.total_seconds()))
        os.replace(new_file, self.file)


class DatabaseClock:
    """The clock of a PostgreSQL database: a replacement function in a schema that is searched first."""

    def __init__(self, url: str) -> None:
        self.url = url
        name = url.rpartition("/")[2]
        self._run(
            "CREATE SCHEMA thrown",
            "CREATE TABLE thrown.clock (ahead interval NOT NULL)",
            "INSERT INTO thrown.clock VALUES ('0')",
            "CREATE FUNCTION thrown.clock_timestamp() RETURNS timestamptz VOLATILE LANGUAGE sql AS"
            " 'SELECT pg_catalog.clock_timestamp() + ahead FROM thrown.clock'",
            f"ALTER DATABASE {name} SET search_path = thrown, public, pg_catalog",
            # Django makes its tables in the first schema; there are none to be made.
        )

    def throw(self, ahead: timedelta) -> None:
        """Set the clock ahead of the true time."""
        self._run(f"UPDATE thrown.clock SET ahead = '{ahead.total_seconds()} seconds'")

    def _run(self, *statements: str) -> None:
        with psycopg.connect(self.url, autocommit=True) as connection:
            for statement in statements:
                connection.execute(statement)  # type: ignore[call-overload]  # its own words, no stranger's
