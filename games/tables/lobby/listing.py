"""Time for which a table that waits for players is listed."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from games import clock
from games.tables.models import Access, Pace, Status, Table

LISTED: Final = timedelta(days=1)
LISTED_BY_DAY: Final = timedelta(days=7)
"""Turn-based tables are listed for longer, because players don't expect them to fill at once."""


def listed_for(table: Table) -> timedelta:
    """Return how long a table is listed after its start, and after the last player joined."""
    return LISTED_BY_DAY if table.pace == Pace.DAYS else LISTED


def restart_listing(table: Table) -> None:
    """Start the table's listing period, if it is listed at all. Does not save."""
    table.listed_until = clock.now() + listed_for(table) if _is_to_be_listed(table) else None


def is_unlisted(table: Table) -> bool:
    """Return True if a public table that waits for players is no longer listed."""
    return _is_to_be_listed(table) and table.listed_until is None


def _is_to_be_listed(table: Table) -> bool:
    return table.status == Status.GATHERING and table.access == Access.OPEN and not table.is_for_one
