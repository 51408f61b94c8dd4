"""`manage.py prune_commands`: let go of the commands of games that are over."""

from typing import Any

from django.core.management.base import BaseCommand

from games.tables.log.storage import prune_commands


class Command(BaseCommand):
    """Deletes the commands of games that have been over for two days; their events stay."""

    help = "Delete commands of games that ended more than 2 days ago. Events are kept."

    def handle(self, *_args: Any, **_options: Any) -> None:
        """Delete them and say how many they were."""
        self.stdout.write(f"Commands deleted: {prune_commands()}")
