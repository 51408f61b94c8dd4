"""Devices that take notifications: the form that a browser sends, registration, removal and export."""

from __future__ import annotations

import base64
import json
from contextlib import suppress
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Final

from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, EllipticCurvePublicKey
from django import forms
from django.conf import settings
from django.core.exceptions import ValidationError
from django.db.models import F
from django.utils.translation import gettext_lazy as _

from games import clock
from games.accounts.limits import Limit
from games.accounts.models import User
from games.accounts.person_lock import lock_person
from games.locks import writing
from games.outbound_requests import LONGEST, AddressRefused, parse_target
from games.push.models import MOST_DEVICES, MOST_FAILURES, PushSubscription, PushSubscriptionQuerySet, digest_of

SUBSCRIBE: Final = Limit("push-subscribe", 30, timedelta(hours=1))
TRY: Final = Limit("push-try", 10, timedelta(hours=1))
_SET_ANEW: Final = ("user", "endpoint", "p256dh", "auth", "label", "created_at", "used_at", "failures")


@dataclass(frozen=True, slots=True)
class Given:
    """Validated subscription of a browser: its address at the push service, and its keys."""

    endpoint: str
    p256dh: str
    auth: str


def subscribe(*, user: User, given: Given, label: str, replaces: str = "") -> None:
    """Register a browser for the user's notifications.

    If it was registered for another user, it no longer gets theirs. `replaces` is its former address. Raises
    AccountDeleted if the account is deleted.
    """
    # The lock keeps two browsers of a user from both taking the last free device slot.
    with lock_person(user):
        if replaces and replaces != given.endpoint:
            PushSubscription.objects.of(user.pk).filter(digest=digest_of(replaces)).delete()
        device = PushSubscription(
            user=user,
            endpoint=given.endpoint,
            digest=digest_of(given.endpoint),
            p256dh=given.p256dh,
            auth=given.auth,
            label=label,
        )
        # A single statement, because two users may register the same browser at the same time.
        PushSubscription.objects.bulk_create(
            [device], update_conflicts=True, unique_fields=["digest"], update_fields=_SET_ANEW
        )
        _make_room(user)


def remove(*, user: User, device: int) -> bool:
    """Let a device of the person take no more notices; return whether there was one of that number."""
    with lock_person(user):
        removed, _ = PushSubscription.objects.of(user.pk).filter(pk=device).delete()
    return bool(removed)


def forget(*, user: User) -> None:
    """Delete all devices of a user whose account is being deleted; part of a transaction."""
    PushSubscription.objects.filter(user=user).delete()


def note_sent(device: PushSubscription) -> None:
    """Remember that a notice was taken."""
    with writing():
        _as_sent_to(device).update(used_at=clock.now(), failures=0)


def note_gone(device: PushSubscription) -> None:
    """Let go of a device whose service knows it no more."""
    with writing():
        _as_sent_to(device).delete()


def note_failure(device: PushSubscription) -> None:
    """Count a notice that was refused; after some in a row the device is given up."""
    with writing():
        _as_sent_to(device).update(failures=F("failures") + 1)
        _as_sent_to(device).filter(failures__gte=MOST_FAILURES).delete()


def _as_sent_to(device: PushSubscription) -> PushSubscriptionQuerySet:
    """Return a query for the device, empty if it has been registered again in the meantime.

    The result of a message sent with its old keys says nothing about the new registration.
    """
    return PushSubscription.objects.filter(pk=device.pk, user=device.user_id, p256dh=device.p256dh)


def _make_room(user: User) -> None:
    newest = PushSubscription.objects.of(user.pk).values_list("pk", flat=True)[:MOST_DEVICES]
    PushSubscription.objects.filter(user=user).exclude(pk__in=list(newest)).delete()


def device_data(user: User) -> list[dict[str, Any]]:
    """The devices, without what a notice could be sent to them by."""
    return [
        {"browser": device.label, "service": device.host, "since": device.created_at, "last_notice": device.used_at}
        for device in PushSubscription.objects.of(user.pk)
    ]


