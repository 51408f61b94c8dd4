from typing import Any

from django.core.management.base import BaseCommand

from carto_site.preparation import prepare


class Command(BaseCommand):
    help = "Migrates the database, loads the published cards and collects the static files."

    def handle(self, *args: Any, **options: Any) -> None:
        prepare()
        self.stdout.write("Everything is in place.")
