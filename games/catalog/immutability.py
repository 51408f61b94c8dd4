"""Database guard: triggers that prevent changing or deleting published entries.

Django recreates tables on SQLite, which drops their triggers. Therefore the triggers are created after each
`migrate`, even one that fails. They are absent during migrations, which may have to convert all rows. If a process is
killed in between, `check --database default` reports it, and the next `migrate` creates them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from django.core.checks import CheckMessage, Tags, register
from django.core.checks import Warning as Warn
from django.db import connections
from django.db.backends.base.base import BaseDatabaseWrapper

TABLE: Final = "catalog_catalogentry"
_TRIGGERS: Final = ("catalog_kept", "catalog_kept_as_it_was")
_FIXED: Final = (
    *("kind", "box", "key", "version", "name", "position", "definition", "examples"),
    *("official", "notes", "source", "licence", "created_at"),
)
_KEPT: Final = "('published', 'retired')"
_WORDS: Final = "what was published is never changed or deleted"

_SQLITE_ON: Final = (
    f"CREATE TRIGGER IF NOT EXISTS catalog_kept_as_it_was BEFORE UPDATE ON {TABLE} "  # no words of anybody's
    f"WHEN OLD.state IN {_KEPT} AND (NEW.state NOT IN {_KEPT} OR "
    + " OR ".join(f"NEW.{column} IS NOT OLD.{column}" for column in _FIXED)
    + f") BEGIN SELECT RAISE(ABORT, '{_WORDS}'); END",
    f"CREATE TRIGGER IF NOT EXISTS catalog_kept BEFORE DELETE ON {TABLE} "
    f"WHEN OLD.state IN {_KEPT} BEGIN SELECT RAISE(ABORT, '{_WORDS}'); END",
)
_SQLITE_OFF: Final = ("DROP TRIGGER IF EXISTS catalog_kept_as_it_was", "DROP TRIGGER IF EXISTS catalog_kept")

_POSTGRES_ON: Final = (
    "CREATE OR REPLACE FUNCTION catalog_refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
    f"RAISE EXCEPTION '{_WORDS}' USING ERRCODE = 'integrity_constraint_violation'; END $$",
    f"CREATE OR REPLACE TRIGGER catalog_kept_as_it_was BEFORE UPDATE ON {TABLE} FOR EACH ROW "
    f"WHEN (OLD.state IN {_KEPT} AND (NEW.state NOT IN {_KEPT} OR "
    + " OR ".join(f"NEW.{column} IS DISTINCT FROM OLD.{column}" for column in _FIXED)
    + ")) EXECUTE FUNCTION catalog_refuse()",
    f"CREATE OR REPLACE TRIGGER catalog_kept BEFORE DELETE ON {TABLE} FOR EACH ROW "
    f"WHEN (OLD.state IN {_KEPT}) EXECUTE FUNCTION catalog_refuse()",
)
_POSTGRES_OFF: Final = (
    f"DROP TRIGGER IF EXISTS catalog_kept_as_it_was ON {TABLE}",
    f"DROP TRIGGER IF EXISTS catalog_kept ON {TABLE}",
)

_TRIGGER_QUERIES: Final = {
    "sqlite": "SELECT name FROM sqlite_master WHERE type = 'trigger' AND tbl_name = %s",
    "postgresql": "SELECT tgname FROM pg_trigger WHERE NOT tgisinternal AND tgrelid = %s::regclass",
}
"""Query for the names of a table's triggers, by database vendor."""


def install_guard(using: str = "default", **_: Any) -> None:
    """Install the guard if the table has the columns that it watches. Safe to repeat."""
    connection = connections[using]
    if _watchable(connection):
        _run(connection, _POSTGRES_ON if connection.vendor == "postgresql" else _SQLITE_ON)


def remove_guard(using: str = "default", **_: Any) -> None:
    """Remove the guard. Safe to repeat."""
    connection = connections[using]
    if TABLE in connection.introspection.table_names():
        _run(connection, _POSTGRES_OFF if connection.vendor == "postgresql" else _SQLITE_OFF)


def is_guard_missing(using: str = "default") -> bool:
    """Return True if the database supports the guard but doesn't have it."""
    connection = connections[using]
    if not _watchable(connection):
        return False
    with connection.cursor() as cursor:
        cursor.execute(_TRIGGER_QUERIES[connection.vendor], [TABLE])
        return not {name for (name,) in cursor.fetchall()} >= {*_TRIGGERS}


def _watchable(connection: BaseDatabaseWrapper) -> bool:
    with connection.cursor() as cursor:
        if TABLE not in connection.introspection.table_names(cursor):
            return False
        columns = {column.name for column in connection.introspection.get_table_description(cursor, TABLE)}
    return columns >= {*_FIXED, "state"}


def _run(connection: BaseDatabaseWrapper, statements: tuple[str, ...]) -> None:
    with connection.cursor() as cursor:
        for statement in statements:
            cursor.execute(statement)


# A warning, not an error: an error would prevent `migrate`, which creates the triggers, from starting.
@register(Tags.database)
def check_published_guards(databases: Sequence[str] | None = None, **_: Any) -> list[CheckMessage]:
    """Return which databases would let what was published be changed or deleted."""
    return [
        Warn(
            f'The database "{using}" does not refuse to change or delete game pieces that were published: '
            "a `migrate` is under way, or was ended before it was done.",
            hint="If none is under way, run `manage.py prepare`.",
            id="catalog.W001",
        )
        for using in databases or ()
        if is_guard_missing(using)
    ]
