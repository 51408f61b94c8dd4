"""Games with skills for tests."""

from collections.abc import Sequence
from dataclasses import replace
from random import Random

from engine.cartographers.cards import ExploreCard
from engine.cartographers.catalog import cartographers
from engine.cartographers.commands import Command, Draw
from engine.cartographers.notation import board_of
from engine.cartographers.placement import Offer, SingleTerrain, explore_offer
from engine.cartographers.rules.setup import Setup
from engine.cartographers.skills import Skill, SkillPower
from engine.cartographers.terrain import DRAWABLE
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
_EXPLORE = cartographers().explore
_BLANK = "/".join(["." * 11] * 11)


def skill_game(skills: Sequence[Skill] = ALL, seats: int = 2, number: int = 0) -> Game:
    """A game of the base box with skills, determined by the number."""
    return Game(Setup(replace(definition(), skills=tuple(skills))), seats, Shuffler(seed_of(number)))


def offer_with_skills(
    card: ExploreCard, text: str = _BLANK, *skills: Skill, coins: int = 5, ruins: bool = False, earlier: str = ""
) -> Offer:
    """The offer for a card on a board with skills; `earlier` are ids of cards revealed before."""
    offer = explore_offer(
        card,
        board_of(text),
        ruins=ruins,
        singles=DRAWABLE,
        single_terrain=SingleTerrain.ANY,
        coins=coins,
        skills=skills,
        earlier=[_EXPLORE[id] for id in earlier.split()],
    )
    assert offer is not None
    return offer


def skill_shapes(offer: Offer) -> list[list[str]]:
    """The drawn shapes of the options that skills add to an offer."""
    return [option.shape.rows() for option in offer.options if option.skill]


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
