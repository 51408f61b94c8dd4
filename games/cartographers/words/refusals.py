"""Why the rules refuse, and what to do about it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from engine.cartographers.cards import AmbushCard, ExploreCard, HeroCard
from engine.cartographers.errors import SPACES, Refusal, SpacesMeaning
from engine.cartographers.placement import Forced
from engine.contract import RuleViolation
from games.cartographers.words.names import card_name
from games.play.lists import and_list, or_list
from games.tables.words import COMMAND_REFUSALS


def refusals(violation: RuleViolation) -> str:
    """Every reason of a refusal for the person refused, one after the other."""
    return " ".join(refusal(reason.code, reason.details) for reason in violation.reasons)


def refusal(code: str, spaces: Sequence[str] = ()) -> str:
    """The refusal of a code for the person refused; of `spaces`, their names, `SPACES` tells what they mean."""
    if not spaces or code not in SPACES:
        return str(_REFUSALS.get(code, _UNKNOWN))
    about = Refusal(code)
    listed = and_list(spaces) if SPACES[about] is SpacesMeaning.IN_THE_WAY else or_list(spaces)
    return _about_spaces(about, len(spaces)) % {"spaces": listed}


def _about_spaces(code: Refusal, count: int) -> str:
    match code:
        case Refusal.BLOCKED:
            return ngettext(
                "%(spaces)s is filled already. Choose another place.",
                "%(spaces)s are filled already. Choose another place.",
                count,
            )
        case Refusal.RUINS_REQUIRED:
            return ngettext(
                "The shape has to cover the empty ruins space %(spaces)s. Move it there.",
                "The shape has to cover an empty ruins space. Move it onto %(spaces)s.",
                count,
            )
        case Refusal.NOT_A_TARGET:
            return ngettext(
                "That space cannot be destroyed; only %(spaces)s can.",
                "That space cannot be destroyed. Choose %(spaces)s.",
                count,
            )
        case _:
            raise AssertionError(f"{code} speaks of no spaces")


_UNKNOWN = gettext_lazy("The rules do not allow this. Choose something else.")

_REFUSALS: dict[str, Promise] = {
    **COMMAND_REFUSALS,
    Refusal.GAME_OVER: gettext_lazy("The game is over, so nothing more can be drawn."),
    Refusal.TURN_OVER: gettext_lazy("That turn is over. Look at the card that is open now."),
    Refusal.TURN_AHEAD: gettext_lazy("That turn has not come yet. Load the page again to see the open card."),
    Refusal.ALREADY_DRAWN: gettext_lazy(
        "You have answered in this turn already. Take that back first if you want something else."
    ),
    Refusal.NOT_DRAWN: gettext_lazy("You have not answered in this turn yet, so there is nothing to take back."),
    Refusal.NOT_ASKED: gettext_lazy("This turn asks for something else. Look at what it asks now."),
    Refusal.NOT_A_TARGET: gettext_lazy("That space cannot be destroyed. Choose one of those that are ringed."),
    Refusal.NOTHING_TO_DRAW: gettext_lazy("The map is full, so there is nothing to draw in this turn."),
    Refusal.NOTHING_TO_DESTROY: gettext_lazy("This monster finds nothing to destroy for you, so you choose no space."),
    Refusal.UNKNOWN_OPTION: gettext_lazy("That shape is not on offer. Choose one of those shown."),
    Refusal.TERRAIN_NOT_OFFERED: gettext_lazy("That terrain is not on offer. Choose one of those shown."),
    Refusal.OFF_MAP: gettext_lazy("The shape would stick out over the edge of the map. Move it further in."),
    Refusal.BLOCKED: gettext_lazy("The shape would lie on filled spaces. Choose another place."),
    Refusal.RUINS_REQUIRED: gettext_lazy("The shape has to cover an empty ruins space. Move it onto one."),
    Refusal.PRACTICE: gettext_lazy("Practice is for playing alone."),
    Refusal.SEATS: gettext_lazy("Cartographers needs 1 to 100 players."),
    Refusal.EDICTS: gettext_lazy("The four edicts need one scoring card of each stack. Choose others."),
    Refusal.POOL: gettext_lazy("Each of the four stacks needs at least one scoring card. Add the missing ones."),
    Refusal.SEASONS: gettext_lazy("A game needs at least one season, and none of them twice."),
    Refusal.SAME_ID: gettext_lazy("Two of the cards have the same id. Leave one of them out."),
    Refusal.SINGLES: gettext_lazy(
        "A single square needs a terrain that may be drawn, and no hero where no hero is in the deck."
    ),
    Refusal.NO_ROOM: gettext_lazy("No shape of the explore cards fits on this map sheet. Choose another one."),
    Refusal.SHORT_DECK: gettext_lazy("The explore cards are too few to fill the longest season. Add some."),
}


def forced_sentence(forced: Forced, card: ExploreCard | AmbushCard | HeroCard) -> str:
    """Why only a single square may be drawn, "" where that is not so."""
    match forced:
        case Forced.NO:
            return ""
        case Forced.NOTHING_FITS:
            return _nothing_fits(card)
        case Forced.NO_EMPTY_RUINS:
            return _("No ruins space is empty any more, so draw a single square on any empty space.")
        case Forced.NOTHING_REACHES_RUINS:
            return _nothing_reaches_ruins(card)
        case _:
            assert_never(forced)


def _nothing_fits(card: ExploreCard | AmbushCard | HeroCard) -> str:
    if not isinstance(card, ExploreCard):
        text = _("%(card)s fits nowhere on this map, so draw a single monster square on any empty space.")
    else:
        text = ngettext(
            "The shape of %(card)s fits nowhere on your map, so draw a single square on any empty space.",
            "No shape of %(card)s fits anywhere on your map, so draw a single square on any empty space.",
            len(card.shapes),
        )
    return text % {"card": card_name(card)}


def _nothing_reaches_ruins(card: ExploreCard | AmbushCard | HeroCard) -> str:
    text = _("Nothing on %(card)s can cover an empty ruins space, so draw a single square on any empty space.")
    return text % {"card": card_name(card)}
