"""Exports of the engine: players' types, readers of cards, and states that can be pickled and copied."""

import inspect
import json
import pickle
from copy import deepcopy
from random import Random
from typing import Any

import pytest

import engine
from engine import Shuffler, begin, cartographers, gisborne, play_game, play_out
from engine.cartographers import PRESETS, Preset, published_library, setup_of
from tests.engine.gisborne_games import random_answer, random_game
from tests.engine.players import greedy
from tests.engine.tools import Game, seed_of

PACKAGES = (engine, cartographers, gisborne)


@pytest.mark.parametrize("package", PACKAGES)
def test_every_exported_class_and_function_has_a_docstring(package: Any) -> None:
    exported = {name: getattr(package, name) for name in package.__all__}
    assert [name for name, value in exported.items() if inspect.isfunction(value) and not value.__doc__] == []
    classes = {name: value for name, value in exported.items() if inspect.isclass(value)}
    # A dataclass without a docstring of its own gets its signature as one.
    assert [name for name, kind in classes.items() if not kind.__doc__ or kind.__doc__.startswith(f"{name}(")] == []


@pytest.mark.parametrize("kind", ["explore", "ambush", "hero", "ruins", "scoring", "sheet"])
def test_readers_of_cards_read_what_the_writers_write(kind: str) -> None:
    read, write = (getattr(cartographers, f"{kind}_{way}_json") for way in ("from", "to"))
    folder = {"ambush": "ambushes", "hero": "heroes", "sheet": "sheets"}.get(kind, kind)
    library = published_library()
    things = [*getattr(library.cartographers, folder).values(), *getattr(library.heroes, folder).values()]
    assert things
    assert [read(json.loads(json.dumps(write(thing)))) for thing in things] == things


def test_readers_of_tiles_and_boxes_read_what_the_writers_write() -> None:
    box = gisborne.gisborne()
    assert gisborne.definition_from_json(json.loads(json.dumps(gisborne.definition_to_json(box)))) == box
    assert [gisborne.tile_from_json(gisborne.tile_to_json(tile)) for tile in box.path] == list(box.path)


@pytest.mark.parametrize("preset", PRESETS)
def test_offers_are_pickled_and_copied(preset: Preset) -> None:
    game = Game(setup_of(PRESETS[preset]), 2, Shuffler(seed_of(5)))
    seen = 0
    while not game.state.over:
        ask = game.open_asks[0]
        view = cartographers.RULES.view(game.state, ask.seat)
        if view.desk and game.state.turn % 3 == 0:
            seen += 1
            for again in (pickle.loads(pickle.dumps(view.desk)), deepcopy(view.desk)):
                assert again == view.desk
                assert list(again.offer.placements()) == list(view.desk.offer.placements())
        game.do(cartographers.RULES.fallback(view, ask))
    assert seen > 10


@pytest.mark.parametrize("number", range(3))
def test_games_of_gisborne_are_pickled_and_copied(number: int) -> None:
    rules, chance = gisborne.RULES, Random(number)
    for happened, state in random_game(number):
        events = happened
        for copy in (pickle.loads(pickle.dumps(state)), deepcopy(state)):
            assert copy == state
            assert rules.asks(copy) == rules.asks(state)
        if chance.random() < 0.1:
            for ask in rules.asks(state):
                view = rules.view(state, ask.seat)
                for again in (pickle.loads(pickle.dumps(view)), deepcopy(view)):
                    assert again == view
                    assert ask.answered or rules.fallback(again, ask) == rules.fallback(view, ask)
    assert pickle.loads(pickle.dumps(events)) == deepcopy(events) == events


def test_setups_and_boxes_of_gisborne_are_pickled_and_copied() -> None:
    setup = gisborne.Setup(gisborne.gisborne())
    assert pickle.loads(pickle.dumps(setup)) == deepcopy(setup) == setup


def test_a_game_is_played_by_one_player_for_each_seat() -> None:
    setup, rules = setup_of(PRESETS[Preset.CARTOGRAPHERS]), cartographers.RULES
    events, state = play_game(rules, setup, [greedy, rules.fallback], Shuffler(seed_of(1)))
    assert (state.over, state.seats) == (True, 2)
    first = begin(rules, setup, 2, Shuffler(seed_of(1))).events
    assert first == events[: len(first)]
    assert engine.check(rules, events) == state


def test_the_same_player_in_all_seats_plays_the_same_game() -> None:
    rules, setup = gisborne.RULES, gisborne.Setup(gisborne.gisborne())
    *_, last = play_out(rules, setup, 3, Shuffler(seed_of(1)), gisborne.choose_command)
    assert play_game(rules, setup, [gisborne.choose_command] * 3, Shuffler(seed_of(1))).state == last


def test_players_may_be_random() -> None:
    rules, chance = gisborne.RULES, Random(1)
    players = [lambda view, ask: random_answer(view, ask, chance)] * 3
    assert play_game(rules, gisborne.Setup(gisborne.gisborne()), players, Shuffler(seed_of(1))).state.over
