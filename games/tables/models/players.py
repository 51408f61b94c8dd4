"""Players of seats: a person, a bot, the stand-in of an absent user, a recording, or the stand-in of a free seat.

A bot plays a seat that no user has.

Everything that depends on who plays a seat asks one of the functions below.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final, TypeAlias, assert_never

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from engine.contract import Level


class PlayerKind(models.TextChoices):
    """Stored kind of a player, one for each of the classes below."""

    PERSON = "person", _("Player")
    BOT = "bot", _("Bot")
    STAND_IN = "stand_in", _("Stand-in")
    RECORDING = "recording", _("Moves of another game")
    VACANT = "vacant", _("Free seat")


class AwayCause(models.TextChoices):
    """Reason why the stand-in plays for a seat; empty for some older games, in which it wasn't stored.

    REMOVED: removed by a moderator. STAFF: a moderator let it play until the player returns. VOTE: the other players
    did.
    """

    NONE = "", _("Plays")
    TIME = "time", _("Time ran out")
    VOTE = "vote", _("The other players let a stand-in play")
    STAFF = "staff", _("A moderator let a stand-in play")
    RESIGNED = "resigned", _("Resigned")
    REMOVED = "removed", pgettext_lazy("player", "Removed by a moderator")


FINAL_CAUSES: Final = frozenset({AwayCause.RESIGNED, AwayCause.REMOVED})
"""Causes after which the user can't return."""
RETURNABLE_CAUSES: Final = tuple(cause for cause in AwayCause if cause not in FINAL_CAUSES)
"""All other causes, and that of seats whose users are there."""


@dataclass(frozen=True, slots=True)
class Person:
    """User who plays."""

    user_id: int


@dataclass(frozen=True, slots=True)
class Bot:
    """Opponent that the site plays, without a clock. `number` counts those at the table from 1.

    `level` is None for those of older games, which were called stand-ins.
    """

    number: int
    level: Level | None = None


@dataclass(frozen=True, slots=True)
class Absence:
    """User for whom the stand-in plays `since` a moment.

    `reason` is a moderator's comment on the `cause`. `resigned_at` is when the user left for good, by resigning or
    because they were removed; the stand-in may have played for them before.
    """

    user_id: int
    since: datetime
    cause: AwayCause
    reason: str = ""
    resigned_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class StandIn(Absence):
    """Stand-in for an absent user."""


@dataclass(frozen=True, slots=True)
class Vacant(Absence):
    """Free seat, played by the stand-in until another user takes it or the former one returns."""


@dataclass(frozen=True, slots=True)
class Recording:
    """Player who repeats the moves of a `seat` of the game that the table continues (`Table.fork_of`)."""

    seat: int


Player: TypeAlias = Person | Bot | StandIn | Recording | Vacant


def holder_of(player: Player) -> int | None:
    """Return the user who has the seat, present or absent, or None.

    They are shown there, are part of statistics, and others may wait for them.
    """
    match player:
        case Person() | StandIn() | Vacant():
            return player.user_id
        case Bot() | Recording():
            return None
        case _:
            assert_never(player)


def reader_of(player: Player) -> int | None:
    """Return the user who is notified of the game, or None. A user who can't return is not."""
    match player:
        case Person():
            return player.user_id
        case StandIn() | Vacant():
            return player.user_id if may_return(player) else None
        case Bot() | Recording():
            return None
        case _:
            assert_never(player)


def is_present(player: Player) -> bool:
    """Return True if a person makes the moves: they have a clock, vote, and are notified of their turns."""
    match player:
        case Person():
            return True
        case Bot() | StandIn() | Recording() | Vacant():
            return False
        case _:
            assert_never(player)


def is_played_by_site(player: Player) -> bool:
    """Return True if the clock worker makes the moves, as soon as it gets to the seat."""
    match player:
        case Bot() | StandIn() | Vacant():
            return True
        case Person() | Recording():
            return False
        case _:
            assert_never(player)


def absence_of(player: Player) -> Absence | None:
    """Return the absence of the seat's user, or None if they are there or the seat has none."""
    match player:
        case StandIn() | Vacant():
            return player
        case Person() | Bot() | Recording():
            return None
        case _:
            assert_never(player)


def is_away(player: Player) -> bool:
    """Return True if the stand-in plays for a user; after the end, if it finished the game for them."""
    return absence_of(player) is not None


def may_return(player: Player) -> bool:
    """Return True if the stand-in plays until the user takes the seat back."""
    absence = absence_of(player)
    return absence is not None and absence.cause not in FINAL_CAUSES


def has_resigned(player: Player) -> bool:
    """Return True if the user left for good: they resigned or were removed."""
    absence = absence_of(player)
    return absence is not None and absence.cause in FINAL_CAUSES


def was_removed(player: Player) -> bool:
    """Return True if a moderator took the seat away from its user, who stays shown there until it is taken."""
    absence = absence_of(player)
    return absence is not None and absence.cause == AwayCause.REMOVED


def away_reason(player: Player) -> str:
    """Return a moderator's comment on why the stand-in plays, "" for none."""
    absence = absence_of(player)
    return absence.reason if absence else ""


def is_free(player: Player) -> bool:
    """Return True if another user may take the seat."""
    match player:
        case Vacant():
            return True
        case Person() | Bot() | StandIn() | Recording():
            return False
        case _:
            assert_never(player)


def _kind_of(player: Player) -> PlayerKind:
    match player:
        case Person():
            return PlayerKind.PERSON
        case Bot():
            return PlayerKind.BOT
        case StandIn():
            return PlayerKind.STAND_IN
        case Recording():
            return PlayerKind.RECORDING
        case Vacant():
            return PlayerKind.VACANT
        case _:
            assert_never(player)


def columns_of(player: Player) -> dict[str, Any]:
    """Return the values of the seat columns that store a player."""
    absence = absence_of(player)
    return {
        "played_by": _kind_of(player),
        "user_id": holder_of(player),
        "bot_number": player.number if isinstance(player, Bot) else None,
        "bot_level": (player.level or "") if isinstance(player, Bot) else "",
        "away_since": absence and absence.since,
        "away_cause": absence.cause if absence else AwayCause.NONE,
        "away_reason": away_reason(player),
        "resigned_at": absence and absence.resigned_at,
    }


PLAYER_COLUMNS: Final = tuple(columns_of(Bot(1)))
"""Seat columns that store a player."""


def player_constraint() -> Q:
    """Return the condition that the stored columns fit the kind of player."""
    resigned = Q(resigned_at__isnull=False, away_cause__in=sorted(FINAL_CAUSES))
    staying = Q(resigned_at__isnull=True, away_cause__in=sorted(RETURNABLE_CAUSES))
    present = Q(away_since__isnull=True, away_cause="", away_reason="", resigned_at__isnull=True)
    no_bot, no_user = Q(bot_number__isnull=True, bot_level=""), Q(user__isnull=True)
    return (
        (Q(played_by="person", user__isnull=False) & no_bot & present)
        | (Q(played_by="bot", bot_number__isnull=False) & no_user & present)
        | (Q(played_by="recording") & no_bot & no_user & present)
        | (
            Q(played_by__in=["stand_in", "vacant"], user__isnull=False, away_since__isnull=False)
            & no_bot
            & (resigned | staying)
        )
    )
