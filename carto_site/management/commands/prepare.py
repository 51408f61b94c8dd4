"""Command `prepare`: makes a site ready to be served."""

from typing import Any

from django.core.management.base import BaseCommand

from carto_site.preparation import prepare


class Command(BaseCommand):
    """Updates the database, cards and static files. Safe to repeat."""

    help = "Migrate the database, load the published cards and collect the static files."

    def handle(self, *args: Any, **options: Any) -> None:
        """Prepare the site and report it."""
        prepare()
        self.stdout.write("Ready to serve.")
