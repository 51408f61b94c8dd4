"""What a column of a table or a seat may say."""

from __future__ import annotations

from typing import Final

from django.db import models
from django.utils.translation import gettext_lazy as _

MOST_SEATS: Final = 12


class Access(models.TextChoices):
    """Who may sit down and watch."""

    OPEN = "open", _("Public")
    INVITATION = "invitation", _("Invite only")


class Status(models.TextChoices):
    """The life of a table."""

    GATHERING = "gathering", _("Waiting for players")
    PLAYING = "playing", _("In progress")
    FINISHED = "finished", _("Finished")
    CLOSED = "closed", _("Closed")


class Pace(models.TextChoices):
    """How long a seat may take. LIVE: so long for each turn, and a reserve for the whole game. DAYS: so long for each
    turn. NONE: as long as it likes.
    """

    LIVE = "live", _("Real time")
    DAYS = "days", _("Turn-based")
    NONE = "none", _("No time limit")


class Ending(models.TextChoices):
    """Why a game was closed that did not come to its end."""

    GIVEN_UP = "given_up", _("Abandoned")
    RESIGNED = "resigned", _("All players resigned")
    AGREED = "agreed", _("Ended by the remaining players")
    STAFF = "staff", _("Ended by an administrator")


class AwayCause(models.TextChoices):
    """Why the stand-in plays for a seat: REMOVED by a moderator, STAFF where a moderator let it play until the player
    returns, VOTE where the other players did.
    """

    NONE = "", _("Plays")
    TIME = "time", _("Time ran out")
    VOTE = "vote", _("The other players let a stand-in play")
    STAFF = "staff", _("A moderator let a stand-in play")
    RESIGNED = "resigned", _("Resigned")
    REMOVED = "removed", _("Removed by a moderator")


class Origin(models.TextChoices):
    """Where a game comes from. Only what was played from its first card to its last at its own table counts, and stands
    in lists of games. BROUGHT: a record that somebody brought. FORK: played on from a turn of another game.
    """

    PLAYED = "", _("Played here")
    BROUGHT = "brought", _("Uploaded game")
    FORK = "fork", _("Continued from another game")


class Vote(models.TextChoices):
    """What who still plays wants done about a seat that the stand-in keeps; STAND_IN is about one without a clock, for
    which the game has waited long.
    """

    GO_ON = "", _("Keep waiting")
    STAND_IN = "stand", _("Let a stand-in play for the late player")
    END = "end", _("End the game now")
    INVITE = "invite", _("Let another player take the seat")
