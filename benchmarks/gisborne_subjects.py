"""Games of Gisborne to measure: played by the engine, and played again by it and by the slow model of the tests."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from engine.contract import Ask
from engine.gisborne.catalog import gisborne
from engine.gisborne.commands import Command, Discard, Give, Keep, Lay
from engine.gisborne.definition import MOST_SEATS
from engine.gisborne.events import Event
from engine.gisborne.game import RULES
from engine.gisborne.rules.replay import decks
from engine.gisborne.rules.setup import Setup
from engine.gisborne.state import State
from engine.gisborne.view import View
from engine.randomness import Shuffler
from engine.runner import advance, begin
from tests.engine.gisborne_engine import news, texts
from tests.engine.gisborne_games import random_answer, seed_of
from tests.engine.gisborne_knowledge import submit
from tests.engine.gisborne_oracle import Game, add_to_log

Answer = Callable[[View, Ask], Command]
"""Chooses the answer of a seat."""


@dataclass(frozen=True, slots=True)
class Played:
    """A finished game. `positions` are the states in which a seat was asked, `answers` what it answered in each."""

    number: int
    events: list[Event]
    state: State
    positions: list[State]
    answers: list[Command]


def play(number: int, seats: int, players: Sequence[Answer]) -> Played:
    """Play a game, one answer after the other, by seat."""
    rng = Shuffler(seed_of(number))
    events, state = begin(RULES, Setup(gisborne()), seats, rng)
    positions, answers = list[State](), list[Command]()
    while ask := next((ask for ask in RULES.asks(state) if not ask.answered), None):
        command = players[ask.seat](RULES.view(state, ask.seat), ask)
        positions.append(state)
        answers.append(command)
        happened, state = advance(RULES, state, command, rng)
        events += happened
    return Played(number, events, state, positions, answers)


def random_game(number: int) -> Played:
    """Play a game of random answers, with three to five seats."""
    chance = Random(number)
    return play(number, 3 + number % 3, [lambda view, ask: random_answer(view, ask, chance)] * MOST_SEATS)


def recorded_games(games: int) -> list[Played]:
    """Return random games of three to five seats, in which engine and model come to the same log and points."""
    recorded = []
    for number in range(games):
        game = random_game(number)
        assert engine_again(game) == game.state
        model, log = model_again(game), list[tuple[Any, ...]]()
        for event in game.events:
            for entry in news(event):
                add_to_log(log, entry)
        assert model.over
        assert model.log == log
        assert [model.points(seat) for seat in model.seats] == [chest.points for chest in game.state.chests]
        recorded.append(game)
    return recorded


def engine_again(game: Played) -> State:
    """Return the state after the engine has played the recorded answers from the same seed."""
    rng = Shuffler(seed_of(game.number))
    state = begin(RULES, Setup(gisborne()), game.state.seats, rng).state
    for command in game.answers:
        state = advance(RULES, state, command, rng).state
    return state


def model_again(game: Played) -> Game:
    """Return the model after it has played the recorded shuffles and answers."""
    orders = decks(game.events)
    model = Game(game.state.seats, lambda label, _: [_item(item) for item in orders[label]])
    for command in game.answers:
        submit(model, *_in_words_of_model(command))
    return model


def _item(item: Any) -> Any:
    """Return an item of a shuffle as the model names it: faces are plain texts there."""
    return str(item) if isinstance(item, str) else item


def _in_words_of_model(command: Command) -> tuple[str, int, Any]:
    match command:
        case Lay(seat=seat, cards=cards, tent=tent):
            return "lay", seat, (texts(cards), tent)
        case Discard(seat=seat, cards=cards):
            return "river", seat, texts(cards)
        case Give(seat=seat, value=chip):
            return "wolves", seat, chip
        case Keep(seat=seat, chest=chest):
            return "keep", seat, chest
        case _:
            raise AssertionError("nothing is taken back here")
