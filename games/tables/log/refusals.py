"""Sentences for refusals of a table."""

from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from games.tables.errors import RefusalReason, TableRefusal
from games.tables.log.submit import (
    ANSWER_STANDS,
    ASK_CLOSED,
    COMMAND_OF_ANOTHER,
    NOT_PLAYING,
    REMOVED,
    RESIGNED,
    TAKEN_BACK_OFTEN,
)

COMMAND_REFUSALS: Final[dict[str, Promise]] = {
    NOT_PLAYING: gettext_lazy("No game is in progress at this table."),
    ASK_CLOSED: gettext_lazy("This has already been decided. The table is up to date now."),
    ANSWER_STANDS: gettext_lazy("This move can’t be undone anymore."),
    COMMAND_OF_ANOTHER: gettext_lazy("This form belongs to another player. Nothing was changed. Use your own form."),
    RESIGNED: gettext_lazy("You resigned. A stand-in plays the rest of the game for you."),
    REMOVED: gettext_lazy("A moderator removed you from this game. A stand-in plays the rest of the game for you."),
    TAKEN_BACK_OFTEN: gettext_lazy("You can’t undo any more for now. Your last move stands."),
}
"""Messages for refused commands of any game, by the codes of `games.tables.log.submit`."""


_REFUSALS: Final[dict[RefusalReason, Promise]] = {
    RefusalReason.FULL: gettext_lazy("All seats are taken."),
    RefusalReason.BEGUN: gettext_lazy("The game has already started."),
    RefusalReason.CLOSED: gettext_lazy("This table is closed."),
    RefusalReason.SENT_AWAY: gettext_lazy("You were removed from this table, so you can’t join it again."),
    RefusalReason.KEPT_APART: gettext_lazy("You can’t join this table."),
    RefusalReason.TOO_FEW: gettext_lazy("Not enough players to start."),
    RefusalReason.TOO_MANY_TABLES: gettext_lazy("You have too many open tables. Start or close one first."),
    RefusalReason.TOO_MANY_ALONE: gettext_lazy(
        "You have too many unfinished solo games. Finish or resign one first. They are listed under your tables."
    ),
    RefusalReason.CANNOT_START: gettext_lazy("The game can’t start with these settings."),
    RefusalReason.NO_SUCH_CHOICE: gettext_lazy("One of these options isn’t available. Choose another."),
    RefusalReason.NOT_FINISHED: gettext_lazy("The game isn’t over yet."),
    RefusalReason.NO_REMATCH: gettext_lazy("A rematch with these players isn’t possible."),
    RefusalReason.NOT_THERE: gettext_lazy("This player has already left the table."),
    RefusalReason.BOT_NOT_THERE: gettext_lazy("This bot has already been removed."),
    RefusalReason.NOTHING_TO_TRY: gettext_lazy("This seat has no choices left after this point. Pick an earlier one."),
    RefusalReason.A_FORK: gettext_lazy("This game continues another one. Replay the deck from the original table."),
    RefusalReason.NO_GAME: gettext_lazy("There’s no game in progress to resign from."),
    RefusalReason.NOT_ALONE: gettext_lazy("Other players are in this game, so you can’t end it."),
    RefusalReason.OTHER_DECK: gettext_lazy("Another player already chose a rematch with the other deck option."),
    RefusalReason.GONE: gettext_lazy("This account is closed."),
    RefusalReason.ALONE: gettext_lazy("You’re playing solo. You can resign the game."),
    RefusalReason.RESIGNED: gettext_lazy("You resigned. A stand-in plays the rest of the game for you."),
    RefusalReason.REMOVED: gettext_lazy(
        "A moderator removed you from this game. A stand-in plays the rest of the game for you."
    ),
    RefusalReason.WENT_AWAY: gettext_lazy("You’re no longer playing in this game, so you can’t vote."),
    RefusalReason.AWAY: gettext_lazy("A stand-in is playing for you. Take back your seat first."),
    RefusalReason.ONLY_ONE: gettext_lazy("This is a solo game. The only action available is to end it."),
    RefusalReason.KEPT_ALREADY: gettext_lazy("A stand-in is already playing this seat."),
    RefusalReason.NO_CLOCK: gettext_lazy("This seat has no running clock, so you can’t add time."),
    RefusalReason.NOBODY_AWAY: gettext_lazy("All players are back, so there’s nothing to decide."),
    RefusalReason.NOBODY: gettext_lazy("No player here has this name."),
    RefusalReason.ONESELF: gettext_lazy("You’ve already joined this table."),
    RefusalReason.SITS_HERE: gettext_lazy("This player has already joined the table."),
    RefusalReason.WAS_SENT_AWAY: gettext_lazy("This player was removed from this table and can’t join it again."),
    RefusalReason.NOT_INVITABLE: gettext_lazy("This player doesn’t accept your invitations."),
    RefusalReason.TOO_MANY_INVITED: gettext_lazy("This table has reached its invitation limit."),
    RefusalReason.UPLOADED: gettext_lazy("This game was uploaded, so you can’t play its deck."),
    RefusalReason.TOO_MANY_KEPT: gettext_lazy("You’ve reached the limit of saved games. Delete one first."),
    RefusalReason.REFERRED_TO: gettext_lazy("This game is used elsewhere, so it can’t be deleted."),
    RefusalReason.NOT_RUNNING: gettext_lazy("This game isn’t in progress, so you can’t change its time control."),
    RefusalReason.GAME_OVER: gettext_lazy("This game is over, so its settings can’t be changed anymore."),
    RefusalReason.HANDICAP: gettext_lazy("The handicap must be a whole number from 0 to 30."),
    RefusalReason.NO_PACE_ALONE: gettext_lazy("Solo games have no time limit."),
    RefusalReason.SAME_PACE: gettext_lazy("This game already has this time control. Choose another one."),
    RefusalReason.PACE_PROPOSED: gettext_lazy(
        "A new time control has already been proposed. Answer or withdraw that proposal first."
    ),
    RefusalReason.PROPOSAL_CLOSED: gettext_lazy("This proposal is no longer open. Nothing was changed."),
    RefusalReason.DEAL_CLOSED: gettext_lazy("This is closed, so you can’t play it for the ranking anymore."),
    RefusalReason.ON_DEVICE: gettext_lazy("This isn’t possible in a game on one device."),
    RefusalReason.TOO_MANY_RACES: gettext_lazy("You have too many open races. End one first."),
}


def refusal_words(reason: RefusalReason) -> str:
    """Return the refusal as a sentence for that person."""
    return str(_REFUSALS[reason])


def refusal_sentence(refusal: TableRefusal) -> str:
    """Return a refusal as a sentence, in the game's own words if it has some."""
    return refusal.words or refusal_words(refusal.reason)
