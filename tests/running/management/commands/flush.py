"""`flush` that empties the database after each committing test but keeps the rows migrations created.

Django's own deletes permissions and groups too and then recreates them, which takes longer than many of these tests.
This one compares them, and falls back to Django's command if a test has changed them.
"""

from __future__ import annotations

from contextlib import nullcontext
from typing import Any, Final

from django.core.management.color import no_style
from django.core.management.commands import flush
from django.db import connections
from django.db.backends.base.base import BaseDatabaseWrapper

from games.catalog.models import CatalogEntry
from tests.games.catalog.making import unguarded

Rows = dict[str, list[Any]]
_written: Final[dict[str, Rows]] = {}
"""What stands in a database, by its name, after Django's own command; by table, those that are empty left out."""


class Command(flush.Command):
    """Empty the test database."""

    def handle(self, **options: Any) -> None:
        """Delete all other rows; fall back to Django's command if the migrated rows have changed."""
        held = CatalogEntry.objects.using(options["database"]).exists()
        with unguarded(options["database"]) if held else nullcontext():
            self._empty(**options)

    def _empty(self, **options: Any) -> None:
        connection = connections[options["database"]]
        name, tables = str(connection.settings_dict["NAME"]), _tables(connection)
        stays = _written.get(name)
        if stays is not None and _rows(connection, list(stays)) == stays:
            emptied = [table for table in tables if table not in stays]
            statements = connection.ops.sql_flush(
                no_style(), emptied, reset_sequences=options.get("reset_sequences", True)
            )
            connection.ops.execute_sql_flush(statements)
            return
        super().handle(**options)
        _written[name] = _rows(connection, tables)


def _tables(connection: BaseDatabaseWrapper) -> list[str]:
    return sorted(connection.introspection.django_table_names(only_existing=True, include_views=False))


def _rows(connection: BaseDatabaseWrapper, tables: list[str]) -> Rows:
    rows = {}
    with connection.cursor() as cursor:
        for table in tables:
            cursor.execute(f"SELECT * FROM {connection.ops.quote_name(table)} ORDER BY 1")
            rows[table] = cursor.fetchall()
    return {table: some for table, some in rows.items() if some}
