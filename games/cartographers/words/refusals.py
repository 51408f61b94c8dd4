"""Messages for refused actions, with what to do instead."""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from engine.cartographers.cards import AmbushCard, ExploreCard, HeroCard, Place
from engine.cartographers.errors import SPACES, Refusal, SpacesMeaning
from engine.cartographers.placement import Forced
from engine.contract import RuleViolation
from games.cartographers.words.names import card_name
from games.play.words import and_list, or_list
from games.tables.log.refusals import COMMAND_REFUSALS


def refusals(violation: RuleViolation) -> str:
    """Return every reason for a refusal, as text for the player."""
    return " ".join(refusal(reason.code, reason.details) for reason in violation.reasons)


def refusal(code: str, spaces: Sequence[str] = ()) -> str:
    """Return the sentence for a refusal code.

    `spaces` are names of spaces to include; `SPACES` defines their meaning for each code.
    """
    if not spaces or code not in SPACES or (code == Refusal.REGION_REQUIRED and len(spaces) > _MOST_NAMED):
        return str(_REFUSALS.get(code, _UNKNOWN))
    about = Refusal(code)
    listed = and_list(spaces) if SPACES[about] is SpacesMeaning.IN_THE_WAY else or_list(spaces)
    return _about_spaces(about, len(spaces)) % {"spaces": listed}


def _about_spaces(code: Refusal, count: int) -> str:
    match code:
        case Refusal.BLOCKED:
            return ngettext(
                "%(spaces)s is already filled. Choose another spot.",
                "%(spaces)s are already filled. Choose another spot.",
                count,
            )
        case Refusal.RUINS_REQUIRED:
            return ngettext(
                "The shape must cover the empty ruins space %(spaces)s. Move it there.",
                "The shape must cover an empty ruins space. Move it onto %(spaces)s.",
                count,
            )
        case Refusal.REGION_REQUIRED:
            return ngettext(
                "The shape must cover the empty space %(spaces)s of the card’s region. Move it there.",
                "The shape must cover an empty space in the card’s region. Move it onto %(spaces)s.",
                count,
            )
        case Refusal.NOT_A_TARGET:
            return ngettext(
                "This space can’t be chosen. Choose %(spaces)s.",
                "This space can’t be chosen. Choose one of these: %(spaces)s.",
                count,
            )
        case _:
            raise AssertionError(f"{code} speaks of no spaces")


_MOST_NAMED = 8
"""Most spaces of a region that a sentence names."""
_UNKNOWN = gettext_lazy("The rules don’t allow this. Choose something else.")

