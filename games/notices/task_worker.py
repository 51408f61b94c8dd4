"""Background task worker inside the server, so that no second process is needed."""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import Callable
from typing import Any, Final

from channels.db import database_sync_to_async
from django.conf import settings
from django.db.models import Q
from django.utils.crypto import get_random_string
from django_tasks import DEFAULT_TASK_BACKEND_ALIAS, DEFAULT_TASK_QUEUE_NAME, TaskResultStatus
from django_tasks_db.management.commands.db_worker import Worker
from django_tasks_db.models import DBTaskResult, get_date_max

from games import clock
from games.locks import writing

EVERY: Final = 1.0
"""Seconds between two checks for waiting tasks."""
AT_ONCE: Final = 50

_log: Final = logging.getLogger(__name__)
_worker_id: Final = get_random_string(32)


async def working(every: float = EVERY) -> None:
    """Run waiting tasks in a separate thread until cancelled, finishing the current one.

    Does nothing if the settings leave the tasks to other processes.
    """
    ended = threading.Event()
    try:
        while settings.WORKER == "inside":
            await database_sync_to_async(_work_safely, thread_sensitive=False)(lambda: not ended.is_set())
            await asyncio.sleep(every)
    finally:
        ended.set()


def work(limit: int = AT_ONCE, go_on: Callable[[], bool] = lambda: True) -> int:
    """Run waiting tasks one by one while `go_on` returns true; return their number. One statement if none is waiting.
    Safe with any number of processes, including `manage.py db_worker`.
    """
    done = 0
    while done < limit and go_on() and (claimed := _claimed()):
        _runner().run_task(claimed)
        done += 1
    return done


def _work_safely(go_on: Callable[[], bool]) -> None:
    try:
        work(go_on=go_on)
    except Exception:  # the database may be away for a while
        _log.exception("failed to process queued tasks")


def _claimed() -> DBTaskResult[Any, Any] | None:
    """Claim a task that is due by the clock of the site; the library itself goes by the process's clock."""
    at_once = Q(run_after=get_date_max()) | Q(run_after__lte=clock.now())
    ready = DBTaskResult.objects.filter(at_once, status=TaskResultStatus.READY, backend_name=DEFAULT_TASK_BACKEND_ALIAS)
    if not ready.exists():
        return None
    with writing():
        claimed: DBTaskResult[Any, Any] | None = ready.get_locked()
        if claimed is not None:
            claimed.claim(_worker_id)
            claimed.started_at = clock.now()
            claimed.save(update_fields=["started_at"])
    return claimed


def _runner() -> Worker:
    """Return a worker that runs one task and stores its result.

    The worker's own loop is not used, as it needs signals.
    """
    return Worker(
        queue_names=[DEFAULT_TASK_QUEUE_NAME],
        interval=0,
        batch=True,
        backend_name=DEFAULT_TASK_BACKEND_ALIAS,
        startup_delay=False,
        max_tasks=1,
        worker_id=_worker_id,
        excluded_queue_names=[],
    )
