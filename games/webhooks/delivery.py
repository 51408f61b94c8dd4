"""Execution of a webhook call: claimed, checked again, made outside any transaction, retried.

Each change of state, from WAITING to SENDING and on, is a committed compare-and-set, as for deliveries of
notifications. The task of a call may run any number of times.
"""

from __future__ import annotations

import logging
from datetime import datetime, timedelta
from http import HTTPStatus
from typing import Final

from django.conf import settings
from django_tasks import task

from games import clock
from games.locks import writing
from games.notices.delivery import LADDER
from games.notices.models import STUCK, State
from games.outbound_requests import AddressRefused, Answer, Unreachable, post
from games.webhooks.models import Call, CallQuerySet, Event, note_outcome
from games.webhooks.payload import Letter, awaited_at, letter

_log: Final = logging.getLogger(__name__)
_LATER: Final = frozenset({HTTPStatus.REQUEST_TIMEOUT, HTTPStatus.TOO_MANY_REQUESTS})


@task()
def call(call_id: int) -> None:
    """Make a call that waits, if it means something still."""
    now = clock.now()
    if not _claim(call_id, now):
        return
    row = Call.objects.select_related("webhook__table", "webhook__owner").filter(pk=call_id).first()
    if row is None:  # the address was taken away this moment
        return
    awaited = awaited_at(row.webhook.table)
    if holds(row, is_awaited=bool(awaited)):
        _make(row, letter(row, awaited, now))
    else:
        _settle(row, State.VOID)


def holds(row: Call, *, is_awaited: bool) -> bool:
    """Return True if a call, read with its webhook, is still valid.

    The owner must be active and still the host. Except for a test, the webhook must be on, and an awaited turn must
    still be open.
    """
    webhook, table = row.webhook, row.webhook.table
    if not settings.WEBHOOKS or not webhook.owner.is_active or webhook.owner_id != table.host_id:
        return False
    if row.event == Event.TEST:
        return True
    if row.event == Event.AWAITED and (table.turn != row.turn or not is_awaited):
        return False
    return webhook.off_at is None


def call_again(row: Call) -> bool:
    """Give one that was given up another round of tries; False where it was not, or is not any more."""
    with writing():
        dead = Call.objects.filter(pk=row.pk, state=State.DEAD)
        return dead.update(state=State.WAITING, attempts=0, due_at=clock.now(), error="", answer=None) == 1


def _claim(call_id: int, now: datetime) -> bool:
    with writing():
        waiting = Call.objects.filter(pk=call_id, state=State.WAITING, due_at=None)
        return waiting.update(state=State.SENDING, claimed_at=now, due_at=now + STUCK) == 1


def _make(row: Call, said: Letter) -> None:
    try:
        answer = post(row.webhook.url, body=said.body, headers=said.headers)
    except AddressRefused as refused:
        _settle(row, State.DEAD, error=str(refused))
    except Unreachable as fault:
        _try_again(row, Answer(0), str(fault))
    except Exception as error:  # a fault of ours: nobody knows how far it came, so it is not tried again
        _log.exception("a webhook request failed")
        _settle(row, State.DEAD, error=type(error).__name__)
    else:
        _note(row, answer)


def _note(row: Call, answer: Answer) -> None:
    row.answer = answer.status
    if HTTPStatus.OK <= answer.status < HTTPStatus.MULTIPLE_CHOICES:
        _settle(row, State.SENT)
    elif answer.status in _LATER or answer.status >= HTTPStatus.INTERNAL_SERVER_ERROR:
        _try_again(row, answer, f"answered with {answer.status}")
    else:
        _settle(row, State.DEAD, error=f"answered with {answer.status}")


def _try_again(row: Call, answer: Answer, error: str) -> None:
    """Back from SENDING to WAITING, for the dispatcher to see to when it is time."""
    if row.attempts >= len(LADDER):
        _settle(row, State.DEAD, error=error)
        return
    wait = max(LADDER[row.attempts], answer.retry_after or timedelta(0))
    fields = {"attempts": row.attempts + 1, "due_at": clock.now() + wait, "answer": row.answer}
    with writing():
        _mine(row).update(state=State.WAITING, error=error[:200], **fields)


def _settle(row: Call, state: State, *, error: str = "") -> None:
    """Note what became of a call, unless it was taken for interrupted meanwhile."""
    now = clock.now()
    fields = {"due_at": None, "answer": row.answer, "sent_at": now if state == State.SENT else None}
    with writing():
        settled = _mine(row).update(state=state, error=error[:200], **fields)
        if settled and state in {State.SENT, State.DEAD}:
            note_outcome(row.webhook_id, taken=state == State.SENT, now=now)


def _mine(row: Call) -> CallQuerySet:
    """The call as this process has claimed it."""
    return Call.objects.filter(pk=row.pk, state=State.SENDING, claimed_at=row.claimed_at)
