"""Pickling and deep-copying of states, views, events and catalogs, as other processes need it."""

import pickle
from collections.abc import Callable
from copy import copy, deepcopy
from multiprocessing import get_context
from types import MappingProxyType
from typing import Any

import pytest

from engine.cartographers.catalog import Catalog, Edition, cartographers, heroes
from engine.cartographers.game import RULES
from engine.cartographers.mixing.build import setup_of
from engine.cartographers.mixing.library import Library, published_library
from engine.cartographers.mixing.mix import Preset
from engine.cartographers.mixing.presets import PRESETS
from engine.cartographers.state import NOTHING, IndexedDefinition, State
from engine.randomness import Shuffler
from tests.engine.tools import Game, definition, seed_of

Way = Callable[[Any], Any]

WAYS: list[Way] = [copy, deepcopy, *(lambda thing, n=n: pickle.loads(pickle.dumps(thing, n)) for n in range(2, 6))]


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("catalog", [cartographers(), heroes(), heroes(Edition.PREVIEW)])
def test_catalogs_are_copied_whole_and_stay_read_only(way: Way, catalog: Catalog) -> None:
    again = way(catalog)
    assert again == catalog
    assert isinstance(again.scoring, MappingProxyType)
    assert list(again.scoring) == list(catalog.scoring)


@pytest.mark.parametrize("way", WAYS)
def test_contents_and_the_library_are_copied_whole(way: Way) -> None:
    contents = IndexedDefinition(definition())
    again = way(contents)
    assert (again, again.cards, again.scoring) == (contents, contents.cards, contents.scoring)
    assert isinstance(again.cards, MappingProxyType)
    assert way(NOTHING) == NOTHING
    library = way(published_library())
    assert isinstance(library, Library)
    assert library == published_library()


@pytest.mark.parametrize("preset", PRESETS)
def test_a_game_is_copied_at_any_moment_and_played_on_alike(preset: Preset) -> None:
    setup = setup_of(PRESETS[preset])
    assert pickle.loads(pickle.dumps(setup)) == deepcopy(setup) == setup
    game = Game(setup, 2, Shuffler(seed_of(2)))
    while not game.state.over:
        ask = game.open_asks[0]
        view = RULES.view(game.state, ask.seat)
        command = RULES.fallback(view, ask)
        if game.state.turn % 7 == 1:
            for way in WAYS:
                again = way(game.state)
                assert again == game.state
                assert RULES.answer(again, command) == RULES.answer(game.state, command)
                assert RULES.view(again, ask.seat) == way(view) == view
        game.do(command)
    assert deepcopy(game.state) == game.state
    assert pickle.loads(pickle.dumps(game.events)) == deepcopy(game.events) == game.events


def _standings(state: State) -> object:
    return RULES.standings(state)


def test_a_state_goes_to_another_process() -> None:
    game = Game(setup_of(PRESETS[Preset.BOTH]), 2, Shuffler(seed_of(1)))
    with get_context("spawn").Pool(1) as pool:
        assert pool.apply(_standings, (game.state,)) == RULES.standings(game.state)
