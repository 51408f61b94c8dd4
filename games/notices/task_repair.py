"""Repair of work that was interrupted when a process was killed."""

from __future__ import annotations

import time
from datetime import datetime, timedelta
from typing import Final

from django.utils.translation import gettext as _
from django_tasks import TaskResultStatus
from django_tasks_db.models import DBTaskResult

from games import clock
from games.locks import writing
from games.notices import outbox_repair
from games.notices.models import STUCK, Delivery, State

EVERY: Final = timedelta(seconds=15)

_last: dict[str, datetime] = {}


def mend(now: datetime) -> None:
    """Repair interrupted deliveries and tasks, at intervals.

    A delivery that may have been sent is marked as failed. A task is run again, which is harmless if it had run.
    Timestamps written by a wrong clock are corrected.
    """
    last = _last.get("mended")
    if last and timedelta(0) <= now - last < EVERY:
        return
    _last["mended"] = now
    outbox_repair.repair(now, time.monotonic())
    if not clock.is_steady(STUCK):
        return  # since the clock was set, nobody can tell how long ago anything was claimed
    if Delivery.objects.stuck(now).exists():
        with writing():
            Delivery.objects.stuck(now).update(state=State.DEAD, error=_("interrupted; may have been sent"))
    begun = DBTaskResult.objects.running().filter(started_at__lt=now - STUCK)
    if begun.exists():
        with writing():
            begun.update(status=TaskResultStatus.READY)


def forget() -> None:
    """Let the next call see to it, whenever the last was."""
    _last.clear()
    outbox_repair.forget()
