"""Looking at the calls that are due: those that wait go to a worker, those that were interrupted are given up."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final

from django.conf import settings
from django.db.models import Q
from django.utils.translation import gettext as _

from games import clock
from games.locks import writing
from games.notices.models import STUCK, State
from games.notices.outbox_repair import LONGEST_WAIT
from games.webhooks.delivery import call
from games.webhooks.models import Call, note_outcome

AT_ONCE: Final = 200
"""Number of webhook calls that are processed at a time."""
_REPAIRED_EVERY: Final = timedelta(seconds=15)

_last: dict[str, datetime] = {}


def dispatch(limit: int = AT_ONCE) -> int:
    """Look at the calls that are due, and return how many there were; one statement where there are none, two
    more now and then, and none where the site has no webhooks. Should two processes do so, no call is made twice.
    """
    if not settings.WEBHOOKS:
        return 0
    now = clock.now()
    _repair(now)
    due = list(Call.objects.due(now).values_list("pk", flat=True)[:limit])
    if due:
        _hand_over(due, now)
    return len(due)


def _repair(now: datetime) -> None:
    """Now and then, bring calls back that wait for a moment too far ahead, as a clock that was wrong has set it. The
    claim of a call is left alone, so that it is made once.
    """
    last = _last.get("repaired")
    if last and timedelta(0) <= now - last < _REPAIRED_EVERY:
        return
    _last["repaired"] = now
    far = Call.objects.filter(due_at__gt=now + clock.CLOSE)
    written_ahead = Q(created_at__gt=now + clock.CLOSE) | Q(claimed_at__gt=now + clock.CLOSE)
    waiting = far.filter(written_ahead | Q(due_at__gt=now + LONGEST_WAIT), state=State.WAITING)
    claimed = far.filter(due_at__gt=now + STUCK + clock.CLOSE, state=State.SENDING)
    for calls, due_at in ((waiting, now), (claimed, now + STUCK)):
        if calls.exists():
            with writing():
                calls.update(due_at=due_at)


def forget() -> None:
    """Let the next call look for them, whenever the last did."""
    _last.clear()


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
    Call.objects.filter(pk=row.pk).update(state=State.DEAD, error=_("interrupted; may have been sent"))
    note_outcome(row.webhook_id, taken=False, now=now)
