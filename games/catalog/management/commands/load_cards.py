"""`python manage.py load_cards`: bring the published cards into the database."""

from typing import Any

from django.core.management.base import BaseCommand

from games.catalog.services import load_published


class Command(BaseCommand):
    """Adds what is missing and what was published anew; leaves alone what an admin has edited."""

    help = "Loads the published cards and sheets; entries edited in the admin stay as they are."

    def handle(self, *_args: Any, **options: Any) -> None:
        """Load, and say what changed."""
        added, renewed = load_published()
        if options["verbosity"]:
            self.stdout.write(f"{added} cards and sheets added, {renewed} brought up to date.")
