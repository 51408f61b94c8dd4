"""Command `tidy_notices`: deletes old notifications, deliveries, webhooks and tasks."""

from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand

from games.notices.upkeep import KEPT, tidy_notices


class Command(BaseCommand):
    """Deletes old notifications, deliveries, webhooks and tasks."""

    help = "Delete notifications, deliveries, completed tasks and webhooks of ended tables after 30 days."

    def handle(self, *_args: Any, **_options: Any) -> None:
        """Delete them and print the number of notifications."""
        call_command("prune_db_task_results", min_age_days=KEPT.days, queue_name="*", verbosity=0)
        self.stdout.write(f"Notices deleted: {tidy_notices()}")
