"""`python manage.py migrate`: Django's own, after which what was published is guarded again, however it ends."""

from contextlib import suppress
from typing import Any

from django.core.management.commands import migrate
from django.db import DatabaseError

from games.catalog import immutability


class Command(migrate.Command):
    """Migrates; what is told of a failure is why the migration failed."""

    def handle(self, *args: Any, **options: Any) -> None:
        """Migrate, and after a failure too let the guard lie, if the table has its form."""
        try:
            super().handle(*args, **options)
        except BaseException:
            with suppress(DatabaseError):
                immutability.install_guard(options["database"])
            raise
