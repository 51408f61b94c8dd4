"""Refusals of messages, and their sentences."""

from __future__ import annotations

from enum import Enum, auto

from django.utils.translation import gettext as _


class TalkRefusalReason(Enum):
    """Reason why a message isn't stored."""

    CLOSED = auto()
    NO_TEXT = auto()
    NO_TEXT_OF_GUESTS = auto()
    REMOVED = auto()
    MUTED = auto()


class TalkRefusal(Exception):
    """Raised when a message is refused."""

    def __init__(self, reason: TalkRefusalReason) -> None:
        super().__init__(reason.name)
        self.reason = reason


def refusal_words(reason: TalkRefusalReason) -> str:
    """Return the sentence for a reason."""
    match reason:
        case TalkRefusalReason.CLOSED:
            return _("The chat of this table is closed.")
        case TalkRefusalReason.NO_TEXT:
            return _("At this table you can only send phrases.")
        case TalkRefusalReason.NO_TEXT_OF_GUESTS:
            return _("At this table guests can only send phrases. Create an account to write text.")
        case TalkRefusalReason.REMOVED:
            return _("The host removed you from this table, so you can’t write here.")
        case TalkRefusalReason.MUTED:
            return _("A moderator has muted you, so you can’t write here.")
