"""Assertions about random mixed games."""

from random import Random

from engine.cartographers.game import RULES
from engine.verification import check
from tests.engine.invariants import check_history, check_state, check_step, through_json
from tests.engine.mixes import mixed_random
from tests.engine.shadow import shadowed
from tests.engine.tools import Game

GAMES = 1000
SHORT = 25
"""Of which a short run plays each of that number; it has all numbers of seats among them."""


def check_game(game: Game, rng: Random) -> None:
    """Play a game to its end, with some take-backs, checking it against the oracle and itself."""
    while not game.state.over:
        before = game.state
        answered = [seat for seat, answer in enumerate(before.answers) if answer]
        if answered and rng.random() < 0.05:
            game.take_back(rng.choice(answered))
        else:
            game.anything(rng)
        check_step(before, game.state)
        check_state(game.state)
    check_history(game.events, game.state)
    assert through_json(game.events) == game.events
    assert check(RULES, game.events) == game.state
    assert shadowed(game.events) == game.state
    assert len(RULES.standings(game.state).places) == game.state.seats


def check_seats(*seats: int, full: bool) -> None:
    """Check the games with these numbers of seats; only a sample unless `full`."""
    for number in range(0, GAMES, 1 if full else SHORT):
        if 1 + number % 6 in seats:
            check_game(mixed_random(number), Random(number))
