"""Random games with random ambush effects: against the oracle, and played by the stand-in and bots."""

from random import Random

import pytest

from engine.cartographers.effects import EffectAction, EffectArea, EffectChooser, EffectTiming, find_effect_problem
from engine.cartographers.events import ChoiceAsked, EffectPassed, MonstersActed, MonstersSpread
from engine.cartographers.game import RULES
from engine.cartographers.players.player import Budget
from engine.cartographers.players.search import Search
from engine.verification import check
from tests.engine.mixed_games import check_game
from tests.engine.mixes import random_effect, wild_random
from tests.engine.player_games import finish
from tests.engine.shadow import shadowed


@pytest.mark.parametrize("seats", range(1, 7))
def test_games_with_random_effects_end_as_the_oracle_has_it(seats: int, full: bool) -> None:
    for number in range(seats - 1, 600 if full else 30, 6):
        check_game(wild_random(number), Random(number))


def test_random_effects_have_every_block_and_fit() -> None:
    every = [random_effect(Random(number)) for number in range(600)]
    assert not any(find_effect_problem(effect) for effect in every)
    assert {effect.timing for effect in every} == set(EffectTiming) - {EffectTiming.SURROUNDED}
    assert {effect.action for effect in every} == set(EffectAction)
    assert {effect.area for effect in every} == set(EffectArea)
    assert {effect.chooser for effect in every} == set(EffectChooser)
    assert {effect.count for effect in every} == {None, 1, 2, 3}


def test_the_stand_in_answers_every_choice() -> None:
    acted = set[type]()
    for number in range(14):
        game = wild_random(number)
        while not game.state.over:
            game.do(game.fallback(game.open_asks[0]))
        acted |= {type(event) for event in game.events}
        assert shadowed(game.events) == check(RULES, game.events) == game.state
    assert {ChoiceAsked, MonstersSpread, MonstersActed, EffectPassed} <= acted


@pytest.mark.parametrize("number", range(6))
def test_bots_look_ahead_over_random_effects(number: int) -> None:
    game = wild_random(number)
    finish(game, Search(), Random(number), 0.2, Budget(playouts=12))
    assert shadowed(game.events) == game.state
