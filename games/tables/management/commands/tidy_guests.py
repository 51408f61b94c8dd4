"""`manage.py tidy_guests`: let go of guests who will not come back."""

from datetime import timedelta
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.tables.people.guests import tidy_guests


class Command(BaseCommand):
    """Deletes silent guests and the games that they played alone."""

    help = "Delete inactive guests and their solo games."

    def add_arguments(self, parser: CommandParser) -> None:
        """Add the option for how long a guest must have been inactive."""
        parser.add_argument(
            "--days", type=int, default=settings.SESSION_DAYS, help="days of inactivity (default: the session lifetime)"
        )

    def handle(self, *_args: Any, days: int, **_options: Any) -> None:
        """Delete them and say how many they were."""
        if days < 1:
            raise CommandError("--days must be at least 1.")
        self.stdout.write(f"Guests deleted: {tidy_guests(silent_for=timedelta(days=days))}")
