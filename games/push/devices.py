"""Form for the push subscription that a browser sends, and its validation."""

from __future__ import annotations

import base64
import json
from contextlib import suppress
from typing import Any, Final

from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, EllipticCurvePublicKey
from django import forms
from django.conf import settings
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from games.outbound_requests import LONGEST, AddressRefused, checked
from games.push.services import Given

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
    """The address at a browser's service and the browser's keys, as its `PushSubscription` has them."""

    endpoint = forms.CharField(max_length=LONGEST)
    p256dh = forms.CharField(max_length=100)
    auth = forms.CharField(max_length=40)
    replaces = forms.CharField(max_length=LONGEST, required=False)

    def clean_endpoint(self) -> str:
        """The address, if it is one of a service that the settings name."""
        endpoint = str(self.cleaned_data["endpoint"])
        try:
            place = checked(endpoint)
        except AddressRefused:
            raise ValidationError(_DAMAGED) from None
        if not is_known_service(place.host):
            raise ValidationError(_UNKNOWN_SERVICE, code=UNKNOWN)
        return endpoint

    def clean_p256dh(self) -> str:
        """The browser's public key, if it is a point of the curve."""
        data = _decoded(self.cleaned_data["p256dh"], _POINT)
        try:
            EllipticCurvePublicKey.from_encoded_point(SECP256R1(), data)
        except ValueError:
            raise ValidationError(_DAMAGED) from None
        return _encoded(data)

    def clean_auth(self) -> str:
        """The secret that browser and site share."""
        return _encoded(_decoded(self.cleaned_data["auth"], _SECRET))

    def clean_replaces(self) -> str:
        """The address that the browser had before, which is looked up and nothing else."""
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
    """Read a `PushSubscription` as JSON, with `replaces` and `next` beside what it has; return the form and `next`."""
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
