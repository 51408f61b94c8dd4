"""What a table says when it refuses."""

from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from games.tables.errors import Reason
from games.tables.submit import (
    ANSWER_STANDS,
    ASK_CLOSED,
    COMMAND_OF_ANOTHER,
    NOT_PLAYING,
    REMOVED,
    RESIGNED,
    TAKEN_BACK_OFTEN,
)

COMMAND_REFUSALS: Final[dict[str, Promise]] = {
    NOT_PLAYING: gettext_lazy("No game goes on at this table, so nothing can be played."),
    ASK_CLOSED: gettext_lazy("This has been decided already. Here is the table as it is now."),
    ANSWER_STANDS: gettext_lazy("That answer cannot be taken back, or not any more: it stands."),
    COMMAND_OF_ANOTHER: gettext_lazy("This form was another player’s. Nothing was changed; use your own."),
    RESIGNED: gettext_lazy("You have resigned, so the stand-in plays this game to its end."),
    REMOVED: gettext_lazy("A moderator removed you from this game, so the stand-in plays it to its end."),
    TAKEN_BACK_OFTEN: gettext_lazy(
        "You have taken your answer back as often as a turn allows. The one that you gave last stands."
    ),
}
"""Why a table refuses a command, whatever is played there, by the codes of `games.tables.submit`."""


_REFUSALS: Final[dict[Reason, Promise]] = {
    Reason.FULL: gettext_lazy("All seats are taken."),
    Reason.BEGUN: gettext_lazy("The game has begun already."),
    Reason.CLOSED: gettext_lazy("This table is closed."),
    Reason.SENT_AWAY: gettext_lazy("You were removed from this table, so you can’t join it again."),
    Reason.TOO_FEW: gettext_lazy("Too few people are seated to start."),
    Reason.TOO_MANY_TABLES: gettext_lazy("You have many tables open. Start or close one of them first."),
    Reason.TOO_MANY_ALONE: gettext_lazy(
        "You have begun many games alone. Finish one of them first, or give one up: your tables list them."
    ),
    Reason.CANNOT_START: gettext_lazy("The game cannot start with these choices."),
    Reason.NO_SUCH_CHOICE: gettext_lazy("One of these choices is not available. Choose again."),
    Reason.NOT_FINISHED: gettext_lazy("The game is not over yet."),
    Reason.NOT_THERE: gettext_lazy("That person has left the table already."),
    Reason.NOTHING_TO_TRY: gettext_lazy(
        "From this turn on nothing was left to choose in this place, so there is nothing to try."
    ),
    Reason.A_FORK: gettext_lazy(
        "This game was played on from another. Its deck can be played at the table of that game."
    ),
    Reason.NO_GAME: gettext_lazy("No game goes on here that could be given up."),
    Reason.NOT_ALONE: gettext_lazy("Others play here too, so this game cannot be given up."),
    Reason.OTHER_DECK: gettext_lazy("Somebody was faster and wants to play again, with the other choice of deck."),
    Reason.GONE: gettext_lazy("This account is closed."),
    Reason.ALONE: gettext_lazy("You play here alone. You may give the game up."),
    Reason.RESIGNED: gettext_lazy("You have resigned, so the stand-in plays this game to its end."),
    Reason.REMOVED: gettext_lazy("A moderator removed you from this game, so the stand-in plays it to its end."),
    Reason.WENT_AWAY: gettext_lazy("You no longer play in this game, so you have no vote."),
    Reason.AWAY: gettext_lazy("The stand-in plays for you. Take your seat back first."),
    Reason.ONLY_ONE: gettext_lazy(
        "Who plays here plays alone: nobody waits, so all that can be done is to end the game."
    ),
    Reason.KEPT_ALREADY: gettext_lazy("The stand-in plays for this seat already."),
    Reason.NO_CLOCK: gettext_lazy("No clock runs for this seat, so there is no time to give."),
    Reason.NOBODY_AWAY: gettext_lazy("Everybody plays themselves again, so there is nothing to decide."),
    Reason.NOBODY: gettext_lazy("Nobody plays here under this name."),
    Reason.ONESELF: gettext_lazy("You sit here already."),
    Reason.SITS_HERE: gettext_lazy("This person sits here already."),
    Reason.WAS_SENT_AWAY: gettext_lazy("This player was removed from this table and can’t join it again."),
    Reason.TOO_MANY_INVITED: gettext_lazy("So many people are invited already that there is no place for more."),
    Reason.BROUGHT: gettext_lazy("This game was brought as a record, so its deck cannot be played here."),
    Reason.TOO_MANY_KEPT: gettext_lazy("You keep as many records as anybody may. Throw one away first."),
    Reason.REFERRED_TO: gettext_lazy("Something else here goes back to this record, so it stays."),
}


def refusal_words(reason: Reason) -> str:
    """The refusal as a sentence for the person refused."""
    return str(_REFUSALS[reason])
