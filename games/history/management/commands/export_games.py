"""`manage.py export_games`: finished games as JSON lines, to keep or to take elsewhere."""

from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from games.history.commands import add_after, finished_after
from games.history.json_lines import dump_game


class Command(BaseCommand):
    """Command that writes finished games, one per line, in the order in which tables were opened.

    Uploads that are not kept are left out.
    """

    help = "Export finished games as JSON Lines to standard output."

    def add_arguments(self, parser: CommandParser) -> None:
        """Add the option for where to begin."""
        add_after(parser)

    def handle(self, *_args: Any, after: str, **_options: Any) -> None:
        """Write them, one at a time: there may be more than fit into memory."""
        for table in finished_after(after).select_related("host", "deck_of").iterator():
            self.stdout.write(dump_game(table), ending="")
