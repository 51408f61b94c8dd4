"""`manage.py tidy_studies`: let go of what moderators removed long ago."""

from typing import Any

from django.core.management.base import BaseCommand

from games.studies.moderation import tidy_studies


class Command(BaseCommand):
    """Deletes notes, collections and turns in them that were removed 30 days ago."""

    help = "Delete notes, collections and entries removed by moderators more than 30 days ago."

    def handle(self, *_args: Any, **_options: Any) -> None:
        """Delete them and say how many they were."""
        self.stdout.write(f"Removed texts deleted: {tidy_studies()}")