_REFUSALS: dict[str, Promise] = {
    **COMMAND_REFUSALS,
    Refusal.GAME_OVER: gettext_lazy("The game is over. You can’t draw anymore."),
    Refusal.TURN_OVER: gettext_lazy("That turn is over. Play the current card."),
    Refusal.TURN_AHEAD: gettext_lazy("That turn hasn’t started yet. Reload the page to see the current card."),
    Refusal.ALREADY_DRAWN: gettext_lazy("You’ve already played this turn. Undo your move first."),
    Refusal.NOT_DRAWN: gettext_lazy("You haven’t played this turn yet, so there’s nothing to undo."),
    Refusal.NOT_ASKED: gettext_lazy("This move doesn’t match the current turn. Check what to do and try again."),
    Refusal.NOT_A_TARGET: gettext_lazy("This space can’t be chosen. Choose a circled space."),
    Refusal.NOTHING_TO_DRAW: gettext_lazy("The map is full, so there’s nothing to draw this turn."),
    Refusal.NOTHING_TO_DESTROY: gettext_lazy("There’s nothing for this monster to do, so you don’t choose a space."),
    Refusal.UNKNOWN_OPTION: gettext_lazy("This shape isn’t available. Choose one of the shapes shown."),
    Refusal.TERRAIN_NOT_OFFERED: gettext_lazy("This terrain isn’t available. Choose one of the terrains shown."),
    Refusal.OFF_MAP: gettext_lazy("The shape extends past the edge of the map. Move it inward."),
    Refusal.BLOCKED: gettext_lazy("The shape overlaps filled spaces. Choose another spot."),
    Refusal.RUINS_REQUIRED: gettext_lazy("The shape must cover an empty ruins space. Move it onto one."),
    Refusal.EDGE_REQUIRED: gettext_lazy("The shape must cover an empty space on the edge of the map. Move it there."),
    Refusal.MOUNTAIN_REQUIRED: gettext_lazy("The shape must cover an empty space next to a mountain. Move it there."),
    Refusal.LANDMARK_REQUIRED: gettext_lazy("The shape must cover an empty space next to a landmark. Move it there."),
    Refusal.REGION_REQUIRED: gettext_lazy("The shape must cover an empty space in the card’s region. Move it there."),
    Refusal.EMPTY_REQUIRED: gettext_lazy("The shape must cover at least one empty space. Move it so that it does."),
    Refusal.TOO_FEW_COINS: gettext_lazy("You don’t have enough coins for that. Choose another spot."),
    Refusal.SKILL_NOT_NEEDED: gettext_lazy("You can draw this for free. Choose the same shape without the skill."),
    Refusal.PRACTICE: gettext_lazy("Practice is only available in solo games."),
    Refusal.SEATS: gettext_lazy("Cartographers needs 1 to 100 players."),
    Refusal.EDICTS: gettext_lazy("The four edicts need one scoring card from each stack. Change your selection."),
    Refusal.POOL: gettext_lazy("Each of the four stacks needs at least one scoring card. Add the missing ones."),
    Refusal.SEASONS: gettext_lazy("A game needs at least one season, and each season only once."),
    Refusal.SAME_ID: gettext_lazy("Two cards have the same ID. Remove one of them."),
    Refusal.SINGLES: gettext_lazy(
        "The single square needs a drawable terrain. A hero is only allowed if the deck contains heroes."
    ),
    Refusal.NO_FAIR_SHEET: gettext_lazy(
        "No fair random map sheet could be generated. Turn off “Random map sheet” and try again."
    ),
    Refusal.NO_ROOM: gettext_lazy("No explore card shape fits on this map sheet. Choose another map sheet."),
    Refusal.SKILL_COST: gettext_lazy("A skill in this game has a cost that isn’t allowed. Choose another skill."),
    Refusal.SKILL_NOT_OFFERED: gettext_lazy("This game has no such skill. Choose one of the skills shown."),
    Refusal.SKILL_USED: gettext_lazy("You’ve already used a skill this turn. Draw the card."),
    Refusal.NO_NEXT_CARD: gettext_lazy("The season ends this turn, so there’s no next card to look at. Draw the card."),
    Refusal.SHORT_DECK: gettext_lazy("There aren’t enough explore cards for the longest season. Add more."),
}


def forced_sentence(forced: Forced, card: ExploreCard | AmbushCard | HeroCard) -> str:
    """Return the reason why only a single square may be drawn, or "" if any shape may be."""
    match forced:
        case Forced.NO:
            return ""
        case Forced.NOTHING_FITS:
            return _nothing_fits(card)
        case Forced.NO_EMPTY_RUINS:
            return _("No empty ruins spaces are left. Draw a single square on any empty space.")
        case Forced.NOTHING_REACHES_RUINS:
            return _nothing_reaches_ruins(card)
        case Forced.NOTHING_REACHES_PLACE:
            return _nothing_reaches_place(card)
        case _:
            assert_never(forced)


def _nothing_fits(card: ExploreCard | AmbushCard | HeroCard) -> str:
    if not isinstance(card, ExploreCard):
        text = _("%(card)s doesn’t fit anywhere on this map. Draw a single monster square on any empty space.")
    else:
        text = ngettext(
            "The shape of %(card)s doesn’t fit anywhere on your map. Draw a single square on any empty space.",
            "No shape of %(card)s fits anywhere on your map. Draw a single square on any empty space.",
            len(card.shapes),
        )
    return text % {"card": card_name(card)}


def _nothing_reaches_place(card: ExploreCard | AmbushCard | HeroCard) -> str:
    assert isinstance(card, ExploreCard), "other cards have no place"
    words = {"card": card_name(card)}
    match card.place:
        case Place.EDGE:
            text = _("No shape of %(card)s fits on the edge of the map. Draw a single square on any empty space.")
        case Place.MOUNTAIN:
            text = _("No shape of %(card)s fits next to a mountain. Draw a single square on any empty space.")
        case Place.LANDMARK:
            text = _("No shape of %(card)s fits next to a landmark. Draw a single square on any empty space.")
        case _:
            text = _("No shape of %(card)s fits in its region. Draw a single square on any empty space.")
    return text % words


def _nothing_reaches_ruins(card: ExploreCard | AmbushCard | HeroCard) -> str:
    text = _("No shape of %(card)s can cover an empty ruins space. Draw a single square on any empty space.")
    return text % {"card": card_name(card)}
