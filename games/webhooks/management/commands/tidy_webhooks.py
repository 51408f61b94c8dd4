"""`manage.py tidy_webhooks`: let go of old calls, and of the addresses of tables that are over."""

from typing import Any

from django.core.management.base import BaseCommand

from games.notices.cleanup import KEPT
from games.webhooks.cleanup import tidy_webhooks


class Command(BaseCommand):
    """Deletes calls that are 30 days old, and the addresses of tables that have been over for as long."""

    help = "Delete webhook requests older than 30 days and webhooks of tables that ended more than 30 days ago."

    def handle(self, *_args: Any, **_options: Any) -> None:
        """Delete them and say how many calls they were."""
        self.stdout.write(f"Calls deleted: {tidy_webhooks(older_than=KEPT)}")
