"""Delivery of the outbox on every channel: claimed, checked again, sent outside any transaction, retried.

Each change of state, from WAITING to SENDING and on, is a committed compare-and-set. So a delivery is sent at most
once, however many workers run and whenever one is killed. The task of a delivery may run any number of times.
"""

from __future__ import annotations

import logging
from datetime import datetime, timedelta
from typing import Any, Final, assert_never

from django.utils.translation import gettext as _
from django_tasks import task

from games import clock
from games.locks import writing
from games.notices.channels import Channel, PermanentFailure, PersonalChannel, RetryLater, Wait
from games.notices.channels.mail import MAIL
from games.notices.channels.push import PUSH
from games.notices.channels.webhook import WEBHOOKS
from games.notices.models import ChannelKey, Delivery, DeliveryQuerySet, DeliveryState

PERSONAL: Final[tuple[PersonalChannel, ...]] = (MAIL, PUSH)
"""Channels that users can choose, in the order of the settings page."""
LADDER: Final = tuple(timedelta(minutes=minutes) for minutes in (1, 5, 30, 2 * 60, 8 * 60))
"""Delays after each failed attempt. After one more failed attempt, the delivery is marked as failed."""

_log: Final = logging.getLogger(__name__)


def channel_of(key: ChannelKey) -> Channel[Any]:
    """Return a channel by its key."""
    match key:
        case ChannelKey.MAIL:
            return MAIL
        case ChannelKey.PUSH:
            return PUSH
        case ChannelKey.WEBHOOKS:
            return WEBHOOKS
        case ChannelKey.PAGE:
            raise ValueError("the page needs no deliveries")
        case _:
            assert_never(key)


@task()
def deliver(delivery_id: int) -> None:
    """Send a waiting delivery that is due, if it is still valid."""
    now = clock.now()
    if not _claim(delivery_id, now):
        return
    delivery = Delivery.objects.with_content().filter(pk=delivery_id).first()
    if delivery is None:  # its user or webhook has been deleted since
        return
    channel = _channel(delivery)
    message = channel.prepare(delivery, now)
    if message is None:
        _settle(delivery, DeliveryState.VOID)
    elif isinstance(message, Wait):
        _wait_until(delivery, message.until)
    else:
        _send(delivery, channel, message)


def queue_due(now: datetime, limit: int) -> int:
    """Enqueue a task for each waiting delivery that is due, and return their number."""
    keys = list(Delivery.objects.due(now).values_list("pk", flat=True)[:limit])
    if keys:
        with writing():
            keys = list(Delivery.objects.select_for_update().due(now).filter(pk__in=keys).values_list("pk", flat=True))
            Delivery.objects.filter(pk__in=keys).update(queued=True)
            for key in keys:
                deliver.enqueue(key)
    return len(keys)


def send_again(delivery: Delivery) -> bool:
    """Return a failed delivery to the outbox; returns False if it is not marked as failed."""
    with writing():
        dead = Delivery.objects.filter(pk=delivery.pk, state=DeliveryState.DEAD)
        fields = {"attempts": 0, "due_at": clock.now(), "error": "", "answer": None, "queued": False}
        return dead.update(state=DeliveryState.WAITING, **fields) == 1


def fail_interrupted(deliveries: DeliveryQuerySet, now: datetime) -> None:
    """Mark deliveries as failed whose sender was interrupted, as they may have been sent."""
    if not deliveries.exists():
        return
    with writing():
        rows = list(deliveries.select_for_update())
        interrupted = Delivery.objects.filter(pk__in=[row.pk for row in rows])
        interrupted.update(state=DeliveryState.DEAD, error=_("interrupted; may have been sent"))
        for row in rows:
            _channel(row).note(row, sent=False, now=now)


def _channel(delivery: Delivery) -> Channel[Any]:
    return channel_of(ChannelKey(delivery.channel))


def _claim(delivery_id: int, now: datetime) -> bool:
    with writing():
        waiting = Delivery.objects.filter(pk=delivery_id, state=DeliveryState.WAITING, due_at__lte=now)
        return waiting.update(state=DeliveryState.SENDING, claimed_at=now, queued=True) == 1


def _send(delivery: Delivery, channel: Channel[Any], message: Any) -> None:
    try:
        delivery.answer = channel.send(message)
    except RetryLater as reason:
        _try_again(delivery, reason)
    except PermanentFailure as reason:
        delivery.answer = reason.status or delivery.answer
        _settle(delivery, DeliveryState.DEAD, str(reason))
    except Exception as error:  # a fault of ours: nobody knows how far it came, so it is not tried again
        _log.exception("failed to send a delivery by %s", channel.key)
        _settle(delivery, DeliveryState.DEAD, type(error).__name__)
    else:
        _settle(delivery, DeliveryState.SENT)


def _try_again(delivery: Delivery, reason: RetryLater) -> None:
    delivery.answer = reason.status or delivery.answer
    if delivery.attempts >= len(LADDER):
        _settle(delivery, DeliveryState.DEAD, str(reason))
        return
    wait = max(LADDER[delivery.attempts], timedelta(seconds=reason.retry_after or 0))
    delivery.attempts += 1
    _wait_until(delivery, clock.now() + wait, str(reason))


def _wait_until(delivery: Delivery, due_at: datetime, error: str = "") -> None:
    """Return a claimed delivery to WAITING, for the dispatcher to queue when it is due."""
    fields = {"attempts": delivery.attempts, "due_at": due_at, "answer": delivery.answer, "error": error[:200]}
    with writing():
        _mine(delivery).update(state=DeliveryState.WAITING, queued=False, **fields)


def _settle(delivery: Delivery, state: DeliveryState, error: str = "") -> None:
    """Store the outcome of a delivery, unless it was marked as interrupted meanwhile."""
    now = clock.now()
    fields = {"error": error[:200], "answer": delivery.answer, "sent_at": now if state == DeliveryState.SENT else None}
    with writing():
        if _mine(delivery).update(state=state, **fields) and state != DeliveryState.VOID:
            _channel(delivery).note(delivery, sent=state == DeliveryState.SENT, now=now)


def _mine(delivery: Delivery) -> DeliveryQuerySet:
    """Return a query for the delivery as this process has claimed it."""
    return Delivery.objects.filter(pk=delivery.pk, state=DeliveryState.SENDING, claimed_at=delivery.claimed_at)
