"""Sentences about skills: what each does, what it costs, and why it can't be used now."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from engine.cartographers.events import Definition
from engine.cartographers.skills import Skill, SkillPower
from games.cartographers.words.features import coins_of
from games.cartographers.words.names import card_name

POWER_NAMES: Final[Mapping[SkillPower, str | Promise]] = {
    SkillPower.ANY_TERRAIN: gettext_lazy("Another terrain"),
    SkillPower.SINGLE: gettext_lazy("Single square"),
    SkillPower.GROW: gettext_lazy("One extra square"),
    SkillPower.SHRINK: gettext_lazy("One square fewer"),
    SkillPower.ANYWHERE: gettext_lazy("Anywhere"),
    SkillPower.EARLIER: gettext_lazy("Earlier shape"),
    SkillPower.REPLACE: gettext_lazy("Replace drawn spaces"),
    SkillPower.SLAY: gettext_lazy("Replace a monster"),
    SkillPower.PEEK: gettext_lazy("Next card"),
}
"""Name of each power in the form of a skill."""
_POWERS: Final[Mapping[SkillPower, str | Promise]] = {
    SkillPower.ANY_TERRAIN: gettext_lazy("Draw the shape as forest, village, farm or water, whatever the card shows."),
    SkillPower.SINGLE: gettext_lazy("Draw a single square instead of the shape. It earns no coin."),
    SkillPower.GROW: gettext_lazy("Draw the shape with one more square next to it. It earns no coin."),
    SkillPower.SHRINK: gettext_lazy("Draw the shape without one of its squares. It earns no coin."),
    SkillPower.ANYWHERE: gettext_lazy(
        "Draw the shape anywhere, even if it would have to cover ruins or the card’s place."
    ),
    SkillPower.EARLIER: gettext_lazy("Draw a shape of an explore card revealed earlier this season. It earns no coin."),
    SkillPower.REPLACE: gettext_lazy(
        "The shape may also cover drawn spaces, which it replaces, but at least one space must be empty."
    ),
    SkillPower.SLAY: gettext_lazy("Draw a single square on a monster space, which it replaces. It earns no coin."),
    SkillPower.PEEK: gettext_lazy("Look at the next card before you draw. You can’t undo this."),
}


def power_sentence(skill: Skill) -> str:
    """Return the sentence about what a skill does."""
    return str(_POWERS[skill.power])


def used_skill(definition: Definition, id: str) -> Skill | None:
    """Return the skill of a game that a drawing used, by its id. None for ""."""
    return next((skill for skill in definition.skills if skill.id == id), None) if id else None


def cost_sentence(skill: Skill) -> str:
    """Return the sentence on what a skill costs."""
    return _("Costs %(coins)s.") % {"coins": coins_of(skill.cost)}


def chosen_skill_sentence(skill: Skill, coins: int) -> str:
    """Return the sentence about the skill of the shape in hand: "Broad Brush: costs 2 of your 3 coins."."""
    text = ngettext(
        "%(skill)s: costs %(cost)s of your %(n)s coin.", "%(skill)s: costs %(cost)s of your %(n)s coins.", coins
    )
    return text % {"skill": card_name(skill), "cost": skill.cost, "n": coins}


def too_few_coins_sentence(coins: int) -> str:
    """Return why a skill is too expensive, given the coins that the player has."""
    if not coins:
        return _("You have no coins.")
    return ngettext("You have only %(n)s coin.", "You have only %(n)s coins.", coins) % {"n": coins}
