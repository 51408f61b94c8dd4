"""Choices of table and seat columns."""

from __future__ import annotations

from typing import Final

from django.db import models
from django.utils.translation import gettext_lazy as _

from engine.contract import Level
from games.tables.bots import LEVELS

MOST_SEATS: Final = 100
MOST_LISTED: Final = 12
"""Number of seats up to which pages list all of them. Larger tables show counts, and pages of their lists."""
MOST_HANDICAP: Final = 30
"""Largest number that a host may add to the score of a seat."""


class Access(models.TextChoices):
    """Access to a table: who may join and watch.

    DEAL is for games on a deal until it closes, also those that play it again: besides their player, only users who
    have a result on the deal can see them.
    """

    OPEN = "open", _("Public")
    INVITATION = "invitation", _("Invite only")
    DEAL = "deal", _("Players of the same deal")


HOST_ACCESS: Final = [(access.value, access.label) for access in (Access.OPEN, Access.INVITATION)]
"""Choices of a table's host."""


class Status(models.TextChoices):
    """Table status."""

    GATHERING = "gathering", _("Waiting for players")
    PLAYING = "playing", _("In progress")
    FINISHED = "finished", _("Finished")
    CLOSED = "closed", _("Closed")


class Pace(models.TextChoices):
    """Pace of a table.

    LIVE has a time for each turn and a reserve for the whole game, DAYS a time for each turn, NONE no limit.
    """

    LIVE = "live", _("Real time")
    DAYS = "days", _("Turn-based")
    NONE = "none", _("No time limit")


class BotLevel(models.TextChoices):
    """Level of the bots of a practice game, with its general name; games have their own."""

    APPRENTICE = Level.APPRENTICE, LEVELS[Level.APPRENTICE].name
    SURVEYOR = Level.SURVEYOR, LEVELS[Level.SURVEYOR].name
    ROYAL = Level.ROYAL, LEVELS[Level.ROYAL].name


class Ending(models.TextChoices):
    """Reason why a game ended early."""

    GIVEN_UP = "given_up", _("Abandoned")
    RESIGNED = "resigned", _("All players resigned")
    AGREED = "agreed", _("Ended by the remaining players")
    STAFF = "staff", _("Ended by a moderator")


class Origin(models.TextChoices):
    """Origin of a game.

    Statistics and lists include only games played here from the first card to the last. UPLOADED is an uploaded game,
    FORK one continued from a turn of another game.
    """

    PLAYED = "", _("Played here")
    UPLOADED = "brought", _("Uploaded game")
    FORK = "fork", _("Continued from another game")


class Talk(models.TextChoices):
    """Chat at a table: whatever its players may write, or nothing."""

    TEXT = "text", _("Phrases and text")
    PHRASES = "phrases", _("Only phrases")
    OFF = "off", _("Off")


class Room(models.TextChoices):
    """Chat of the players of a table, or of its spectators."""

    PLAYERS = "players", _("Players")
    SPECTATORS = "spectators", _("Spectators")


class Vote(models.TextChoices):
    """Vote of a present player on a seat kept by the stand-in.

    STAND_IN is about a late seat at a table without a clock.
    """

    GO_ON = "", _("Keep waiting")
    STAND_IN = "stand", _("Let a stand-in play for the late player")
    END = "end", _("End the game now")
    INVITE = "invite", _("Let another player take the seat")
