"""Notification channels, named in the settings; a new one is a class and a line there."""

from __future__ import annotations

from collections.abc import Collection
from functools import lru_cache
from typing import Any, Protocol, cast

from django.conf import settings
from django.utils.functional import Promise
from django.utils.module_loading import import_string

from games.accounts.models import User
from games.notices.models import Topic
from games.notices.words import Word


class RetryLater(Exception):
    """It certainly did not go out, and may yet: try again, at the earliest after so many seconds if they are known.
    The text is for members of staff, so it holds no address.
    """

    def __init__(self, reason: str, retry_after: float | None = None) -> None:
        super().__init__(reason)
        self.retry_after = retry_after


class PermanentFailure(Exception):
    """It did not go out and never will, or nobody knows whether it did. The text is for members of staff likewise."""


class Channel(Protocol):
    """One way to people."""

    @property
    def key(self) -> str:
        """The name by which choices and deliveries remember it; 12 letters at most."""

    @property
    def name(self) -> str | Promise:
        """Heading of the channel's column in the settings."""

    @property
    def panel_template(self) -> str:
        """Return the template of the channel's panel next to the user's settings, or "" for none.

        The template is rendered with the `panel`.
        """

    def is_default(self, topic: Topic) -> bool:
        """Return True if the channel sends this topic to users without a choice of their own."""

    def reaches(self, users: Collection[User]) -> set[int]:
        """Return the ids of the users that it can reach now, with at most one query."""

    def hindrance(self, user: User) -> str:
        """Return why it cannot reach this user, in words for them, or "" if it can."""

    def panel(self, user: User) -> Any:
        """Return the context of `panel_template`."""

    def send(self, word: Word) -> None:
        """Send, outside any transaction. Raises Later and Never."""


@lru_cache
def _imported(path: str) -> Channel:
    return cast(Channel, import_string(path))


def channels() -> dict[str, Channel]:
    """The installed channels by key, in the order of the settings."""
    installed = [_imported(path) for path in settings.CARTO_CHANNELS]
    return {channel.key: channel for channel in installed}
