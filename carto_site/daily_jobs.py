"""Daily chores of the server, such as deleting data that nobody will come back to."""

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
    """Run the chores until cancelled; `first` and `every` are seconds."""
    await asyncio.sleep(first)
    while True:
        # Runs in its own thread, because the thread shared by all sockets must not wait for it.
        await database_sync_to_async(do_chores, thread_sensitive=False)()
        await asyncio.sleep(every)


def do_chores() -> None:
    """Do each once; one that fails is logged and tried again the next day. After the clock was set, they wait a day:
    what they delete by a clock that is ahead does not come back.
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
    """Return whether sessions, which Django counts by the process's own clock, may be judged by it."""
    off = abs(timezone.now() - clock.read())
    return off < clock.JUMP and clock.is_steady(timedelta(seconds=EVERY))
