"""Passwords hashed by Argon2, a few at a time."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from django.contrib.auth.hashers import Argon2PasswordHasher

AT_ONCE: Final = 4
"""Number of passwords that a process hashes at a time. Each takes 100 MB for a few tenths of a second."""
PATIENCE: Final = 10.0
"""Seconds that a password may wait to be hashed."""

_places: Final = threading.BoundedSemaphore(AT_ONCE)


class TooManyWait(Exception):
    """Error for a password that could not be hashed in time because too many are being hashed."""


class Argon2(Argon2PasswordHasher):
    """Django's own, in turn; raises TooManyWait after `PATIENCE` seconds."""

    def encode(self, password: str, salt: str) -> str:
        """Hash a password."""
        with _place():
            return super().encode(password, salt)

    def verify(self, password: str, encoded: str) -> bool:
        """Return whether this is the password."""
        with _place():
            return super().verify(password, encoded)


@contextmanager
def _place() -> Iterator[None]:
    if not _places.acquire(timeout=PATIENCE):
        raise TooManyWait
    try:
        yield
    finally:
        _places.release()
