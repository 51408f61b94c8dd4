"""`manage.py tidy_webhooks`: let go of old calls, and of the addresses of tables that are over."""

from typing import Any

from django.core.management.base import BaseCommand

from games.notices.cleanup import KEPT
from games.webhooks.cleanup import tidy_webhooks


class Command(BaseCommand):
    """Deletes calls that are 30 days old, and the addresses of tables that have been over for as long."""

    help = "Delete calls of webhooks that are 30 days old, and webhooks of tables that have been over for as long."

    def handle(self, *_args: Any, **_options: Any) -> None:
        """Delete them and say how many calls they were."""
        self.stdout.write(f"Calls deleted: {tidy_webhooks(older_than=KEPT)}")
