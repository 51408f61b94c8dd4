"""Squashed migrations lead to the same models and tables as the ones they replace, from any older database."""

from __future__ import annotations

import re
from math import ceil
from typing import Any, Final

import pytest
from django.contrib.contenttypes.models import ContentType
from django.core.management import call_command
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.state import ModelState

from games.catalog import immutability
from tests.running.old_migrations import load_old_migrations, migrate_old

# Each query returns rows of a table, a name and a definition.
_SQLITE: Final = "SELECT tbl_name, name, sql FROM sqlite_master WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%'"
_POSTGRES: Final = """
    SELECT table_name, column_name, concat_ws(' ', data_type, character_maximum_length, numeric_precision,
        is_nullable, column_default, is_identity, collation_name)
    FROM information_schema.columns WHERE table_schema = 'public'
    UNION ALL SELECT tablename, indexname, indexdef FROM pg_indexes WHERE schemaname = 'public'
    UNION ALL SELECT conrelid::regclass::text, conname, pg_get_constraintdef(oid) FROM pg_constraint WHERE conrelid > 0
    UNION ALL SELECT tgrelid::regclass::text, tgname, pg_get_triggerdef(oid) FROM pg_trigger WHERE NOT tgisinternal
"""


@pytest.mark.django_db
def test_squashed_migrations_define_the_models_of_the_old_ones() -> None:
    new, old = MigrationLoader(None).project_state().models, load_old_migrations().project_state().models
    assert {key: _describe(model) for key, model in new.items()} == {key: _describe(old[key]) for key in old}


def _describe(model: ModelState) -> dict[str, Any]:
    """Return everything that defines a model, in any order of fields, indexes and constraints."""
    options = {name: value for name, value in model.options.items() if value}
    for name in {"indexes", "constraints"} & options.keys():
        options[name] = {item.name: item for item in options[name]}
    fields = {name: field.deconstruct()[1:] for name, field in model.fields.items()}
    return {"fields": fields, "options": options, "bases": model.bases, "managers": model.managers}


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    ("share", "step"),
    [(0.5, 1), *(pytest.param(*case, marks=pytest.mark.long) for case in ((0.5, 2), (0.1, 1), (0.9, 1), (1, 1)))],
)
def test_old_database_gets_the_tables_of_a_new_one(share: float, step: int) -> None:
    """Migrate this share of the old migrations, in all apps or in every second one, and then all the others."""
    replacements = MigrationLoader(None).replacements
    replaced = [replacements[key].replaces for key in sorted(replacements)[::step]]
    _expect_same_tables_after({keys[ceil(share * len(keys)) - 1] for keys in replaced})


@pytest.mark.long
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    "name", ["0009_paces", "0011_incidents", "0014_where_games_come_from", "0016_ended_early", "0023_wording"]
)
def test_other_apps_squashed_migrations_run_between_old_ones_of_tables(name: str) -> None:
    """Stop tables at each of the migrations that other apps need."""
    _expect_same_tables_after({("tables", name)})


def _expect_same_tables_after(targets: set[tuple[str, str]]) -> None:
    """Run old migrations in an empty database, then all others, and expect the tables of a new database."""
    immutability.install_guard()  # other tests may have left the database without it
    tables, graph = _read_tables(), load_old_migrations().graph
    # Others need some of them, with later ones of the same app.
    needed = {key for target in targets for key in graph.forwards_plan(target) if key != target}
    _drop_tables()
    try:
        migrate_old(*sorted(targets - needed))
    finally:
        call_command("migrate", verbosity=0)
        ContentType.objects.clear_cache()
    assert _read_tables() == tables


# PostgreSQL writes the same condition with other casts once a database has been copied.
_CASTS: Final = re.compile(r"::character varying|::text|\[\]|[()]")


def _read_tables() -> dict[str, dict[str, str]]:
    """Return the columns, indexes, constraints and triggers of all tables by name, in any order of columns."""
    with connection.cursor() as cursor:
        cursor.execute(_POSTGRES if connection.vendor == "postgresql" else _SQLITE)
        rows = cursor.fetchall()
    tables: dict[str, dict[str, str]] = {}
    for table, name, definition in rows:
        tables.setdefault(table, {})[name] = _sort_columns(definition) if name == table else _CASTS.sub("", definition)
    return tables


def _sort_columns(definition: str) -> list[str]:
    """Return the parts of a CREATE TABLE statement of SQLite, sorted."""
    return sorted(re.split(r", (?=\"|CONSTRAINT )", definition.partition("(")[2].removesuffix(")")))


def _drop_tables() -> None:
    with connection.schema_editor() as editor:
        for table in connection.introspection.table_names():
            editor.execute(editor.sql_delete_table % {"table": editor.quote_name(table)})
