"""Presenters of a user's devices."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Final

from django.conf import settings
from django.http import HttpRequest
from django.http.request import split_domain_port

from games.accounts.models import User
from games.push import keys
from games.push.models import PushSubscription

# Hosts for which browsers allow push notifications without HTTPS.
_THIS_MACHINE: Final = ("localhost", "127.0.0.1", "[::1]")


class PushUnavailableReason(StrEnum):
    """Reason why push notifications cannot be turned on for any of the viewer's devices."""

    SITE = "site"
    HTTPS = "https"


@dataclass(frozen=True, slots=True)
class DeviceLine:
    """A device; `label` is "" where its browser is not known, `used` None while no notice has gone there. By `digest` a
    script knows which is its own.
    """

    number: int
    label: str
    digest: str
    since: datetime
    used: datetime | None


@dataclass(frozen=True, slots=True)
class DevicesPage:
    """The devices of the viewer; `key` is what a browser subscribes with, `off` why it cannot, else "", `back` the
    address to come back to, and `refusal` why what was just tried was not taken.
    """

    devices: tuple[DeviceLine, ...]
    key: str
    off: str
    back: str
    refusal: str = ""


def devices_page(request: HttpRequest, user: User, *, back: str = "", refusal: str = "") -> DevicesPage:
    """Return the viewer's devices; `back` is the page they are shown on, the one asked for by default."""
    lines = tuple(
        DeviceLine(device.pk, device.label, device.digest, device.created_at, device.used_at)
        for device in PushSubscription.objects.of(user.pk)
    )
    off = _why_off(request)
    return DevicesPage(lines, "" if off else keys.public_key(), off, back or request.get_full_path(), refusal)


def _why_off(request: HttpRequest) -> str:
    if not settings.PUSH_SERVICES:
        return PushUnavailableReason.SITE
    host = split_domain_port(request.get_host())[0]
    return "" if request.is_secure() or host in _THIS_MACHINE else PushUnavailableReason.HTTPS
