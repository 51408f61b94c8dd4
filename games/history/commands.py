"""Options and queries shared by commands that go through all finished games."""

from __future__ import annotations

from django.core.management.base import CommandError, CommandParser

from games.tables.models import Table, TableQuerySet


def add_after(parser: CommandParser) -> None:
    """Resume a command where an earlier run stopped."""
    parser.add_argument("--after", metavar="CODE", default="", help="start after the table with this code")


def finished_after(code: str) -> TableQuerySet:
    """Return the finished games opened after the table with that code, or all for "", in that order.

    Uploads that are not kept are left out. Raises CommandError if there is no such table.
    """
    games = Table.objects.finished().lasting().order_by("pk")
    if not code:
        return games
    last = Table.objects.filter(code=code).first()
    if last is None:
        raise CommandError(f"There is no table {code}.")
    return games.filter(pk__gt=last.pk)
