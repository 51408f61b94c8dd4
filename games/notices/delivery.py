"""Delivery of a notification: claimed, checked again, sent outside any transaction, retried.

Each change of state, from WAITING to SENDING and on, is a committed compare-and-set. So a delivery is sent at most
once, however many workers run and whenever one is killed. The task of a delivery may run any number of times.
"""

from __future__ import annotations

import logging
from datetime import datetime, timedelta
from typing import Final

from django_tasks import task

from games import clock
from games.locks import writing
from games.notices.channels import Channel, PermanentFailure, RetryLater, channels
from games.notices.digest_words import digest_of
from games.notices.models import OWED, Delivery, Notice, State, Subscription
from games.notices.rules import Known, earliest, holds, is_in_sight, known_of, wanted, was_shown
from games.notices.words import Word, word_of
from games.tables.models import Pace

LADDER: Final = tuple(timedelta(minutes=minutes) for minutes in (1, 5, 30, 2 * 60, 8 * 60))
"""Delays after each failed attempt. After one more failed attempt, the delivery is marked as failed."""
WHILE_VISIBLE: Final = timedelta(minutes=1)
"""Time after which a delivery is checked again if the user has its table open and visible."""

_log: Final = logging.getLogger(__name__)


@task()
def deliver(delivery_id: int) -> None:
    """Send a delivery that waits, if it is due and means something still."""
    now = clock.now()
    if not _claim(delivery_id, now):
        return
    delivery = Delivery.objects.with_notices().get(pk=delivery_id)
    channel = channels().get(delivery.channel)
    if delivery.kind == Subscription.DIGEST:
        _deliver_digest(delivery, channel)
    else:
        _deliver_notices(delivery, channel, now)


def _deliver_digest(delivery: Delivery, channel: Channel | None) -> None:
    word = digest_of(delivery) if channel and channel.reaches([delivery.user]) else None
    if channel is None or word is None:
        _settle(delivery, State.VOID)
    else:
        _send(delivery, channel, word)


def _deliver_notices(delivery: Delivery, channel: Channel | None, now: datetime) -> None:
    notices = list(delivery.notices.all())
    known = known_of(notices)
    meant = [notice for notice in notices if _tells_still(notice, known, delivery.channel)]
    telling = _out_of_sight(meant, known, now)
    if channel is None or not meant or not channel.reaches([delivery.user]):
        _settle(delivery, State.VOID)
    elif not telling:
        _leave_to_page(delivery, meant, now)
    elif (due_at := min(earliest(notice, known, now) for notice in telling)) > now:
        _wait_until(delivery, due_at)
    else:
        _send(delivery, channel, word_of(delivery.pk, telling, [known.seat(notice) for notice in telling]))


def enqueue(delivery: Delivery, now: datetime) -> None:
    """Have a delivery sent when it is due; part of the transaction that says so."""
    later = delivery.due_at if delivery.due_at > now else None
    deliver.using(run_after=later).enqueue(delivery.pk)


def send_again(delivery: Delivery) -> bool:
    """Give one that was given up another round of tries; False where it was not, or is not any more."""
    now = clock.now()
    with writing():
        row = Delivery.objects.select_for_update().filter(pk=delivery.pk, state=State.DEAD).first()
        if row is None:
            return False
        row.state, row.attempts, row.due_at, row.error = State.WAITING, 0, now, ""
        row.save(update_fields=["state", "attempts", "due_at", "error"])
        enqueue(row, now)
    return True


def _claim(delivery_id: int, now: datetime) -> bool:
    with writing():
        waiting = Delivery.objects.filter(pk=delivery_id, state=State.WAITING, due_at__lte=now)
        return waiting.update(state=State.SENDING, claimed_at=now) == 1


def _tells_still(notice: Notice, known: Known, channel: str) -> bool:
    seat = known.seat(notice)
    return holds(notice, seat) and not was_shown(notice, seat) and wanted(notice, known, channel)


def _out_of_sight(meant: list[Notice], known: Known, now: datetime) -> list[Notice]:
    """Return what is to be sent; where something is, turns by the day go along, as they would not be told later."""
    hidden = [notice for notice in meant if not is_in_sight(notice, known, now)]
    return [notice for notice in meant if notice in hidden or _can_wait(notice)] if hidden else []


def _can_wait(notice: Notice) -> bool:
    return notice.kind in OWED and notice.table.pace == Pace.DAYS


def _leave_to_page(delivery: Delivery, meant: list[Notice], now: datetime) -> None:
    """Send nothing of what the reader has before their eyes. By the day they may leave their turn for later, so it is
    looked at again until they have played or closed the page.
    """
    if any(map(_can_wait, meant)):
        _wait_until(delivery, now + WHILE_VISIBLE)
    else:
        _settle(delivery, State.VOID)


def _send(delivery: Delivery, channel: Channel, word: Word) -> None:
    try:
        channel.send(word)
    except RetryLater as reason:
        _try_again(delivery, reason)
    except PermanentFailure as reason:
        _settle(delivery, State.DEAD, str(reason))
    except Exception as error:  # a fault of ours: nobody knows how far it came, so it is not tried again
        _log.exception("a notification delivery failed")
        _settle(delivery, State.DEAD, type(error).__name__)
    else:
        _settle(delivery, State.SENT)


def _try_again(delivery: Delivery, reason: RetryLater) -> None:
    if delivery.attempts >= len(LADDER):
        _settle(delivery, State.DEAD, str(reason))
        return
    wait = max(LADDER[delivery.attempts], timedelta(seconds=reason.retry_after or 0))
    delivery.attempts += 1
    _wait_until(delivery, clock.now() + wait, str(reason))


def _wait_until(delivery: Delivery, due_at: datetime, error: str = "") -> None:
    """Back from SENDING to WAITING, with a task of its own."""
    with writing():
        mine = Delivery.objects.filter(pk=delivery.pk, state=State.SENDING, claimed_at=delivery.claimed_at)
        delivery.due_at = due_at
        fields = {"attempts": delivery.attempts, "due_at": due_at, "error": error[:200]}
        if mine.update(state=State.WAITING, **fields):
            enqueue(delivery, clock.now())


def _settle(delivery: Delivery, state: State, error: str = "") -> None:
    """Note what became of a delivery, unless it was taken for interrupted meanwhile."""
    sent_at = clock.now() if state == State.SENT else None
    with writing():
        mine = Delivery.objects.filter(pk=delivery.pk, state=State.SENDING, claimed_at=delivery.claimed_at)
        mine.update(state=state, error=error[:200], sent_at=sent_at)
