"""Background loop that acts on due timeouts and notifications, in one of the site's processes."""

import asyncio
import logging
from collections.abc import Callable
from typing import Final

from channels.db import database_sync_to_async
from django.conf import settings
from django.utils.module_loading import import_string

from carto_site.health import note_start
from games.tables.timeouts.worker import is_sweeper

EVERY: Final = 1.0
"""Seconds between two runs while nothing is due."""
BUSY: Final = 0.1
"""Seconds between two runs while something is due."""

_log: Final = logging.getLogger(__name__)


async def run_sweeps(every: float = EVERY, busy: float = BUSY) -> None:
    """Run until cancelled."""
    sweeps: list[Callable[[], int]] = [import_string(path) for path in settings.CARTO_SWEEPS]
    note_start()
    while True:
        # Sweeps run in their own thread, like the daily jobs, but are started from this event loop. Started from
        # elsewhere, they couldn't notify open pages.
        acted = await database_sync_to_async(_sweep, thread_sensitive=False)(sweeps)
        await asyncio.sleep(busy if acted else every)


def _sweep(sweeps: list[Callable[[], int]]) -> int:
    """Run each sweep once and return how much was due. A failed one is logged and retried next time."""
    try:
        if not is_sweeper():
            return 0
    except Exception:
        _log.exception("failed to check whether this process runs the background jobs")
        return 0
    return sum(_run_sweep(sweep) for sweep in sweeps)


def _run_sweep(sweep: Callable[[], int]) -> int:
    try:
        return sweep()
    except Exception:  # a database that is away for a moment, and whatever else
        _log.exception("%s failed", sweep.__name__)
        return 0
