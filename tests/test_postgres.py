"""PostgreSQL restarted, hanging or busy: pages recover, or fail in time."""

import os
import signal
from collections.abc import Iterator
from typing import Any

import psycopg
import pytest
from django.db import OperationalError
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.utils import ConnectionHandler

from carto_site import postgres
from carto_site.environment import postgres_database

pytestmark = pytest.mark.postgres
OTHERS = "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"


@pytest.fixture
def database(postgres_url: str, django_db_blocker: Any) -> Iterator[BaseDatabaseWrapper]:
    """Return Django's connection to a separate database, configured as in a server process."""
    settings = postgres_database(postgres_url, 3)
    postgres.limit(settings["OPTIONS"])
    # A name of its own, as Django keeps the pools of all by their names.
    connection = ConnectionHandler({"default": {"ENGINE": ""}, "served": settings})["served"]
    with django_db_blocker.unblock():
        yield connection
        connection.close()
    connection.close_pool()  # type: ignore[attr-defined]


def ask(connection: BaseDatabaseWrapper, sql: str = "SELECT 1") -> object:
    """Run a query, then return the connection to the pool."""
    try:
        with connection.cursor() as cursor:
            cursor.execute(sql)
            return cursor.fetchone()[0]
    finally:
        connection.close()


def test_a_page_does_not_notice_that_postgresql_was_restarted(database: BaseDatabaseWrapper, postgres_url: str) -> None:
    ask(database)
    with psycopg.connect(postgres_url, autocommit=True) as admin:
        admin.execute(f"SELECT pg_terminate_backend(pid, 5000) FROM ({OTHERS}) AS others")
    assert ask(database) == 1


def test_postgresql_that_stands_still_is_given_up(
    database: BaseDatabaseWrapper, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postgres, "SILENCE", 0.05)
    with database.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        process = cursor.fetchone()[0]
        os.kill(process, signal.SIGSTOP)
        try:
            with pytest.raises(OperationalError):
                cursor.execute("SELECT 1")
        finally:
            os.kill(process, signal.SIGCONT)
    database.close()
    monkeypatch.undo()
    assert ask(database) == 1


def test_a_statement_that_takes_too_long_is_given_up(database: BaseDatabaseWrapper) -> None:
    assert ask(database, "SHOW statement_timeout") == "8s"
    with pytest.raises(OperationalError, match="statement timeout"):
        ask(database, "SET statement_timeout = 10; SELECT pg_sleep(30)")


def test_the_operator_s_own_limits_win(postgres_url: str) -> None:
    settings = postgres_database(f"{postgres_url}?options=-c%20statement_timeout%3D3s&connect_timeout=2", 3)
    postgres.limit(settings["OPTIONS"])
    assert settings["OPTIONS"]["connect_timeout"] == "2"
    with psycopg.connect(postgres_url, options=settings["OPTIONS"]["options"]) as connection:
        assert connection.execute("SHOW statement_timeout").fetchone() == ("3s",)
