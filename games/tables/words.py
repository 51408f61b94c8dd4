"""What a table says when it refuses."""

from django.utils.translation import gettext as _

from games.tables.errors import Reason


def refusal_words(reason: Reason) -> str:
    """The refusal as a sentence for the person refused."""
    return {
        Reason.FULL: _("All seats are taken."),
        Reason.BEGUN: _("The game has begun already."),
        Reason.CLOSED: _("This table is closed."),
        Reason.SENT_AWAY: _("The host has given your seat away, so you cannot sit down here again."),
        Reason.TOO_FEW: _("Too few people are seated to start."),
        Reason.TOO_MANY_TABLES: _("You have many tables open. Start or close one of them first."),
        Reason.TOO_MANY_ALONE: _(
            "You have begun many games alone. Finish one of them first, or give one up: your tables list them."
        ),
        Reason.CANNOT_START: _("The game cannot start with these choices."),
        Reason.NOT_FINISHED: _("The game is not over yet."),
        Reason.NOT_THERE: _("That person has left the table already."),
        Reason.NO_GAME: _("No game goes on here that could be given up."),
        Reason.NOT_ALONE: _("Others play here too, so this game cannot be given up."),
        Reason.OTHER_DECK: _("Somebody was faster and wants to play again, with the other choice of deck."),
        Reason.GONE: _("This account is closed."),
    }[reason]
