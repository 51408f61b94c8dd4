"""Settings from environment variables, with validation."""

import fcntl
import os
import secrets
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

from django.core.exceptions import ImproperlyConfigured


@dataclass(frozen=True, slots=True)
class Environment:
    """Typed access to variables; an empty value counts as unset."""

    values: Mapping[str, str] = field(default_factory=lambda: os.environ)

    def text(self, name: str, default: str = "") -> str:
        """Return the value, stripped of whitespace."""
        return self.values.get(name, "").strip() or default

    def items(self, name: str, default: str = "") -> list[str]:
        """Return a comma-separated list, stripped."""
        return [part.strip() for part in self.text(name, default).split(",") if part.strip()]

    def flag(self, name: str) -> bool:
        """Return True if a switch is on. Raises ImproperlyConfigured for anything but 1, 0, true, false, yes, no."""
        value = self.text(name, "0").lower()
        if value not in {"0", "1", "true", "false", "yes", "no"}:
            raise ImproperlyConfigured(f"{name} must be 1 or 0, not {value!r}.")
        return value in {"1", "true", "yes"}

    def number(self, name: str, default: int) -> int:
        """Return an integer of at least 1. Raises ImproperlyConfigured."""
        value = self.text(name, str(default))
        if not value.isascii() or not value.isdigit() or int(value) < 1:
            raise ImproperlyConfigured(f"{name} must be a whole number of at least 1, not {value!r}.")
        return int(value)

    def choice(self, name: str, choices: tuple[str, ...]) -> str:
        """Return one of the choices, the first by default. Raises ImproperlyConfigured."""
        value = self.text(name, choices[0])
        if value not in choices:
            raise ImproperlyConfigured(f"{name} must be one of {', '.join(choices)}, not {value!r}.")
        return value


def postgres_database(url: str, pool_size: int) -> dict[str, Any]:
    """Return Django's settings for `postgresql://user:password@host:port/name?option=value`."""
    parts = urlsplit(url)
    if parts.scheme not in {"postgres", "postgresql"} or not parts.path.strip("/"):
        raise ImproperlyConfigured("CARTO_DATABASE_URL must look like postgresql://user:password@host:5432/name.")
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": unquote(parts.path.strip("/")),
        "USER": unquote(parts.username or ""),
        "PASSWORD": unquote(parts.password or ""),
        "HOST": unquote(parts.hostname or ""),
        "PORT": str(parts.port or ""),
        # The pool keeps connections open between requests. It can be smaller than the number of threads.
        "CONN_MAX_AGE": 0,
        # Prevents connections from before a restart of PostgreSQL from being used.
        "CONN_HEALTH_CHECKS": True,
        "OPTIONS": {
            "pool": {"min_size": 1, "max_size": pool_size, "timeout": 5},
            "connect_timeout": 5,
            "keepalives_idle": 30,
            "keepalives_interval": 10,
            "keepalives_count": 3,
            "tcp_user_timeout": 10_000,
            **dict(parse_qsl(parts.query)),
        },
    }


def redis_hosts(url: str) -> list[dict[str, Any]]:
    """Return the hosts of the channel layer, with a timeout of half a second for a stalled Redis."""
    return [{"address": url, "max_connections": 1000, "socket_connect_timeout": 0.5, "socket_timeout": 0.5}]


def mail_encryption(env: Environment, host: str) -> str:
    """Return the mail server's encryption: `starttls`, implicit `tls`, or `none`, the default for this machine only."""
    ways = ("starttls", "tls", "none")
    return env.choice("CARTO_EMAIL_TLS", ways[::-1] if host in {"localhost", "127.0.0.1", "::1"} else ways)


def new_secret() -> str:
    """Return 64 random bytes as text."""
    return secrets.token_urlsafe(64)


def load_or_create_secret(path: Path, make: Callable[[], str] = new_secret) -> str:
    """Return the secret stored in a file, created on first use and readable by its owner only."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with suppress(FileNotFoundError):
        if secret := path.read_text(encoding="ascii").strip():
            return secret
    with os.fdopen(os.open(path, os.O_RDWR | os.O_CREAT, 0o600), "r+", encoding="ascii") as file:
        # If several processes start at once, one creates the secret while the others wait for the lock.
        fcntl.flock(file, fcntl.LOCK_EX)
        secret = file.read().strip() or make()
        file.seek(0)
        file.write(secret)
    return secret
