"""Makes a site ready to be served."""

from typing import Any

from django.core.management.base import BaseCommand

from carto_site.preparation import prepare


class Command(BaseCommand):
    """Brings database, cards and static files up to date; doing it again changes nothing."""

    help = "Migrate the database, load the published cards and collect the static files."

    def handle(self, *args: Any, **options: Any) -> None:
        """Prepare, and say so."""
        prepare()
        self.stdout.write("Ready to serve.")
