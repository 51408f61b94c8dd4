"""Notification channels: the outbox hands each delivery to one, which prepares its message and sends it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, ClassVar, Final, Protocol, TypeVar

from django.utils.functional import Promise

from games.accounts.models import User
from games.notices.digests import digest_of
from games.notices.game_nights import night_message
from games.notices.models import ANSWER_KINDS, ChannelKey, Delivery, Notice, Subscription
from games.notices.preferences import (
    NoticeFacts,
    earliest_send_time,
    is_in_sight,
    is_still_valid,
    is_wanted,
    load_notice_facts,
    was_shown,
)
from games.notices.words import NoticeMessage, build_message
from games.tables.models import Pace

WHILE_VISIBLE: Final = timedelta(minutes=1)
"""Time after which a delivery is checked again if the user has its table open and visible."""

Message = TypeVar("Message")


class RetryLater(Exception):
    """The message was certainly not sent, and may be sent later: at the earliest after so many seconds, if known.

    The text is for members of staff, so it holds no address. `status` is that of the response, if there was one.
    """

    def __init__(self, reason: str, retry_after: float | None = None, *, status: int | None = None) -> None:
        super().__init__(reason)
        self.retry_after, self.status = retry_after, status


class PermanentFailure(Exception):
    """The message can't be sent, or nobody knows if it was sent. The text and `status` are as for `RetryLater`."""

    def __init__(self, reason: str, *, status: int | None = None) -> None:
        super().__init__(reason)
        self.status = status


@dataclass(frozen=True, slots=True)
class Wait:
    """Time until which a delivery waits, without counting as an attempt."""

    until: datetime


class Channel(Protocol[Message]):
    """Channel of deliveries. Its messages are prepared and sent outside any transaction."""

    @property
    def key(self) -> ChannelKey:
        """Key by which deliveries and settings refer to the channel."""

    def prepare(self, delivery: Delivery, now: datetime) -> Message | Wait | None:
        """Return the message of a delivery read `with_content`, or None if it is no longer valid."""

    def send(self, message: Message) -> int | None:
        """Send a message, and return the status of the response if there is one.

        Raises RetryLater and PermanentFailure.
        """

    def note(self, delivery: Delivery, *, sent: bool, now: datetime) -> None:
        """Take note that a delivery was sent or has failed; part of the transaction that stores it."""


class PersonalChannel(ABC):
    """Channel to users, who choose in their settings what they get by it."""

    key: ClassVar[ChannelKey]
    name: ClassVar[str | Promise]
    """Heading of the channel's column in the settings."""
    panel_template: ClassVar[str] = ""
    """Template of the channel's panel next to the settings, rendered with `panel`, or ""."""

    @abstractmethod
    def reaches(self, users: Collection[User]) -> set[int]:
        """Return the ids of the users that it can reach now, with at most one query."""

    @abstractmethod
    def hindrance(self, user: User) -> str:
        """Return why it cannot reach this user, in words for them, or "" if it can."""

    @abstractmethod
    def send(self, message: NoticeMessage) -> int | None:
        """Send a message; see `Channel`."""

    def panel(self, user: User) -> Any:
        """Return the context of `panel_template`."""
        return None

    def prepare(self, delivery: Delivery, now: datetime) -> NoticeMessage | Wait | None:
        """Return the message about the notices that the user still wants to get now."""
        if not self.reaches([delivery.user]):
            return None
        if delivery.kind == Subscription.DIGEST:
            return digest_of(delivery)
        return night_message(delivery) if delivery.kind == Subscription.NIGHTS else self._word(delivery, now)

    def note(self, delivery: Delivery, *, sent: bool, now: datetime) -> None:
        """Do nothing: addresses that refuse messages are noted when they do."""
        return

    def _word(self, delivery: Delivery, now: datetime) -> NoticeMessage | Wait | None:
        notices = list(delivery.notices.all())
        known = load_notice_facts(notices)
        meant = [notice for notice in notices if self._is_meant(notice, known)]
        telling = _out_of_sight(meant, known, now)
        if not telling:
            # The user sees the table. At a turn-based one, they may leave the turn for later, so it is checked again
            # until they have played or closed the page.
            return Wait(now + WHILE_VISIBLE) if any(map(_can_wait, meant)) else None
        due_at = min(earliest_send_time(notice, known, now) for notice in telling)
        if due_at > now:
            return Wait(due_at)
        return build_message(delivery.pk, telling, [known.seat(notice) for notice in telling])

    def _is_meant(self, notice: Notice, known: NoticeFacts) -> bool:
        seat = known.seat(notice)
        return is_still_valid(notice, seat) and not was_shown(notice, seat) and is_wanted(notice, known, self.key)


def _out_of_sight(meant: Sequence[Notice], known: NoticeFacts, now: datetime) -> list[Notice]:
    """Return the notices to send: those that the user doesn't see and, with these, turns of turn-based tables."""
    hidden = [notice for notice in meant if not is_in_sight(notice, known, now)]
    return [notice for notice in meant if notice in hidden or _can_wait(notice)] if hidden else []


def _can_wait(notice: Notice) -> bool:
    return notice.kind in ANSWER_KINDS and notice.table.pace == Pace.DAYS
