"""Limits for the number of messages."""

from __future__ import annotations

from datetime import timedelta
from math import ceil
from typing import Final

from django.utils.translation import ngettext

from games.accounts.access import SignedInRequest
from games.accounts.limits import Limit, count_limited_use, count_use_by_address

BURST: Final = Limit("talk-burst", 5, timedelta(seconds=10))
GUESTS: Final = Limit("talk-guests", 60, timedelta(hours=1))
ACCOUNTS: Final = Limit("talk", 300, timedelta(hours=1))
_MINUTE: Final = 60


def count_message(request: SignedInRequest) -> timedelta:
    """Count a message of the signed-in user and return how long to wait, zero if not at all.

    The messages of guests in an hour are counted by address, as anybody can be many guests.
    """
    if wait := count_limited_use(BURST, str(request.user.pk)):
        return wait
    if request.user.guest:
        return count_use_by_address(GUESTS, request)
    return count_limited_use(ACCOUNTS, str(request.user.pk))


def whole_seconds(wait: timedelta) -> int:
    """Return the seconds to wait, at least 1."""
    return max(1, ceil(wait.total_seconds()))


def wait_words(wait: timedelta) -> str:
    """Return the sentence for somebody who has to wait."""
    seconds = whole_seconds(wait)
    if seconds <= _MINUTE:
        words = ngettext(
            "You’ve sent many messages. Try again in %(count)d second.",
            "You’ve sent many messages. Try again in %(count)d seconds.",
            seconds,
        )
        return words % {"count": seconds}
    minutes = ceil(seconds / _MINUTE)
    words = ngettext(
        "You’ve sent many messages. Try again in %(count)d minute.",
        "You’ve sent many messages. Try again in %(count)d minutes.",
        minutes,
    )
    return words % {"count": minutes}
