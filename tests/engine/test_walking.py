"""Ambushes that walk in by themselves in multiplayer games, and wasteland that a Gorgon may destroy."""

from dataclasses import replace
from random import Random

import pytest

from engine.cartographers.catalog import Edition, heroes
from engine.cartographers.events import ChoiceAsked, Drawn, GameStarted, MonstersWalkedIn
from engine.cartographers.game import RULES
from engine.cartographers.mixing.mix import Preset
from engine.cartographers.mixing.presets import PRESETS, first_game
from engine.cartographers.rules import effects
from engine.cartographers.sheet import Sheet
from engine.cartographers.terrain import Feature, Terrain
from engine.randomness import Shuffler
from engine.verification import check
from tests.engine.compare import cells_of
from tests.engine.invariants import through_json
from tests.engine.mixes import Mix, random_mix, staged
from tests.engine.oracle import game as oracle
from tests.engine.oracle.random_games import random_chooser, random_setup
from tests.engine.shadow import shadowed
from tests.engine.tools import BLANK, Game, seed_of

WALKING = Mix(BLANK, pool="both", monsters_walk=True)


def _random_game(number: int, **switches: bool) -> Game:
    mix = replace(random_mix(Random(number)), **switches)
    game = Game(mix.setup(), 1 + number % 6, Shuffler(seed_of(number)))
    rng = Random(number)
    while not game.state.over:
        game.anything(rng)
    return game


@pytest.mark.parametrize("number", range(24))
def test_walking_games_end_as_the_oracle_has_it(number: int) -> None:
    game = _random_game(number, monsters_walk=True, destroys_wasteland=number % 2 == 0)
    assert shadowed(game.events) == game.state
    assert check(RULES, game.events) == game.state
    assert through_json(game.events) == game.events
    assert all(event.seat == event.subject for event in game.events if isinstance(event, Drawn))


def test_every_map_gets_the_monster_where_it_would_come_alone() -> None:
    walked = staged(3, ["goblin_attack", "lagoon"], mix=replace(WALKING, ambushes="both"))
    (event,) = [event for event in walked.events if isinstance(event, MonstersWalkedIn)]
    assert [cells_of(growth.cells) for growth in event.growths] == [{(8, 8), (9, 9), (10, 10)}] * 3
    assert [board.layers[Terrain.MONSTER] for board in walked.state.boards] == [event.growths[0].cells] * 3


def test_a_gorgon_that_walked_in_is_answered_by_each_owner() -> None:
    game = staged(3, ["gorgon_gaze", "lagoon"], mix=WALKING)
    assert any(isinstance(event, ChoiceAsked) for event in game.events)
    assert [(ask.seat, ask.subject) for ask in RULES.asks(game.state)] == [(0, 0), (1, 1), (2, 2)]


def test_by_default_neighbours_draw_and_the_stored_form_is_the_older_one() -> None:
    events = staged(2, ["gorgon_gaze", "lagoon"]).events
    _, data = RULES.encode(events[0])
    assert data["version"] == 2
    assert not {"monsters_walk", "destroys_wasteland"} & set(data["definition"])
    assert not any(isinstance(event, MonstersWalkedIn) for event in events)


@pytest.mark.parametrize("switch", ["monsters_walk", "destroys_wasteland"])
def test_a_switch_that_is_on_needs_version_4(switch: str) -> None:
    started = staged(2, ["lagoon"], mix=replace(Mix(BLANK, pool="both"), **{switch: True})).events[0]
    kind, data = RULES.encode(started)
    assert (data["version"], data["definition"][switch]) == (4, True)
    assert RULES.decode(kind, data) == started
    assert isinstance(started, GameStarted)


@pytest.mark.parametrize("falls", [False, True])
def test_wasteland_falls_only_where_the_table_says_so(falls: bool) -> None:
    sheet = Sheet.from_rows("waste", "Waste", [*["." * 11] * 8, "." * 8 + "##.", "." * 11, "." * 11])
    game = staged(1, ["gorgon_gaze", "lagoon"], mix=Mix(sheet, pool="both", destroys_wasteland=falls))
    board = game.state.boards[0]
    assert game.state.choice is not None
    targets = effects.targets_of(game.state, game.state.choice, RULES.asks(game.state)[0].subject)
    assert bool(targets & board.layers[Feature.WASTELAND]) == falls
    if falls:
        after = board.destroy(targets & board.layers[Feature.WASTELAND])
        assert not after.layers[Feature.WASTELAND] & after.layers[Feature.DESTROYED]


@pytest.mark.parametrize("seed", range(6))
def test_base_games_are_played_in_lockstep(seed: int) -> None:
    rng = Random(seed)
    setup = replace(random_setup(rng, 2 + seed % 3), monsters_walk=True)
    record = oracle.play(setup, random_chooser(rng))
    assert oracle.replay(record) == record


def test_the_first_game_has_other_edicts_in_the_preview_edition() -> None:
    assert first_game(Edition.RETAIL) == PRESETS[Preset.FIRST_GAME]
    preview = first_game(Edition.PREVIEW)
    assert preview.edicts == ("faunlost_thicket", "traylo_monastery", "ulems_wallow", "dwarvenholds")
    assert preview.edition is Edition.PREVIEW


def test_the_online_version_asks_for_full_rows_at_four_stars() -> None:
    printed, online = heroes().scoring, heroes(Edition.ONLINE).scoring
    assert [card for card in printed if printed[card] != online[card]] == ["banded_hills"]
    (clause,) = online["banded_hills"].clauses
    assert clause == replace(printed["banded_hills"].clauses[0], filled=True)  # type: ignore[call-arg]
    assert clause.stars == 4
