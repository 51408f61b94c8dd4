"""`manage.py replay_games`: play every finished game again, and hold it against what is stored of it."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.history.commands import add_after, finished_after
from games.history.replay_checks import CheckedBatch, check_in_batches
from games.history.summaries import wrong_totals


class Command(BaseCommand):
    """Checks stored games: seed and commitment, every event, ranks and scores, turns and what lists go by; at the end
    what all of them together brought.
    """

    help = "Replay every finished game and report mismatches with the stored events."

    def add_arguments(self, parser: CommandParser) -> None:
        """Add the options for where to begin and for the number of processes."""
        add_after(parser)
        parser.add_argument(
            "--processes", type=int, default=1, metavar="N", help="number of worker processes, 1 to 64 (default: 1)"
        )

    def handle(self, *_args: Any, after: str, processes: int, **_options: Any) -> None:
        """Tell how far it has come, and of each fault; exit status 1 where there is any."""
        if processes not in range(1, 65):
            raise CommandError("--processes must be 1 to 64.")
        games = finished_after(after)
        total, checked, wrong = games.count(), 0, 0
        for batch in check_in_batches(games, processes):
            checked, wrong = checked + batch.checked, wrong + len(batch.wrong)
            self._report(batch, f"{checked} of {total} checked")
        self.stdout.write(f"Games checked: {checked}; wrong: {wrong}")
        totals = wrong_totals()
        if totals:
            self.stdout.write(f"Totals that summarise_games --all corrects: {totals}")
        if wrong:
            raise CommandError("Some games don't match.")

    def _report(self, batch: CheckedBatch, progress: str) -> None:
        for fault in batch.wrong:
            self.stdout.write(f"{fault.code}: {fault.words}")
        if batch.last:
            self.stdout.write(f"{progress}; to continue from here: --after {batch.last}")
