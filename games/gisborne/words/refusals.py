"""Messages for refused actions, with what to do instead."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from engine.contract import RuleViolation
from engine.gisborne.definition import FEWEST_SEATS, MOST_SEATS
from engine.gisborne.errors import Refusal
from games.tables.log.refusals import COMMAND_REFUSALS


def refusals(violation: RuleViolation) -> str:
    """Return every reason for a refusal, as text for the player."""
    return " ".join(refusal(reason.code, reason.details) for reason in violation.reasons)


def refusal(code: str, details: Sequence[str] = ()) -> str:
    """Return the sentence for a refusal code; `details` holds the number that two of them name."""
    if details and details[0].isdecimal() and code in (Refusal.WRONG_NUMBER, Refusal.NOT_OFFERED):
        return _about_number(Refusal(code), int(details[0]))
    if code == Refusal.SEATS:
        return _("Gisborne needs %(fewest)s to %(most)s players.") % {"fewest": FEWEST_SEATS, "most": MOST_SEATS}
    return str(_REFUSALS.get(code, _UNKNOWN))


def _about_number(code: Refusal, number: int) -> str:
    if code is Refusal.WRONG_NUMBER:
        text = ngettext(
            "Choose exactly %(n)s card to discard at the river.",
            "Choose exactly %(n)s cards to discard at the river.",
            number,
        )
    else:
        text = ngettext(
            "You were dealt %(n)s card. Choose a number from 0 to %(n)s.",
            "You were dealt %(n)s cards. Choose a number from 0 to %(n)s.",
            number,
        )
    return text % {"n": number}


_UNKNOWN: Final = gettext_lazy("The rules don’t allow this. Choose something else.")

_REFUSALS: Final[dict[str, Promise]] = {
    **COMMAND_REFUSALS,
    Refusal.GAME_OVER: gettext_lazy("The game is over. You can’t play anymore."),
    Refusal.ROUND_OVER: gettext_lazy("That round is over. Play in the current one."),
    Refusal.ROUND_AHEAD: gettext_lazy("That round hasn’t started yet. Reload the page to see the current one."),
    Refusal.ASK_OVER: gettext_lazy("This question has been answered. Reload the page to see what to do now."),
    Refusal.NOT_ASKED: gettext_lazy("This doesn’t match what you’re asked now. Check what to do and try again."),
    Refusal.ALREADY_LAID: gettext_lazy("You’ve already laid cards this round. Undo your play first."),
    Refusal.NOTHING_LAID: gettext_lazy("Your play is empty. Choose at least one card or the tent."),
    Refusal.TOO_MANY: gettext_lazy("That’s too many cards. The tent counts too. Choose fewer."),
    Refusal.NOT_IN_HAND: gettext_lazy("You don’t have all of these cards in your hand. Choose other cards."),
    Refusal.MIXED_METALS: gettext_lazy(
        "Without the tent, all cards of a play must be of one metal, except in a village. Choose one metal."
    ),
    Refusal.ALREADY_SAID: gettext_lazy(
        "You’ve already chosen how many cards go into your chest. Undo your choice first."
    ),
    Refusal.NOT_ANSWERED: gettext_lazy("There’s nothing to undo. Check what to do now."),
    Refusal.SEEN_BEHIND: gettext_lazy(
        "A player behind you has laid cards and may have seen how many you laid. You can’t undo your play anymore."
    ),
    Refusal.WRONG_NUMBER: gettext_lazy("That’s the wrong number of cards to discard. Choose the number shown."),
    Refusal.NO_SUCH_CHIP: gettext_lazy("You don’t have this chip. Choose one of yours."),
    Refusal.NOT_OFFERED: gettext_lazy("You weren’t dealt that many cards. Choose a smaller number."),
    Refusal.SAME_ID: gettext_lazy("Two tiles have the same ID. Remove one of them."),
    Refusal.TILES: gettext_lazy(
        "The tiles don’t form a way. Check their number, their viewpoints, the bar and the beach."
    ),
    Refusal.CHIPS: gettext_lazy("Each path tile needs a chip worth at least 1. Change the chips."),
    Refusal.PLACES: gettext_lazy(
        "Position scorings need a row of cards for each number of players. Add the missing rows."
    ),
    Refusal.LIMITS: gettext_lazy("A limit of this game is too low or too high. Change the limits."),
    Refusal.SHORT_DECK: gettext_lazy("There aren’t enough cards for all hands and position scorings. Add more."),
}
