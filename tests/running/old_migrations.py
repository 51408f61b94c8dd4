"""Migrations one by one, without the squashed ones that new databases run instead."""

from __future__ import annotations

from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.db.migrations.state import StateApps

from games.catalog import immutability


def load_old_migrations() -> MigrationLoader:
    """Return the migrations with every squashed one replaced by those that it replaces."""
    loader = MigrationLoader(connection, replace_migrations=False)
    for key, squashed in loader.replacements.items():
        loader.graph.remove_replacement_node(key, squashed.replaces)
    return loader


def migrate_to(app: str, name: str | None) -> StateApps:
    """Migrate an app to one of its old migrations, or to none, and return the models at that point."""
    migrate_old((app, name))
    return load_old_migrations().project_state([(app, name)] if name else []).apps


def migrate_old(*targets: tuple[str, str | None]) -> None:
    """Migrate to old migrations, forwards or backwards."""
    immutability.remove_guard()
    executor = MigrationExecutor(connection)
    executor.loader = load_old_migrations()
    for key in executor.loader.replacements:
        # Recorded again at the end if it still holds.
        MigrationRecorder(connection).record_unapplied(*key)
    executor.migrate(list(targets))


def migrate_fully() -> None:
    """Migrate every app to its last migration, as `migrate` does."""
    executor = MigrationExecutor(connection)
    executor.migrate(executor.loader.graph.leaf_nodes())
    immutability.install_guard()
