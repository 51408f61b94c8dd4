"""`manage.py summarise_games`: write the rows by which finished games are found and counted."""

import logging
from collections.abc import Iterator
from typing import Any, Final

from django.core.management.base import BaseCommand, CommandParser

from games.history.commands import add_after, finished_after
from games.history.summaries import BATCH, recalculate_totals, rewrite_summary, unsummarised
from games.tables.models import TableQuerySet

_log: Final = logging.getLogger(__name__)


class Command(BaseCommand):
    """Writes what is missing, game by game; ended at any moment, it goes on from there the next time."""

    help = "Create missing search and statistics rows for finished games."

    def add_arguments(self, parser: CommandParser) -> None:
        """Add the options for which games to summarize."""
        parser.add_argument("--all", action="store_true", help="rebuild the rows of all games and correct the totals")
        add_after(parser)

    def handle(self, *_args: Any, after: str, **options: Any) -> None:
        """Write them, and say how many games they were of."""
        anew = options["all"]
        tables = finished_after(after).played_here() if anew else unsummarised(finished_after(after))
        left, done, failed = tables.count(), 0, 0
        for number, (pk, code) in enumerate(_keys(tables), 1):
            try:
                done += rewrite_summary(pk, anew=anew)
            except Exception:  # a game that is not installed any more, or a log of a broken one: the others go on
                _log.exception("failed to summarize the game at table %s", code)
                failed += 1
            if number % BATCH == 0:
                self.stdout.write(f"{number} of {left}; to continue from here: --after {code}")
        if anew:
            recalculate_totals()
        self.stdout.write(f"Games summarised: {done}" + (f", failed: {failed}" if failed else ""))


def _keys(tables: TableQuerySet) -> Iterator[tuple[int, str]]:
    """The keys and codes of tables, a batch at a time."""
    last = 0
    while some := list(tables.filter(pk__gt=last).order_by("pk").values_list("pk", "code")[:BATCH]):
        yield from some
        last = some[-1][0]
