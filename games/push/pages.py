"""Presenters of a user's devices, and the offline page and service worker that a browser keeps."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from django.conf import settings
from django.contrib.staticfiles import finders
from django.http import HttpRequest
from django.http.request import split_domain_port
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.urls import reverse

from games.accounts.models import Theme, User
from games.push.models import PushSubscription
from games.push.sender import public_key


def offline_page() -> str:
    """Return the offline page, in all languages of the site and without personal data.

    The user's language is unknown when the page is shown.
    """
    look: dict[str, Any] = {"theme": Theme.AUTO, "themes": Theme, "color_scheme": "light dark"}
    return render_to_string("push/offline.html", {**look, "languages": settings.LANGUAGES})


def service_worker() -> str:
    """The script, headed by what it keeps: the page and its style. A new edition of either is a new script, by which
    browsers notice.
    """
    page, text = offline_page(), _script()
    edition = sha256(f"{page}{text}".encode()).hexdigest()[:12]
    addresses = f'const PAGE = "{reverse("push:offline")}", STYLE = "{static("css/site.css")}";'
    urls = {"SUBSCRIBE": "push:subscribe", "LIST": "notices:list", "WAITING": "notices:waiting"}
    names = ", ".join(f'{name} = "{reverse(view)}"' for name, view in urls.items())
    return f'const EDITION = "{edition}", {names};\n{addresses}\n{text}'


@cache
def _script() -> str:
    path = finders.find("js/service-worker.js")
    assert isinstance(path, str), "the script is one of our own"
    return Path(path).read_text(encoding="utf-8")


# Hosts for which browsers allow push notifications without HTTPS.
_THIS_MACHINE: Final = ("localhost", "127.0.0.1", "[::1]")


class PushUnavailableReason(StrEnum):
    """Reason why push notifications cannot be turned on for any of the viewer's devices."""

    SITE = "site"
    HTTPS = "https"


@dataclass(frozen=True, slots=True)
class DeviceLine:
    """A device; `label` is "" if the browser is unknown, `used` None before the first notice. A script finds its own
    device by `digest`.
    """

    number: int
    label: str
    digest: str
    since: datetime
    used: datetime | None


@dataclass(frozen=True, slots=True)
class DevicesPage:
    """The viewer's devices; `key` is the subscription key, `off` the reason why subscribing is unavailable, or "",
    `back` the return URL, and `refusal` the reason for a failed action.
    """

    devices: tuple[DeviceLine, ...]
    key: str
    off: str
    back: str
    refusal: str = ""


def devices_page(request: HttpRequest, user: User, *, back: str = "", refusal: str = "") -> DevicesPage:
    """Return the viewer's devices; `back` is the page that shows them, by default the requested one."""
    lines = tuple(
        DeviceLine(device.pk, device.label, device.digest, device.created_at, device.used_at)
        for device in PushSubscription.objects.of(user.pk)
    )
    off = _why_off(request)
    return DevicesPage(lines, "" if off else public_key(), off, back or request.get_full_path(), refusal)


def _why_off(request: HttpRequest) -> str:
    if not settings.PUSH_SERVICES:
        return PushUnavailableReason.SITE
    host = split_domain_port(request.get_host())[0]
    return "" if request.is_secure() or host in _THIS_MACHINE else PushUnavailableReason.HTTPS
