"""Preparation of the site before it can serve: tables, cards and static files."""

import hashlib
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.management import call_command, get_commands
from django.db import connection
from django.db.migrations.executor import MigrationExecutor


def prepare() -> None:
    """Migrate the database, load the published cards and collect the static files, as needed."""
    call_command("migrate", interactive=False, verbosity=0)
    if "load_cards" in get_commands():
        call_command("load_cards", verbosity=0)
    if static_files_are_stale():
        collect_static_files()


def migrations_are_missing() -> bool:
    """Return True if the database lacks migrations."""
    executor = MigrationExecutor(connection)
    return bool(executor.migration_plan(executor.loader.graph.leaf_nodes()))


def static_files_are_stale() -> bool:
    """Return True if the collected files are out of date."""
    stamp = _stamp_file()
    return not stamp.exists() or stamp.read_text(encoding="ascii") != _fingerprint()


def collect_static_files() -> None:
    """Collect the static files and record their digest."""
    call_command("collectstatic", interactive=False, verbosity=0)
    _stamp_file().write_text(_fingerprint(), encoding="ascii")


def _stamp_file() -> Path:
    # Next to the folder, not inside it, because everything inside is public.
    root = Path(settings.STATIC_ROOT)
    return root.with_name(f"{root.name}.stamp")


def _fingerprint() -> str:
    """Return a digest of the names, sizes and times of all static files and their storage settings."""
    digest = hashlib.sha256(repr((settings.STORAGES["staticfiles"], settings.STATIC_ROOT)).encode())
    for finder in get_finders():
        for name, storage in sorted(finder.list([]), key=lambda entry: entry[0]):
            status = Path(storage.path(name)).stat()
            digest.update(f"{name} {status.st_size} {status.st_mtime_ns}\n".encode())
    return digest.hexdigest()
