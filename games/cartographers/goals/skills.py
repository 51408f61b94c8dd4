"""Skills of a game: what each does and costs, and why the viewer can't use it now."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _

from engine.cartographers.cards import ExploreCard
from engine.cartographers.skills import Skill, SkillPower
from engine.cartographers.view import Desk, View
from games.cartographers.cards.faces import card_address, face_sentence
from games.cartographers.words.features import coins_of
from games.cartographers.words.names import card_name
from games.cartographers.words.skills import power_sentence, too_few_coins_sentence


@dataclass(frozen=True, slots=True)
class SkillView:
    """Skill of a game. `url` is its page, "" for none; `reason` is why the viewer can't use it now, "" for none."""

    name: str
    url: str
    cost: int
    cost_words: str
    sentence: str
    reason: str


def list_skills(view: View, table: str = "") -> tuple[SkillView, ...]:
    """Return the skills of a game for its viewer. `table` is the address of the table, "" for no links."""
    return tuple(
        SkillView(
            card_name(skill),
            card_address(table, skill),
            skill.cost,
            coins_of(skill.cost),
            power_sentence(skill),
            skill_reason(view, skill),
        )
        for skill in view.skills
    )


def skill_reason(view: View, skill: Skill) -> str:
    """Return why the viewer, who has to draw, can't use a skill. "" if it can, or if it has nothing to draw."""
    desk = view.owed
    if not isinstance(desk, Desk):
        return ""
    if not isinstance(view.open, ExploreCard):
        return _("Can only be used for explore cards.")
    if view.viewer in view.peeked:
        return _("You have used a skill this turn.")
    if any(option.skill == skill.id for option in desk.offer.options):
        return ""
    coins = desk.position.coins
    if coins < skill.cost:
        return too_few_coins_sentence(coins)
    return _peek_reason(view, desk, skill) if skill.power is SkillPower.PEEK else _("Can’t be used for this card.")


def _peek_reason(view: View, desk: Desk, skill: Skill) -> str:
    if view.time >= view.definition.seasons[view.season].threshold:
        return _("The season ends this turn.")
    board, coins = desk.position.board, desk.position.coins
    # A space that costs a coin can't be drawn on without one.
    return "" if coins > skill.cost or board.empty & ~board.tolls else too_few_coins_sentence(coins)


def can_peek(view: View, skill: Skill) -> bool:
    """Return True if the viewer can look at the next card now with a skill that shows it."""
    return isinstance(view.owed, Desk) and not skill_reason(view, skill)


def next_card_sentences(view: View) -> tuple[str, ...]:
    """Return the sentence about the next card if the viewer has looked at it."""
    card = view.next_card
    if card is None:
        return ()
    return (" ".join(filter(None, (_("Next: %(card)s.") % {"card": card_name(card)}, face_sentence(card)))),)


def skill_sentences(view: View) -> tuple[str, ...]:
    """Return the text of each skill of a game."""
    return tuple(skill_sentence(view, skill) for skill in view.skills)


def skill_sentence(view: View, skill: Skill) -> str:
    """Return the text of a skill: its name and cost, what it does, and why the viewer can't use it now."""
    words = {"skill": card_name(skill), "coins": coins_of(skill.cost), "power": power_sentence(skill)}
    return " ".join(filter(None, (_("Skill %(skill)s, %(coins)s: %(power)s") % words, skill_reason(view, skill))))
