"""Refusals of a table, with their reasons, and rate limits per user."""

from __future__ import annotations

from datetime import timedelta
from enum import StrEnum
from typing import Final

from games.accounts.limits import Limit

BY_CODE: Final = Limit("table-by-code", 60, timedelta(hours=1))
CREATE: Final = Limit("table-create", 60, timedelta(hours=1))
INVITE: Final = Limit("table-invite", 40, timedelta(hours=1))
EXPORT: Final = Limit("export", 10, timedelta(hours=1))
PACE: Final = Limit("table-pace", 60, timedelta(hours=1))
PIN: Final = Limit("device-pin", 60, timedelta(minutes=15))
JOIN: Final = Limit("table-join", 120, timedelta(hours=1))


class RefusalReason(StrEnum):
    """Refusal codes; the presenters hold the messages."""

    FULL = "full"
    BEGUN = "begun"
    CLOSED = "closed"
    SENT_AWAY = "sent_away"
    KEPT_APART = "kept_apart"
    TOO_FEW = "too_few"
    TOO_MANY_TABLES = "too_many_tables"
    TOO_MANY_ALONE = "too_many_alone"
    CANNOT_START = "cannot_start"
    NO_SUCH_CHOICE = "no_such_choice"
    NOT_FINISHED = "not_finished"
    NO_REMATCH = "no_rematch"
    NOT_THERE = "not_there"
    BOT_NOT_THERE = "bot_not_there"
    NOTHING_TO_TRY = "nothing_to_try"
    A_FORK = "a_fork"
    OTHER_DECK = "other_deck"
    NO_GAME = "no_game"
    NOT_ALONE = "not_alone"
    GONE = "gone"
    ALONE = "alone"
    RESIGNED = "resigned"
    REMOVED = "removed"
    WENT_AWAY = "went_away"
    AWAY = "away"
    NOBODY_AWAY = "nobody_away"
    NO_CLOCK = "no_clock"
    ONLY_ONE = "only_one"
    KEPT_ALREADY = "kept_already"
    NOBODY = "nobody"
    ONESELF = "oneself"
    SITS_HERE = "sits_here"
    WAS_SENT_AWAY = "was_sent_away"
    NOT_INVITABLE = "not_invitable"
    TOO_MANY_INVITED = "too_many_invited"
    UPLOADED = "brought"
    TOO_MANY_KEPT = "too_many_kept"
    REFERRED_TO = "referred_to"
    NOT_RUNNING = "not_running"
    GAME_OVER = "game_over"
    HANDICAP = "handicap"
    NO_PACE_ALONE = "no_pace_alone"
    SAME_PACE = "same_pace"
    PACE_PROPOSED = "pace_proposed"
    PROPOSAL_CLOSED = "proposal_closed"
    DEAL_CLOSED = "deal_closed"
    TOO_MANY_RACES = "too_many_races"
    ON_DEVICE = "on_device"


# The table has changed since the visitor saw it. They need to look again rather than make a different choice.
_BEHIND = frozenset(
    {
        RefusalReason.FULL,
        RefusalReason.BEGUN,
        RefusalReason.CLOSED,
        RefusalReason.NOT_FINISHED,
        RefusalReason.NOT_THERE,
        RefusalReason.BOT_NOT_THERE,
        RefusalReason.OTHER_DECK,
        RefusalReason.NO_GAME,
        RefusalReason.GONE,
        RefusalReason.AWAY,
        RefusalReason.WENT_AWAY,
        RefusalReason.NOBODY_AWAY,
        RefusalReason.NOT_RUNNING,
        RefusalReason.GAME_OVER,
        RefusalReason.PACE_PROPOSED,
        RefusalReason.PROPOSAL_CLOSED,
        RefusalReason.DEAL_CLOSED,
    }
)


class TableRefusal(Exception):
    """Raised when a table refuses an action. `words` are a game's own sentence about it, "" for that of the reason."""

    def __init__(self, reason: RefusalReason, words: str = "") -> None:
        super().__init__(reason)
        self.reason = reason
        self.words = words

    @property
    def behind(self) -> bool:
        """True if the visitor acted on an outdated state."""
        return self.reason in _BEHIND


class InviteRefusal(TableRefusal):
    """Refusal to invite the user of a typed name."""
