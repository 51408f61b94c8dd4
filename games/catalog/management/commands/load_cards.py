"""`python manage.py load_cards`: bring what the games publish into the database."""

from typing import Any

from django.core.management.base import BaseCommand

from games.catalog.site_cards import load_published


class Command(BaseCommand):
    """Adds what is missing and what was published anew; leaves alone what an admin has edited."""

    help = "Load published components. Components edited in the admin are left unchanged."

    def handle(self, *_args: Any, **options: Any) -> None:
        """Load, and say what changed."""
        added, renewed = load_published()
        if options["verbosity"]:
            self.stdout.write(f"{added} components added, {renewed} updated.")
