"""Django's database sessions, written under the write lock."""

from typing import Any

from django.contrib.sessions.backends import db

from games.locks import write_lock


class SessionStore(db.SessionStore):
    """Database session store that takes the write lock."""

    def _validate_session_key(self, key: str) -> bool:
        # A cookie may contain a null character, which PostgreSQL rejects.
        return bool(super()._validate_session_key(key)) and key.isalnum()  # type: ignore[misc]  # not in the stubs

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
