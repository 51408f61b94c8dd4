"""Random games from everything that can be made: cards, sheets, monsters, heroes and skills of every kind."""

from dataclasses import replace
from random import Random

from engine.cartographers.cards import AmbushCard, ExploreCard, HeroCard, Overlap, Place
from engine.cartographers.commands import Command, Draw
from engine.cartographers.effects import REWARD
from engine.cartographers.events import Definition
from engine.cartographers.rules.setup import Setup
from engine.cartographers.skills import Skill, SkillPower
from engine.contract import Ask
from engine.randomness import Shuffler
from tests.engine.made_up_clauses import random_card
from tests.engine.mixes import Mix, living_sheet_of, random_effect, random_mix, sheet_with_terrain
from tests.engine.tools import Game, seed_of

SCORING = 12
"""Scoring cards of a definition, three of each stack."""
_NO_PLACE, _PLACES = (None, None, None), tuple(Place)
_HEROIC = [(row, column) for row in range(-2, 3) for column in range(-2, 3) if (row, column) != (0, 0)]


class WholeGame(Game):
    """A game in which half of the random answers that may use a skill do so."""

    def any_answer(self, rng: Random, ask: Ask) -> Command:
        """A random legal answer to an ask."""
        if ask.kind != "destroy" and self.state.skills and rng.random() < 0.5:
            offer = self.offer(ask.seat)
            numbers = [number for number, option in enumerate(offer.options) if option.skill]
            if numbers:
                number = rng.choice(numbers)
                skilled = [placement for placement in offer.placements() if placement.option == number]
                return Draw(ask.seat, ask.turn, rng.choice(skilled))
        return super().any_answer(rng, ask)


def whole_game(number: int) -> WholeGame:
    """The random game that has a number, with 1 to 4 seats."""
    return WholeGame(Setup(whole_definition(number)), 1 + number % 4, Shuffler(seed_of(number)))


def whole_definition(number: int) -> Definition:
    """The random definition that has a number; half of them have skills, and three in four a sheet of their own."""
    rng = Random(number)
    base = replace(_mix(rng, number), ambushes=rng.choice(("heroes", "heroes", "both"))).definition()
    return replace(
        base,
        pool=tuple(random_card(rng, each) for each in range(SCORING)),
        explore=tuple(_explore(rng, card) for card in base.explore),
        ambushes=tuple(_ambush(rng, card) for card in base.ambushes),
        heroes=tuple(_hero(rng, card) for card in base.heroes),
        skills=_skills(rng) if number // 4 % 2 else (),
    )


def _mix(rng: Random, number: int) -> Mix:
    mix = replace(random_mix(rng), monsters_walk=rng.random() < 0.2, destroys_wasteland=rng.random() < 0.3)
    kind = number // 8 % 4
    if not kind:
        return mix
    return replace(mix, sheet=sheet_with_terrain(number) if kind == 1 else living_sheet_of(number))


def _explore(rng: Random, card: ExploreCard) -> ExploreCard:
    place = rng.choice((*_NO_PLACE, rng.choice(_PLACES)))
    return replace(
        card, place=place, overlap=rng.choice((Overlap.NONE, Overlap.NONE, Overlap.REPLACE, Overlap.DESTROY))
    )


def _ambush(rng: Random, card: AmbushCard) -> AmbushCard:
    if not card.initial:
        return card
    effect = REWARD if rng.random() < 0.15 else random_effect(rng)
    return replace(card, effect=effect, coins=rng.randint(0, 4))


def _hero(rng: Random, card: HeroCard) -> HeroCard:
    return replace(card, attack=tuple(rng.sample(_HEROIC, rng.randint(1, 5)))) if rng.random() < 0.5 else card


def _skills(rng: Random) -> tuple[Skill, ...]:
    powers = rng.sample(list(SkillPower), rng.randint(1, 6))
    return tuple(Skill(power.value, power.value, power, rng.randint(1, 3)) for power in powers)
