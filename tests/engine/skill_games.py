"""Games with skills for tests."""

from collections.abc import Sequence
from dataclasses import replace
from random import Random

from engine.cartographers.commands import Command, Draw
from engine.cartographers.rules.setup import Setup
from engine.cartographers.skills import Skill, SkillPower
from engine.contract import Ask
from engine.randomness import Shuffler
from tests.engine.tools import Game, definition, seed_of


def skill(power: SkillPower, cost: int = 1) -> Skill:
    """A skill that is named after its power."""
    return Skill(power.value, power.value.replace("_", " ").capitalize(), power, cost)


DRAWING = tuple(power for power in SkillPower if power is not SkillPower.PEEK)
"""Powers that change what is drawn."""

PEEK = skill(SkillPower.PEEK)
ALL = tuple(map(skill, DRAWING))


def skill_game(skills: Sequence[Skill] = ALL, seats: int = 2, number: int = 0) -> Game:
    """A game of the base box with skills, determined by the number."""
    return Game(Setup(replace(definition(), skills=tuple(skills))), seats, Shuffler(seed_of(number)))


def play_with_skills(game: Game, rng: Random) -> Game:
    """Play at random to the end, mostly with a skill if there is one."""
    while not game.state.over:
        game.do(any_answer(game, rng, rng.choice(game.open_asks)))
    return game


def any_answer(game: Game, rng: Random, ask: Ask) -> Command:
    """A random legal answer, mostly with a skill."""
    if game.state.open is not None and rng.random() < 0.7:
        offer = game.offer(ask.seat)
        placements = [each for each in offer.placements() if offer.options[each.option].skill]
        if placements:
            return Draw(ask.seat, ask.turn, rng.choice(placements))
    return game.any_answer(rng, ask)
