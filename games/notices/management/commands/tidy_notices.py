"""`manage.py tidy_notices`: let go of old notices, and of the tasks that sent them."""

from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand

from games.notices.cleanup import KEPT, tidy_notices


class Command(BaseCommand):
    """Deletes notices, deliveries and tasks that are done and 30 days old."""

    help = "Delete notifications, deliveries and completed tasks older than 30 days."

    def handle(self, *_args: Any, **_options: Any) -> None:
        """Delete them and say how many notices they were."""
        call_command("prune_db_task_results", min_age_days=KEPT.days, queue_name="*", verbosity=0)
        self.stdout.write(f"Notices deleted: {tidy_notices()}")
