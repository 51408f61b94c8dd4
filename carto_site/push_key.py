"""Private key that identifies the site to push services (VAPID), on the curve P-256."""

import base64
import secrets
from contextlib import suppress
from typing import Final

from django.core.exceptions import ImproperlyConfigured

_ORDER: Final = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
_BYTES: Final = 32


def new_push_key() -> str:
    """Return a new private key: 32 bytes in base64url."""
    return _encoded(secrets.randbelow(_ORDER - 1) + 1)


def given_push_key(text: str) -> str:
    """Return a private key in base64url, given so or as PEM. Raises ImproperlyConfigured."""
    with suppress(ValueError, TypeError):
        number = _of_pem(text) if "BEGIN" in text else _of_base64(text)
        if 0 < number < _ORDER:
            return _encoded(number)
    raise ImproperlyConfigured("CARTO_VAPID_KEY must be a private key of the curve P-256, as PEM or in base64url.")


def _of_pem(text: str) -> int:
    # Imported here because loading it is slow and most sites don't set such a key.
    from cryptography.exceptions import UnsupportedAlgorithm
    from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, EllipticCurvePrivateKey
    from cryptography.hazmat.primitives.serialization import load_pem_private_key

    try:
        # An environment variable that is limited to one line contains escaped line breaks.
        key = load_pem_private_key(text.replace("\\n", "\n").encode(), password=None)
    except UnsupportedAlgorithm as fault:
        raise ValueError from fault
    if not isinstance(key, EllipticCurvePrivateKey) or not isinstance(key.curve, SECP256R1):
        raise ValueError("another kind of key")
    return key.private_numbers().private_value


def _of_base64(text: str) -> int:
    bare = text.rstrip("=")
    data = base64.b64decode(bare + "=" * (-len(bare) % 4), altchars=b"-_", validate=True)
    if len(data) != _BYTES:
        raise ValueError("another length")
    return int.from_bytes(data)


def _encoded(number: int) -> str:
    return base64.urlsafe_b64encode(number.to_bytes(_BYTES)).rstrip(b"=").decode("ascii")
