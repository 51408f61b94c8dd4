"""Refusals of follows and blocks, their sentences, and the rate limits."""

from __future__ import annotations

from datetime import timedelta
from enum import Enum, auto
from typing import Final

from django.utils.translation import gettext as _

from games.accounts.limits import Limit
from games.people.models import MOST_BLOCKED, MOST_FOLLOWED

FOLLOW: Final = Limit("follow", 120, timedelta(hours=1))
BLOCK: Final = Limit("block", 60, timedelta(hours=1))


class PeopleRefusalReason(Enum):
    """Refusal codes."""

    ONESELF = auto()
    NO_ACCOUNT = auto()
    UNAVAILABLE = auto()
    BLOCKED = auto()
    TOO_MANY_FOLLOWED = auto()
    TOO_MANY_BLOCKED = auto()


class PeopleRefusal(Exception):
    """Raised when a follow or a block is refused, with the reason."""

    def __init__(self, reason: PeopleRefusalReason) -> None:
        super().__init__(reason.name)
        self.reason = reason


def refusal_words(reason: PeopleRefusalReason) -> str:
    """Return the sentence of a refusal. It never tells that the other person has blocked the reader."""
    match reason:
        case PeopleRefusalReason.ONESELF:
            return _("You can’t follow or block yourself.")
        case PeopleRefusalReason.NO_ACCOUNT:
            return _("Create an account to follow people.")
        case PeopleRefusalReason.UNAVAILABLE:
            return _("This person can’t be followed.")
        case PeopleRefusalReason.BLOCKED:
            return _("You’ve blocked this person. Unblock them to follow them.")
        case PeopleRefusalReason.TOO_MANY_FOLLOWED:
            words = _("You can follow at most %(most)d people. Unfollow someone first.")
            return words % {"most": MOST_FOLLOWED}
        case PeopleRefusalReason.TOO_MANY_BLOCKED:
            words = _("You can block at most %(most)d people. Unblock someone first.")
            return words % {"most": MOST_BLOCKED}
