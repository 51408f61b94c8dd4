"""Random games of Gisborne in the engine and in the model, compared event by event and view by view."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from engine.contract import Seat
from engine.gisborne.game import RULES
from tests.engine import gisborne_engine, gisborne_oracle
from tests.engine.gisborne_lockstep import Lockstep
from tests.engine.gisborne_players import be_absent, hoard
from tests.engine.gisborne_positions import with_switches
from tests.engine.gisborne_worlds import other_event, other_state

GAMES, SHORT = 3000, 100
"""Games of the series, and how many of them a short run plays."""


@pytest.mark.parametrize("part", range(3))
def test_engine_and_model_random_games_are_alike(part: int, full: bool) -> None:
    for number in range(part, GAMES if full else SHORT, 3):
        Lockstep(number).play()


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_engine_and_model_junk_answers_are_refused_alike(seats: int, full: bool) -> None:
    for number in range(seats - 3, 300 if full else 6, 3):
        Lockstep(number).play(wild=4)


def test_rivers_that_take_the_whole_hand_are_alike(monkeypatch: pytest.MonkeyPatch, full: bool) -> None:
    box = with_switches(river_hand=0)
    monkeypatch.setattr(gisborne_engine, "gisborne", lambda: box)
    monkeypatch.setattr(gisborne_oracle, "HAND_AT_RIVER", 0)
    for number in range(300 if full else 12):
        Lockstep(number).play()


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_hoarding_seats_run_the_pile_dry_alike(seats: int, full: bool) -> None:
    dry = 0
    for number in range(seats - 3, 120 if full else 6, 3):
        game = Lockstep(number, [hoard] * seats)
        for _ in range(600):
            if not game.model.over:
                game.answer_one()
            dry += not game.model.pile and not game.model.discards
    assert dry


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_absent_seats_alone_reach_the_end(seats: int, full: bool) -> None:
    for number in range(seats - 3, 300 if full else 12, 3):
        game = Lockstep(number, [be_absent] * seats)
        game.play()
        assert game.model.over
        assert game.model.round < 100


def _play_in_order(number: int, order: Random) -> Lockstep:
    """Play a game in which only the order of answers depends on `order`."""
    game = Lockstep(number)
    while not game.model.over:
        model = game.model
        seat = order.choice([seat for seat in model.asked if seat not in model.answers])
        chance = Random(f"{number} {model.round} {model.question} {model.scorings_held} {seat}")
        game.submit(model.question, seat, game.players[seat](model, seat, chance))
    return game


def _without_answers(log: list[tuple[Any, ...]]) -> list[tuple[Any, ...]]:
    return [news for news in log if news[0] not in ("laid", "said")]


def test_order_of_answers_changes_only_the_log(full: bool) -> None:
    for number in range(60 if full else 6):
        one, other = _play_in_order(number, Random(1)), _play_in_order(number, Random(2))
        assert _without_answers(one.engine.log) == _without_answers(other.engine.log)
        assert sorted(map(str, one.engine.log)) == sorted(map(str, other.engine.log))
        assert [one.engine.known(seat) for seat in one.model.seats] == [
            other.engine.known(seat) for seat in other.model.seats
        ]


def test_worlds_that_differ_in_secrets_look_the_same(full: bool) -> None:
    for number in range(60 if full else 6):
        game, rng = Lockstep(number), Random(number)
        while not game.model.over:
            game.answer_one()
            if rng.random() < 0.1:
                game.try_anything()
            if not game.model.over and rng.random() < 0.3:
                _check_other_worlds(game, rng)


def _check_other_worlds(game: Lockstep, rng: Random) -> None:
    state, events = game.engine.state, game.engine.events
    for viewer in (None, *map(Seat, range(state.seats))):
        other = other_state(state, viewer, rng)
        assert RULES.view(other, viewer) == RULES.view(state, viewer)
        assert RULES.asks(other) == RULES.asks(state)
        assert RULES.standings(other) == RULES.standings(state)
        for event in events[-40:]:
            elsewhere = other_event(event, viewer, events, rng)
            assert RULES.visible(elsewhere, viewer, other) == RULES.visible(event, viewer, state)
