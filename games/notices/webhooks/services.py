"""Services that add, remove and call webhooks."""

from __future__ import annotations

import uuid
from datetime import datetime, timedelta
from enum import Enum, auto
from typing import Final

from django.conf import settings

from games import clock
from games.accounts.limits import Limit
from games.accounts.models import User
from games.accounts.person_lock import lock_person
from games.locks import writing
from games.notices.models import ChannelKey, Delivery
from games.notices.webhooks.models import MOST, Event, Format, Webhook
from games.tables.lobby.services import lock_hosted_table
from games.tables.models import Status, Table

SET: Final = Limit("webhook-set", 10, timedelta(hours=1))
TRY: Final = Limit("webhook-try", 10, timedelta(hours=1))
LIVELY: Final = frozenset({Status.GATHERING, Status.PLAYING})
"""States in which there may still be something to report."""


class Refused(Enum):
    """Reason why a webhook was refused."""

    OVER = auto()
    FULL = auto()
    EXISTS = auto()


class WebhookRefusal(Exception):
    """Error for a webhook that was not added, with the reason."""

    def __init__(self, reason: Refused) -> None:
        super().__init__(reason.name)
        self.reason = reason


def add(*, table: str, host: User, url: str, form: Format = Format.JSON) -> Webhook:
    """Add a webhook to a table of this host.

    Raises Table.DoesNotExist for any other user, and AccountDeleted and WebhookRefusal.
    """
    with lock_person(host):
        hosted = lock_hosted_table(table, host)
        if hosted.status not in LIVELY:
            raise WebhookRefusal(Refused.OVER)
        others = list(Webhook.objects.of_host(hosted))
        if any(other.url == url for other in others):
            raise WebhookRefusal(Refused.EXISTS)
        if len(others) >= MOST:
            raise WebhookRefusal(Refused.FULL)
        return Webhook.objects.create(table=hosted, owner=host, url=url, format=form)


def remove(*, table: Table, number: int) -> bool:
    """Remove a webhook of the table's host; returns False if there is none of that number."""
    with writing():
        deleted, _ = Webhook.objects.of_host(table).filter(pk=number).delete()
    return bool(deleted)


def try_out(*, webhook: Webhook) -> None:
    """Send a test request, even if the webhook is turned off; if it succeeds, the webhook is turned on again.

    Raises AccountDeleted, and Webhook.DoesNotExist if the webhook has been removed.
    """
    with lock_person(webhook.owner):
        Webhook.objects.select_for_update().get(pk=webhook.pk)
        _request(webhook, Event.TEST, webhook.table, clock.now()).save()


def enqueue_requests(event: Event, table: Table, wait: timedelta) -> None:
    """Store one request for each webhook of the table that is turned on; part of the transaction of the event.

    There is at most one for each turn.
    """
    if not settings.WEBHOOKS:
        return
    due_at = clock.now() + wait
    requests = [_request(webhook, event, table, due_at) for webhook in Webhook.objects.active_at(table)]
    if requests:
        Delivery.objects.bulk_create(requests, ignore_conflicts=True)


def _request(webhook: Webhook, event: Event, table: Table, due_at: datetime) -> Delivery:
    return Delivery(
        user_id=webhook.owner_id,
        channel=ChannelKey.WEBHOOKS,
        kind=event,
        webhook=webhook,
        turn=table.turn,
        key=uuid.uuid4(),
        created_at=clock.now(),
        due_at=due_at,
    )
