"""Replays: every game leads to the stored state after every event."""

from random import Random

import pytest

from engine.cartographers.commands import Draw
from engine.cartographers.game import RULES
from engine.cartographers.placement import SingleTerrain
from engine.cartographers.rules.setup import Setup
from engine.cartographers.state import State
from engine.randomness import Shuffler
from tests.engine.invariants import check_history, through_json
from tests.engine.tools import Game, any_placement, definition, seed_of

GAMES, FULL_GAMES = 60, 300


def played(number: int) -> tuple[Game, list[State]]:
    """A random game of 1 to 6 seats with some take-backs, and the state after each event."""
    rng = Random(number)
    single = SingleTerrain.CARD if number % 5 == 4 else SingleTerrain.ANY
    game = Game(Setup(definition("AB"[number % 2], single)), 1 + number % 6, Shuffler(seed_of(number)))
    states: list[State] = []
    _remember(game, states)
    while not game.state.over:
        drawn = [seat for seat, drawing in enumerate(game.state.answers) if drawing]
        if drawn and rng.random() < 0.1:
            game.take_back(rng.choice(drawn))
        else:
            ask = rng.choice(game.open_asks)
            game.do(Draw(ask.seat, ask.turn, any_placement(rng, game.offer(ask.seat))))
        _remember(game, states)
    return game, states


def _remember(game: Game, states: list[State]) -> None:
    """Append the states after the new events, applied one by one."""
    state = states[-1] if states else RULES.initial
    for event in game.events[len(states) :]:
        state = RULES.evolve(state, event)
        states.append(state)
    assert states[-1] == game.state


@pytest.mark.parametrize("part", range(6))
def test_games_replay_from_their_stored_form_to_the_same_state_after_every_event(part: int, full: bool) -> None:
    for number in range(part, FULL_GAMES if full else GAMES, 6):
        game, states = played(number)
        stored = through_json(game.events)
        state = RULES.initial
        for event, expected in zip(stored, states, strict=True):
            state = RULES.evolve(state, event)
            assert state == expected
        assert state.over
        if number % 10 == part:
            check_history(stored, state)
