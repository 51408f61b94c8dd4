"""Bots that plan ahead: their command is legal and depends on their view alone, also in another process."""

import pickle
from random import Random
from typing import Any

import pytest

from engine.cartographers.game import LEAST_PLANNING
from engine.cartographers.game import RULES as CARTOGRAPHERS
from engine.cartographers.players.one_ply import OnePly
from engine.cartographers.players.search import Search
from engine.cartographers.sampling import sample as other_cartographers
from engine.contract import Level
from engine.gisborne import RULES as GISBORNE
from engine.gisborne import Setup, gisborne
from engine.gisborne.sampling import sample as other_gisborne
from engine.randomness import Shuffler
from engine.runner import advance, begin
from tests.engine.mixes import BOTH
from tests.engine.tools import seed_of

GAMES = [
    pytest.param(CARTOGRAPHERS, BOTH.setup(), other_cartographers, id="cartographers"),
    pytest.param(GISBORNE, Setup(gisborne()), other_gisborne, id="gisborne"),
]


@pytest.mark.parametrize("level", [Level.SURVEYOR, Level.ROYAL])
@pytest.mark.parametrize(("rules", "setup", "sample"), GAMES)
def test_two_worlds_with_the_same_view_get_the_same_command(rules: Any, setup: Any, sample: Any, level: Level) -> None:
    rng = Shuffler(seed_of(5))
    state = begin(rules, setup, 3, rng).state
    for number in range(5):
        ask = next(ask for ask in rules.asks(state) if not ask.answered)
        view = rules.view(state, ask.seat)
        other = sample(view, Random(number))
        assert other != state
        assert rules.view(other, ask.seat) == view
        command = rules.plan_command(view, ask, level, None)
        assert command == rules.plan_command(rules.view(other, ask.seat), ask, level, None)
        assert command == rules.plan_command(*pickle.loads(pickle.dumps((view, ask, level, None))))
        state = advance(rules, state, command, rng).state


def test_bot_with_little_time_answers_by_one_ply(monkeypatch: pytest.MonkeyPatch) -> None:
    state = begin(CARTOGRAPHERS, BOTH.setup(), 3, Shuffler(seed_of(6))).state
    ask = CARTOGRAPHERS.asks(state)[0]
    view = CARTOGRAPHERS.view(state, ask.seat)
    monkeypatch.setattr(Search, "choose", lambda *_: "planned")
    for seconds in (LEAST_PLANNING, None):
        assert CARTOGRAPHERS.plan_command(view, ask, Level.ROYAL, seconds) == "planned"
    for seconds in (0, LEAST_PLANNING - 0.001):
        assert CARTOGRAPHERS.plan_command(view, ask, Level.ROYAL, seconds) == OnePly().choose(view, ask)


@pytest.mark.parametrize(("rules", "setup", "sample"), GAMES)
def test_bot_without_time_has_an_answer(rules: Any, setup: Any, sample: Any) -> None:
    rng = Shuffler(seed_of(6))
    state = begin(rules, setup, 3, rng).state
    ask = rules.asks(state)[0]
    advance(rules, state, rules.plan_command(rules.view(state, ask.seat), ask, Level.ROYAL, 1e-6), rng)
