"""Sender of notifications to a user's devices, encrypted for each, via its push service.

RFC 8030 defines the protocol, RFC 8291 the encryption, and RFC 8292 (VAPID) the identification of the site. Never call
this in a transaction.
"""

from __future__ import annotations

import json
import logging
import re
from base64 import urlsafe_b64encode
from collections.abc import Collection
from dataclasses import dataclass
from datetime import timedelta
from email.utils import parseaddr
from enum import Enum, StrEnum, auto
from functools import lru_cache
from hashlib import sha256
from http import HTTPStatus
from typing import TYPE_CHECKING, Final, assert_never

from django.conf import settings

from games import clock
from games.outbound_requests import AddressRefused, OutboundResponse, Unreachable, parse_target, send_request
from games.push.models import PushSubscription
from games.push.subscriptions import is_known_service, note_failure, note_gone, note_sent

MOST_BYTES: Final = 3000
"""Maximum size before encryption. Services accept 4 kB including the encryption overhead."""
_TOPIC: Final = 32
_OWN_PATH: Final = re.compile(r"/(?![/\\])[!-\[\]-~]*")


class Urgency(StrEnum):
    """Urgency of a notification: its worth in battery, in the terms of RFC 8030."""

    VERY_LOW = "very-low"
    LOW = "low"
    NORMAL = "normal"
    HIGH = "high"


