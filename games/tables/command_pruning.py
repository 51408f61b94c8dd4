"""Deletion of stored commands of finished games.

Their events contain the results, and no client resends a command so late.
"""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from django.db.models import Q

from games import clock
from games.locks import writing
from games.tables.models import Status, TableCommand

KEPT: Final = timedelta(days=2)
"""Time after the end of a game during which a repeated command is still recognized."""
_AT_ONCE: Final = 2000


def prune_commands(*, kept: timedelta = KEPT) -> int:
    """Delete the commands of games that have been over for that long; return how many."""
    # Start from the commands, which are few after the first run: those of games in progress and of the last days.
    ended = Q(table__status__in=[Status.FINISHED, Status.CLOSED], table__changed_at__lt=clock.now() - kept)
    old = TableCommand.objects.filter(ended).order_by("pk")
    deleted = 0
    # Delete in batches, so that players don't have to wait for all of them.
    while ids := list(old.values_list("pk", flat=True)[:_AT_ONCE]):
        with writing():
            deleted += TableCommand.objects.filter(pk__in=ids).delete()[0]
    return deleted
