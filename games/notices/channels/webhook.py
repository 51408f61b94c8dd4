"""Channel of webhooks: requests to the URLs that hosts have set for their tables."""

from __future__ import annotations

from datetime import datetime
from http import HTTPStatus
from typing import Final, assert_never

from django.conf import settings

from games.notices.channels import PermanentFailure, RetryLater
from games.notices.models import ChannelKey, Delivery
from games.notices.webhooks.models import Event, Webhook, note_outcome
from games.notices.webhooks.payload import Request, awaited_at, build_request
from games.outbound_requests import AddressRefused, Unreachable, send_request

_TEMPORARY: Final = frozenset({HTTPStatus.REQUEST_TIMEOUT, HTTPStatus.TOO_MANY_REQUESTS})


class WebhookChannel:
    """Signed requests to the webhooks of a table."""

    key: Final = ChannelKey.WEBHOOKS

    def prepare(self, delivery: Delivery, now: datetime) -> Request | None:
        """Return the request as of now, or None if it is no longer valid."""
        webhook = delivery.webhook
        assert webhook is not None
        awaited = awaited_at(webhook.table)
        is_open = delivery.turn == webhook.table.turn and bool(awaited)
        if not _is_valid(Event(delivery.kind), webhook, is_open):
            return None
        return build_request(delivery, webhook, awaited, now)

    def send(self, message: Request) -> int:
        """Send the request. Only a response says for certain that it was received."""
        try:
            answer = send_request(message.url, body=message.body, headers=message.headers)
        except AddressRefused as refused:
            raise PermanentFailure(str(refused)) from refused
        except Unreachable as fault:
            raise RetryLater(str(fault)) from fault
        status, reason = answer.status, f"answered with {answer.status}"
        if HTTPStatus.OK <= status < HTTPStatus.MULTIPLE_CHOICES:
            return status
        if status in _TEMPORARY or status >= HTTPStatus.INTERNAL_SERVER_ERROR:
            wait = answer.retry_after.total_seconds() if answer.retry_after else None
            raise RetryLater(reason, wait, status=status)
        raise PermanentFailure(reason, status=status)

    def note(self, delivery: Delivery, *, sent: bool, now: datetime) -> None:
        """Turn the webhook off after too many failures in a row, and on again by a successful request."""
        assert delivery.webhook_id is not None
        note_outcome(delivery.webhook_id, sent=sent, now=now)


WEBHOOKS: Final = WebhookChannel()


def _is_valid(event: Event, webhook: Webhook, is_open: bool) -> bool:
    """Return True if a request is still valid; `is_open` tells whether its turn still waits for somebody.

    The owner must be active and still the host. Except for a test, the webhook must be on.
    """
    if not settings.WEBHOOKS or not webhook.owner.is_active or webhook.owner_id != webhook.table.host_id:
        return False
    match event:
        case Event.TEST:
            return True
        case Event.AWAITED:
            return is_open and webhook.off_at is None
        case Event.OVER:
            return webhook.off_at is None
        case _:
            assert_never(event)
