"""Sender of notifications to a user's devices, encrypted for each, via its push service.

RFC 8030 defines the protocol, RFC 8291 the encryption, and RFC 8292 the identification of the site. Never call this
in a transaction.
"""

from __future__ import annotations

import logging
from collections.abc import Collection
from dataclasses import dataclass
from datetime import timedelta
from enum import Enum, auto
from http import HTTPStatus
from typing import Final

from games.outbound_requests import AddressRefused, Answer, Unreachable, checked, post
from games.push import keys, services
from games.push.devices import is_known_service
from games.push.message import PushMessage
from games.push.models import PushSubscription

RETRY: Final = timedelta(minutes=1)
"""Time until the next attempt if the service doesn't specify one."""

_log: Final = logging.getLogger("carto.push")
_GONE: Final = (HTTPStatus.NOT_FOUND, HTTPStatus.GONE)


class Delivery(Enum):
    """Result of sending to one device; LATER means postponed."""

    SENT = auto()
    GONE = auto()
    FAILED = auto()
    LATER = auto()


@dataclass(frozen=True, slots=True)
class Outcome:
    """To how many devices a notice went, how many are there no more, and how many refused it."""

    sent: int = 0
    gone: int = 0
    failed: int = 0


class Later(Exception):
    """Some services could not be reached, or want to be left alone for a while: send again after `retry_after`, to the
    devices `left` alone. `outcome` tells of the others, which have been seen to.
    """

    def __init__(self, retry_after: timedelta, left: tuple[int, ...], outcome: Outcome) -> None:
        super().__init__(f"{len(left)} put off")
        self.retry_after, self.left, self.outcome = retry_after, left, outcome


def send(user_id: int, message: PushMessage, *, only: Collection[int] | None = None) -> Outcome:
    """Send a notice to all devices of a person, or to those of these numbers; takes up to ten seconds for each.

    Raises Later where another try may reach more of them.
    """
    devices = PushSubscription.objects.of(user_id)
    if only is not None:
        devices = devices.filter(pk__in=only)
    deliveries: list[Delivery] = []
    left: list[int] = []
    wait = timedelta(0)
    for device in list(devices):
        delivery, asked = send_to(device, message)
        deliveries.append(delivery)
        if delivery is Delivery.LATER:
            left.append(device.pk)
            wait = max(wait, asked)
    outcome = Outcome(*(deliveries.count(kind) for kind in (Delivery.SENT, Delivery.GONE, Delivery.FAILED)))
    if left:
        raise Later(wait, tuple(left), outcome)
    return outcome


def send_to(device: PushSubscription, message: PushMessage) -> tuple[Delivery, timedelta]:
    """Send a notice to one device, note what became of it, and say after how long it is worth another try."""
    delivery, wait = _delivered(device, message)
    match delivery:
        case Delivery.SENT:
            services.note_sent(device)
        case Delivery.GONE:
            services.note_gone(device)
        case Delivery.FAILED:
            services.note_failure(device)
        case Delivery.LATER:
            pass
    return delivery, wait


def _delivered(device: PushSubscription, message: PushMessage) -> tuple[Delivery, timedelta]:
    try:
        answer = _posted(device, message)
    except AddressRefused as refused:
        _log.warning("Refused to send a notification to %s: %s.", device.host, refused)
        return Delivery.FAILED, timedelta(0)
    except Unreachable as fault:
        _log.warning("Failed to reach %s: %s.", device.host, fault)
        return Delivery.LATER, RETRY
    delivery = _told(answer.status)
    if delivery in {Delivery.FAILED, Delivery.LATER}:
        _log.warning("%s responded to a notification with %s.", device.host, answer.status)
    return delivery, answer.retry_after or RETRY


def _told(status: int) -> Delivery:
    if HTTPStatus.OK <= status < HTTPStatus.MULTIPLE_CHOICES:
        return Delivery.SENT
    if status in _GONE:
        return Delivery.GONE
    later = status in {HTTPStatus.REQUEST_TIMEOUT, HTTPStatus.TOO_MANY_REQUESTS}
    return Delivery.LATER if later or status >= HTTPStatus.INTERNAL_SERVER_ERROR else Delivery.FAILED


def _posted(device: PushSubscription, message: PushMessage) -> Answer:
    """Raises AddressRefused, as for a service that the settings name no more, and Unreachable."""
    place = checked(device.endpoint)
    if not is_known_service(place.host):
        raise AddressRefused("the settings do not name the service")
    headers = {
        "Authorization": keys.authorization(place.origin),
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        "TTL": str(int(message.ttl.total_seconds())),
        "Urgency": message.urgency,
    }
    if message.topic:
        headers["Topic"] = message.topic
    return post(device.endpoint, body=_encrypted(device, message), headers=headers)


def _encrypted(device: PushSubscription, message: PushMessage) -> bytes:
    from pywebpush import WebPusher  # takes its time to load; not every process sends

    given = {"endpoint": device.endpoint, "keys": {"p256dh": device.p256dh, "auth": device.auth}}
    return bytes(WebPusher(given).encode(message.payload())["body"])
