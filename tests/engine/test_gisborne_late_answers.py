"""Answers of Gisborne that come too late, from a second tab or an old page: their sender must reload."""

from random import Random

import pytest

from engine.contract import Ask, RuleViolation
from engine.gisborne import RULES, Setup, TakeBack, gisborne
from engine.gisborne.commands import Command
from engine.gisborne.state import State
from engine.randomness import Shuffler
from engine.runner import advance, begin
from tests.engine.gisborne_games import random_answer, seed_of


def _refusal(state: State, command: Command) -> RuleViolation:
    with pytest.raises(RuleViolation) as refused:
        RULES.answer(state, command)
    return refused.value


@pytest.mark.parametrize("number", range(3))
def test_answers_given_before_are_outdated_and_not_against_the_rules(number: int) -> None:
    chance, rng = Random(number), Shuffler(seed_of(number))
    _events, state = begin(RULES, Setup(gisborne()), 3 + number, rng)
    given: list[tuple[Ask, Command]] = []
    codes = set[str]()
    while not state.over:
        asks = {ask.id: ask for ask in RULES.asks(state)}
        ask = chance.choice([ask for ask in asks.values() if not ask.answered])
        command = random_answer(RULES.view(state, ask.seat), ask, chance)
        state = advance(RULES, state, command, rng).state
        given.append((ask, command))
        for earlier, again in [given[-1], *chance.sample(given, min(3, len(given)))]:
            refused = _refusal(state, again)
            assert refused.behind, (earlier.id, refused.code)
            codes.add(refused.code)
            if earlier.id not in {ask.id for ask in RULES.asks(state)}:
                late = _refusal(state, TakeBack(earlier.seat, earlier.id))
                assert late.behind, (earlier.id, late.code)
    assert codes >= {"already_laid", "not_asked", "round_over", "ask_over", "game_over"}
