"""Daily jobs of the server, such as deleting expired data."""

import asyncio
import logging
from datetime import timedelta
from io import StringIO
from typing import Final

from channels.db import database_sync_to_async
from django.core.management import call_command
from django.utils import timezone

from games import clock

CHORES: Final = (
    *("clearsessions", "tidy_guests", "prune_commands"),
    *("tidy_notices", "tidy_studies", "summarise_games"),
)
"""Management commands. They are safe to run again right after another process has run them."""
FIRST: Final = 10 * 60.0
"""Seconds from the start of the server until the first run."""
EVERY: Final = 24 * 60 * 60.0

_log: Final = logging.getLogger(__name__)


async def run_daily(first: float = FIRST, every: float = EVERY) -> None:
    """Run the jobs until cancelled; `first` and `every` are seconds."""
    await asyncio.sleep(first)
    while True:
        # Runs in its own thread, because the thread shared by all sockets must not wait for it.
        await database_sync_to_async(do_chores, thread_sensitive=False)()
        await asyncio.sleep(every)


def do_chores() -> None:
    """Run each job once. A job that fails is logged, and runs again the next day.

    After the clock was set, all jobs wait a day, because data that is deleted by a clock that is ahead can't be
    restored.
    """
    if not _is_clock_right():
        _log.warning("skipped the daily jobs because the clock was changed or differs from the database's")
        return
    for chore in CHORES:
        try:
            call_command(chore, stdout=StringIO())
        except Exception:  # whatever it was, the site goes on
            _log.exception("%s failed", chore)


def _is_clock_right() -> bool:
    """Return True if the process's own clock, by which Django expires sessions, can be trusted."""
    off = abs(timezone.now() - clock.read())
    return off < clock.JUMP and clock.is_steady(timedelta(seconds=EVERY))
