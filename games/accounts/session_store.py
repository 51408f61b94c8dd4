"""Django's database sessions, read by a compiled query and written under the write lock."""

from __future__ import annotations

from typing import Any, Final

from django.contrib.sessions.backends import db
from django.contrib.sessions.models import Session
from django.db.models import CharField, DateTimeField
from django.utils import timezone

from games.compiled_query import CompiledQuery
from games.locks import write_lock

_unexpired: Final = CompiledQuery[Session](
    lambda key, now: Session.objects.filter(session_key=key, expire_date__gt=now),
    key=CharField(),
    now=DateTimeField(),
)


class SessionStore(db.SessionStore):
    """Database session store that reads with a compiled query and takes the write lock."""

    def _validate_session_key(self, key: str) -> bool:
        # A cookie may contain a null character, which PostgreSQL rejects.
        return bool(super()._validate_session_key(key)) and key.isalnum()  # type: ignore[misc]  # not in the stubs

    def _get_session_from_db(self) -> Session | None:
        for session in _unexpired.fetch(key=self.session_key, now=timezone.now()):
            return session
        self._session_key = None
        return None

    def save(self, must_create: bool = False) -> None:
        """Save the session."""
        with write_lock():
            super().save(must_create)

    def delete(self, session_key: Any = None) -> None:
        """Delete the session."""
        with write_lock():
            super().delete(session_key)

    @classmethod
    def clear_expired(cls) -> None:
        """Delete expired sessions."""
        with write_lock():
            super().clear_expired()
