"""The site's key, by which services of browsers know it (VAPID, RFC 8292)."""

from __future__ import annotations

from datetime import timedelta
from email.utils import parseaddr
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from django.conf import settings

from games import clock

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
