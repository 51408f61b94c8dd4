"""Looking at the calls that are due: those that wait go to a worker, those that were interrupted are given up."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Final

from django.conf import settings
from django.utils import timezone
from django.utils.translation import gettext as _

from games.locks import writing
from games.notices.models import State
from games.webhooks.calling import call
from games.webhooks.models import Call, note_outcome

AT_ONCE: Final = 200
"""Calls that are looked at in one go."""


def dispatch(limit: int = AT_ONCE) -> int:
    """Look at the calls that are due, and return how many there were; one statement where there are none, and none
    where the site has no webhooks. Should two processes do so, no call is made twice.
    """
    if not settings.WEBHOOKS:
        return 0
    now = timezone.now()
    due = list(Call.objects.due(now).values_list("pk", flat=True)[:limit])
    if due:
        _hand_over(due, now)
    return len(due)


def _hand_over(keys: Sequence[int], now: datetime) -> None:
    with writing():
        due = list(Call.objects.select_for_update().due(now).filter(pk__in=keys))
        Call.objects.filter(pk__in=[row.pk for row in due]).update(due_at=None)
        for row in due:
            if row.state == State.WAITING:
                call.enqueue(row.pk)
            else:
                _give_up(row, now)


def _give_up(row: Call, now: datetime) -> None:
    """The process that made this call was killed, and nobody knows whether it was taken."""
    Call.objects.filter(pk=row.pk).update(state=State.DEAD, error=_("interrupted; it may have been sent"))
    note_outcome(row.webhook_id, taken=False, now=now)
