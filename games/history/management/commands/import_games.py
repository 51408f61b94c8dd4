"""`manage.py import_games FILE`: take in finished games from JSON lines."""

import logging
from argparse import FileType
from typing import Any, Final

from django.core.management.base import BaseCommand, CommandError, CommandParser

from engine.records import RecordError
from games.history.json_lines import read_past_game
from games.history.summaries import rewrite_summary
from games.tables.log.storage import store_past
from games.tables.models import Table

HERE, NEW = "here already", "new"
_log: Final = logging.getLogger(__name__)


class Command(BaseCommand):
    """Stores the games of a file that `export_games` has written, each checked by its rules before."""

    help = (
        "Import finished games from JSON Lines after checking them against the rules. "
        "Existing games are left unchanged."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        """The file, and whether to store anything."""
        parser.add_argument("file", type=FileType("rb"), help="finished games as JSON Lines, or - for standard input")
        parser.add_argument("--dry-run", action="store_true", help="check the games without storing them")

    def handle(self, *_args: Any, dry_run: bool, **options: Any) -> None:
        """Take in every good line; exit status 1 where any was broken, which changes nothing."""
        counts, broken = {NEW: 0, HERE: 0}, 0
        with options["file"] as file:
            for number, line in enumerate(file, 1):
                try:
                    counts[_take_in(line, dry_run=dry_run)] += 1
                except RecordError as error:
                    broken += 1
                    self.stdout.write(f"Line {number}: {error}")
        stored = "Games that would be stored" if dry_run else "Games stored"
        self.stdout.write(f"{stored}: {counts[NEW]}; {HERE}: {counts[HERE]}; invalid lines: {broken}")
        if broken:
            raise CommandError("Some lines were invalid and were skipped.")


def _take_in(line: bytes, *, dry_run: bool) -> str:
    try:
        past = read_past_game(line.decode())
    except UnicodeDecodeError as error:
        raise RecordError(f"this is not UTF-8: {error}") from None
    if past.stored():
        return HERE
    if not dry_run:
        _sum_up(store_past(past))
    return NEW


def _sum_up(table: Table) -> None:
    """Write the rows by which lists find a game that has been stored."""
    try:
        rewrite_summary(table.pk, anew=False)
    except Exception:  # whatever it was, the game is here; `summarise_games` tries again
        _log.exception("failed to summarize the game at table %s", table.code)
