"""`manage.py summarise_games`: write the rows by which finished games are found and counted."""

import logging
from collections.abc import Iterator
from typing import Any, Final

from django.core.management.base import BaseCommand, CommandParser

from games.history.summing import BATCH, add_up_anew, summarise_again, unsummarised, wrong_totals
from games.tables.models import Table, TableQuerySet

_log: Final = logging.getLogger(__name__)


class Command(BaseCommand):
    """Writes what is missing, game by game; ended at any moment, it goes on from there the next time."""

    help = "Write the rows by which finished games are found and counted, where they are missing."

    def add_arguments(self, parser: CommandParser) -> None:
        """Which games."""
        parser.add_argument("--all", action="store_true", help="write those of all games anew")
        parser.add_argument("--from", type=int, default=0, dest="first", help="go on after the table of this number")

    def handle(self, *_args: Any, first: int, **options: Any) -> None:
        """Write them, and say how many games they were of."""
        anew = options["all"]
        tables = Table.objects.finished().played_here() if anew else unsummarised()
        left, done, failed = tables.filter(pk__gt=first).count(), 0, 0
        for number, pk in enumerate(_keys(tables, first), 1):
            try:
                done += summarise_again(pk, anew=anew)
            except Exception:  # a game that is not installed any more, or a log of a broken one: the others go on
                _log.exception("table %d has no summary", pk)
                failed += 1
            if number % BATCH == 0:
                self.stdout.write(f"{number} of {left} (up to table {pk})")
        # Who goes for good, and a game that is deleted, take their rows along, and leave what these brought everybody.
        if done or wrong_totals():
            add_up_anew()
        self.stdout.write(f"Games summarised: {done}" + (f", failed: {failed}" if failed else ""))


def _keys(tables: TableQuerySet, after: int) -> Iterator[int]:
    """The keys of tables, a batch at a time."""
    while keys := list(tables.filter(pk__gt=after).order_by("pk").values_list("pk", flat=True)[:BATCH]):
        yield from keys
        after = keys[-1]
