"""Password hashing by Argon2, a few at a time, and the validator against obvious passwords."""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from django.conf import settings
from django.contrib.auth.hashers import Argon2PasswordHasher
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from games.accounts.models import User

AT_ONCE: Final = 4
"""Number of passwords that a process hashes at a time. Each takes 100 MB for a few tenths of a second."""
PATIENCE: Final = 10.0
"""Seconds that a password may wait to be hashed."""

_places: Final = threading.BoundedSemaphore(AT_ONCE)


class HashingOverloaded(Exception):
    """Error for a password that could not be hashed in time because too many are being hashed."""


class Argon2(Argon2PasswordHasher):
    """Django's own, in turn; raises TooManyWait after `PATIENCE` seconds."""

    def encode(self, password: str, salt: str) -> str:
        """Hash a password."""
        with _hashing_slot():
            return super().encode(password, salt)

    def verify(self, password: str, encoded: str) -> bool:
        """Return whether this is the password."""
        with _hashing_slot():
            return super().verify(password, encoded)


@contextmanager
def _hashing_slot() -> Iterator[None]:
    if not _places.acquire(timeout=PATIENCE):
        raise HashingOverloaded
    try:
        yield
    finally:
        _places.release()


_NAMES: Final = ("cartographers", "cartographer", "cartography", "carto")
_SHORTEST_NAME: Final = 4
_FEWEST_LETTERS: Final = 4
_WRITTEN_AS: Final = str.maketrans("013457@$", "oieastas")


class SiteNameValidator:
    """Validator that rejects passwords made mostly of the site's names.

    Examples are "carto2024!", "C4rtographers" and the host name.
    """

    def validate(self, password: str, user: User | None = None) -> None:
        """Raise ValidationError for a password that is little more than a site name."""
        lowered = password.lower()
        if any(map(_hardly_more, (lowered, lowered.translate(_WRITTEN_AS)))):
            raise ValidationError(self.get_help_text(), code="site_name")

    def get_help_text(self) -> str:
        """Return the help text for choosing a password."""
        return _("The site’s name alone is easy to guess. Add your own words.")


def _hardly_more(text: str) -> bool:
    rest = re.sub("|".join(_names()), "", text)
    return rest != text and sum(map(str.isalpha, rest)) < _FEWEST_LETTERS


def _names() -> list[str]:
    """Return the site's names in lower case, longest first, with long enough parts of its host names."""
    parts = re.findall(r"[a-z]+", " ".join(settings.ALLOWED_HOSTS).lower())
    return sorted({*_NAMES, *(part for part in parts if len(part) >= _SHORTEST_NAME)}, key=len, reverse=True)