@dataclass(frozen=True, slots=True)
class PushMessage:
    """Push message: text ready to read, and the path on this site that a tap opens.

    A later message replaces an earlier one with the same `tag`, shown or still on its way. A device that is out of
    reach for longer than `ttl` does not show it. Raises ValueError if `url` is not a path of this site.
    """

    title: str
    body: str
    url: str
    tag: str = ""
    ttl: timedelta = timedelta(days=1)
    urgency: Urgency = Urgency.NORMAL

    def __post_init__(self) -> None:
        if not _OWN_PATH.fullmatch(self.url):
            raise ValueError("a notice leads to a path of this site")

    @property
    def topic(self) -> str:
        """The tag as services take it; "" for none."""
        if not self.tag:
            return ""
        return urlsafe_b64encode(sha256(self.tag.encode()).digest()).decode("ascii")[:_TOPIC]

    def payload(self) -> bytes:
        """Return the JSON for the device; a body that is too long is cut."""
        whole = self._payload(self.body)
        if len(whole) <= MOST_BYTES:
            return whole
        least, most = 0, len(self.body)
        while most - least > 1:
            middle = (least + most) // 2
            fits = len(self._payload(f"{self.body[:middle]}…")) <= MOST_BYTES
            least, most = (middle, most) if fits else (least, middle)
        return self._payload(f"{self.body[:least]}…")

    def _payload(self, body: str) -> bytes:
        shown = {"title": self.title[:200], "body": body, "url": self.url, "tag": self.tag[:200]}
        return json.dumps(shown, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace")


if TYPE_CHECKING:
    from py_vapid import Vapid02

# The standard allows one day. The rest is a margin for clocks that differ.
_GOOD_FOR: Final = timedelta(hours=12)


def public_key() -> str:
    """The half of the key that browsers are given, as 65 bytes of an uncompressed point in base64url."""
    return _public_half(settings.VAPID_KEY)


def authorization(origin: str) -> str:
    """The header that tells the service of that origin who sends."""
    claims = {"aud": origin, "sub": _whom_to_ask(), "exp": int((clock.now() + _GOOD_FOR).timestamp())}
    return str(_signer(settings.VAPID_KEY).sign(claims)["Authorization"])


def _whom_to_ask() -> str:
    """Return the contact for push services: the site's email address, or else its URL."""
    address = parseaddr(settings.DEFAULT_FROM_EMAIL)[1]
    return f"mailto:{address}" if "@" in address or not settings.ORIGIN else settings.ORIGIN


@lru_cache(maxsize=1)
def _signer(key: str) -> Vapid02:
    from py_vapid import Vapid02  # takes its time to load; not every process sends

    signer = Vapid02.from_raw(key.encode())
    signer.conf = {"no-strict": True}  # its own idea of an address of mail leaves out some that are good
    return signer


@lru_cache(maxsize=1)
def _public_half(key: str) -> str:
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
    from py_vapid.utils import b64urlencode

    point = _signer(key).public_key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    return str(b64urlencode(point))


RETRY: Final = timedelta(minutes=1)
"""Time until the next attempt if the service doesn't specify one."""

_log: Final = logging.getLogger("carto.push")
_GONE_STATUSES: Final = (HTTPStatus.NOT_FOUND, HTTPStatus.GONE)


class DeviceResult(Enum):
    """Result of sending to one device; LATER means postponed."""

    SENT = auto()
    GONE = auto()
    FAILED = auto()
    LATER = auto()


@dataclass(frozen=True, slots=True)
class SendSummary:
    """The number of devices that received a notice, no longer exist, or refused it."""

    sent: int = 0
    gone: int = 0
    failed: int = 0


class RetryPushLater(Exception):
    """Raised when push services are unreachable or rate limiting: retry after `retry_after`, only for the devices
    `left`. `outcome` covers the others, which are done.
    """

    def __init__(self, retry_after: timedelta, left: tuple[int, ...], outcome: SendSummary) -> None:
        super().__init__(f"{len(left)} put off")
        self.retry_after, self.left, self.outcome = retry_after, left, outcome


def send(user_id: int, message: PushMessage, *, only: Collection[int] | None = None) -> SendSummary:
    """Send a notice to all devices of a person, or to those of these numbers; takes up to ten seconds for each.

    Raises Later where another try may reach more of them.
    """
    devices = PushSubscription.objects.of(user_id)
    if only is not None:
        devices = devices.filter(pk__in=only)
    deliveries: list[DeviceResult] = []
    left: list[int] = []
    wait = timedelta(0)
    for device in list(devices):
        delivery, retry_after = send_to(device, message)
        deliveries.append(delivery)
        if delivery is DeviceResult.LATER:
            left.append(device.pk)
            wait = max(wait, retry_after)
    outcome = SendSummary(
        *(deliveries.count(kind) for kind in (DeviceResult.SENT, DeviceResult.GONE, DeviceResult.FAILED))
    )
    if left:
        raise RetryPushLater(wait, tuple(left), outcome)
    return outcome


def send_to(device: PushSubscription, message: PushMessage) -> tuple[DeviceResult, timedelta]:
    """Send a notice to one device, record the result, and return the retry delay, if any."""
    delivery, wait = _delivered(device, message)
    match delivery:
        case DeviceResult.SENT:
            note_sent(device)
        case DeviceResult.GONE:
            note_gone(device)
        case DeviceResult.FAILED:
            note_failure(device)
        case DeviceResult.LATER:
            pass
        case _:
            assert_never(delivery)
    return delivery, wait


def _delivered(device: PushSubscription, message: PushMessage) -> tuple[DeviceResult, timedelta]:
    try:
        answer = _posted(device, message)
    except AddressRefused as refused:
        _log.warning("Refused to send a notification to %s: %s.", device.host, refused)
        return DeviceResult.FAILED, timedelta(0)
    except Unreachable as fault:
        _log.warning("Failed to reach %s: %s.", device.host, fault)
        return DeviceResult.LATER, RETRY
    delivery = _classify_status(answer.status)
    if delivery in {DeviceResult.FAILED, DeviceResult.LATER}:
        _log.warning("%s responded to a notification with %s.", device.host, answer.status)
    return delivery, answer.retry_after or RETRY


def _classify_status(status: int) -> DeviceResult:
    if HTTPStatus.OK <= status < HTTPStatus.MULTIPLE_CHOICES:
        return DeviceResult.SENT
    if status in _GONE_STATUSES:
        return DeviceResult.GONE
    later = status in {HTTPStatus.REQUEST_TIMEOUT, HTTPStatus.TOO_MANY_REQUESTS}
    return DeviceResult.LATER if later or status >= HTTPStatus.INTERNAL_SERVER_ERROR else DeviceResult.FAILED


def _posted(device: PushSubscription, message: PushMessage) -> OutboundResponse:
    """Raise AddressRefused, also for a service no longer in the settings, and Unreachable."""
    place = parse_target(device.endpoint)
    if not is_known_service(place.host):
        raise AddressRefused("the settings do not name the service")
    headers = {
        "Authorization": authorization(place.origin),
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        "TTL": str(int(message.ttl.total_seconds())),
        "Urgency": message.urgency,
    }
    if message.topic:
        headers["Topic"] = message.topic
    return send_request(device.endpoint, body=_encrypted(device, message), headers=headers)


def _encrypted(device: PushSubscription, message: PushMessage) -> bytes:
    from pywebpush import WebPusher  # takes its time to load; not every process sends

    given = {"endpoint": device.endpoint, "keys": {"p256dh": device.p256dh, "auth": device.auth}}
    return bytes(WebPusher(given).encode(message.payload())["body"])