UNKNOWN: Final = "unknown_service"
"""Error code for a service that is not in the settings."""
_POINT: Final = 65
_SECRET: Final = 16
_DAMAGED: Final = _("The browser’s data was invalid. Try again or use another browser.")
_UNKNOWN_SERVICE: Final = _("This browser’s push service isn’t supported.")


def is_known_service(host: str) -> bool:
    """Return True if the settings allow this host, or a domain above it."""
    return any(host == name or (name.startswith(".") and host.endswith(name)) for name in settings.PUSH_SERVICES)


class DeviceForm(forms.Form):
    """A push service URL and the browser's keys, as in its `PushSubscription`."""

    endpoint = forms.CharField(max_length=LONGEST)
    p256dh = forms.CharField(max_length=100)
    auth = forms.CharField(max_length=40)
    replaces = forms.CharField(max_length=LONGEST, required=False)

    def clean_endpoint(self) -> str:
        """Return the URL, if its service is allowed by the settings."""
        endpoint = str(self.cleaned_data["endpoint"])
        try:
            place = parse_target(endpoint)
        except AddressRefused:
            raise ValidationError(_DAMAGED) from None
        if not is_known_service(place.host):
            raise ValidationError(_UNKNOWN_SERVICE, code=UNKNOWN)
        return endpoint

    def clean_p256dh(self) -> str:
        """Return the browser's public key, if it is a point on the curve."""
        data = _decoded(self.cleaned_data["p256dh"], _POINT)
        try:
            EllipticCurvePublicKey.from_encoded_point(SECP256R1(), data)
        except ValueError:
            raise ValidationError(_DAMAGED) from None
        return _encoded(data)

    def clean_auth(self) -> str:
        """Return the secret shared by browser and site."""
        return _encoded(_decoded(self.cleaned_data["auth"], _SECRET))

    def clean_replaces(self) -> str:
        """Return the browser's previous URL, used for lookup only."""
        return str(self.cleaned_data["replaces"]).encode("ascii", "ignore").decode("ascii")

    @property
    def given(self) -> Given:
        """Subscription sent by the browser; the form must be valid."""
        return Given(*(self.cleaned_data[name] for name in ("endpoint", "p256dh", "auth")))

    @property
    def is_of_unknown_service(self) -> bool:
        """True if the push service is the only error."""
        return list(self.errors) == ["endpoint"] and self.has_error("endpoint", UNKNOWN)

    @property
    def refusal(self) -> str:
        """Reason why the subscription is refused, or "" if it is valid."""
        if self.is_valid():
            return ""
        return str(_UNKNOWN_SERVICE if self.is_of_unknown_service else _DAMAGED)


def device_form(body: bytes) -> tuple[DeviceForm, str]:
    """Parse a `PushSubscription` from JSON, with the extra keys `replaces` and `next`; return the form and `next`."""
    sent: Any = None
    with suppress(ValueError, RecursionError):
        sent = json.loads(body)
    fields = sent if isinstance(sent, dict) else {}
    keys = fields.get("keys")
    # Only accept strings. Another type, such as a list, could look valid after conversion to a string.
    texts = {
        name: text for name, text in {**fields, **(keys if isinstance(keys, dict) else {})}.items() if _is_text(text)
    }
    return DeviceForm(texts), texts.get("next", "")


def _is_text(value: object) -> bool:
    return isinstance(value, str) and value.isascii()


def _decoded(text: str, length: int) -> bytes:
    bare = text.rstrip("=")
    with suppress(ValueError):
        data = base64.b64decode(bare + "=" * (-len(bare) % 4), altchars=b"-_", validate=True)
        # Encoding it again must give the same text, because `b64decode` accepts both alphabets and any spare bits.
        if len(data) == length and _encoded(data) == bare:
            return data
    raise ValidationError(_DAMAGED)


def _encoded(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode("ascii")
