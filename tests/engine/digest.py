"""Print a digest of seeded games and scored maps: `python -m tests.engine.digest`."""

import hashlib
import json
from random import Random

from engine.cartographers.catalog import Edition, scoring_cards
from engine.cartographers.game import RULES
from engine.cartographers.notation import board_of
from engine.cartographers.rules.setup import Setup
from engine.cartographers.scoring.tally import score
from engine.contract import Seat
from engine.randomness import Shuffler
from tests.engine.mixes import mixed_random
from tests.engine.oracle.random_maps import random_maps
from tests.engine.tools import Game, definition, seed_of


def digest() -> str:
    """The SHA-256 of everything that these games and maps produce, in order."""
    sha = hashlib.sha256()
    for text in random_maps(77, 60):
        for edition in Edition:
            for card in scoring_cards(edition).values():
                sha.update(repr(score(card, board_of(text)).contributions).encode())
    games = [Game(Setup(definition()), seats, Shuffler(seed_of(seats))) for seats in (1, 2, 3, 5)]
    for game in (*games, *(mixed_random(number) for number in (12, 19, 25, 28, 33, 40))):
        for line in _played(game):
            sha.update(line.encode())
    return sha.hexdigest()


def _played(game: Game) -> list[str]:
    """Lines that describe a game played to its end: offers, asks, views, standings and events."""
    rng, lines = Random(game.state.seats), []
    while not game.state.over:
        ask = rng.choice(game.open_asks)
        if game.state.open:
            lines += [str(placement) for placement in game.offer(ask.seat).placements()]
        lines += [
            repr(RULES.asks(game.state)),
            repr(RULES.view(game.state, Seat(0))),
            repr(RULES.standings(game.state)),
        ]
        game.do(game.any_answer(rng, ask))
    lines += [json.dumps(RULES.encode(event)) for event in game.events]
    return [*lines, repr(game.state)]


if __name__ == "__main__":
    print(digest())  # noqa: T201 - to be compared by another process
