"""`python manage.py verify FILE`: check the record of a game."""

import json
from argparse import FileType
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from engine.records import RecordError
from games.history.record import read_record
from games.play.game import played_game
from games.play.record_check import Finding, require_seed


class Command(BaseCommand):
    """Checks that a game's chance came from its seed and that all else follows the rules; needs no database."""

    help = "Verify a game file: card order against the seed, events against the rules."
    requires_system_checks = []
    requires_migrations_checks = False

    def add_arguments(self, parser: CommandParser) -> None:
        """The record."""
        parser.add_argument("file", type=FileType("rb"), help="game file, or - for standard input")

    def handle(self, *_args: Any, **options: Any) -> None:
        """Print what was checked; exit status 1 where something is wrong, and a note alone is not."""
        with options["file"] as file:
            findings = self._findings(file.read())
        for finding in findings:
            self.stdout.write(f"{_mark(finding):5} {finding.words}")
        if not all(finding.good for finding in findings):
            raise CommandError("Invalid game file.")
        self.stdout.write("The game file is valid.")
        if any(finding.note for finding in findings):
            self.stdout.write("The game uses modified cards.")

    def _findings(self, text: bytes) -> list[Finding]:
        try:
            document = json.loads(text)
        except (ValueError, RecursionError) as error:
            raise CommandError(f"this is not JSON: {error}") from error
        try:
            record = read_record(document)
            require_seed(record)
            return played_game(record.game).findings(record)
        except RecordError as error:
            raise CommandError(str(error)) from error


def _mark(finding: Finding) -> str:
    if not finding.good:
        return "WRONG"
    return "note" if finding.note else "ok"
