"""Whole random games in the engine and in the oracle: the records must be equal."""

from random import Random

import pytest

from engine.cartographers.placement import SingleTerrain
from engine.cartographers.rules.setup import Setup
from tests.engine.compare import check_same, follow, replayed
from tests.engine.oracle import game as oracle
from tests.engine.oracle.cards import AMBUSH
from tests.engine.oracle.random_games import greedy_chooser, random_chooser, random_setup
from tests.engine.tools import Game, Stacked, definition, random_game, seed_of


@pytest.mark.parametrize("seats", range(1, 7))
def test_a_game_of_the_engine_is_a_game_of_the_oracle(seats: int) -> None:
    for number in range(12 if seats < 4 else 6):
        single = SingleTerrain.CARD if number % 3 == 1 else SingleTerrain.ANY
        game = random_game(seats, 1000 * seats + number, "AB"[number % 2], single)
        check_same(game, replayed(game))


def _engine_game(setup: oracle.Setup) -> Game:
    """An engine game with the decks of an oracle set-up."""
    ambushes: list[str] = []
    for deck in setup.decks:
        ambushes += [card for card in deck if card in AMBUSH and card not in ambushes]
    tops = {
        f"deck/{name}": deck for name, deck in zip(("spring", "summer", "fall", "winter"), setup.decks, strict=True)
    }
    sheet = next(name for name in "AB" if "\n".join(definition(name).sheet.rows()) == setup.sheet)
    rng = Stacked(seed_of(0), {**tops, "ambushes": ambushes})
    single = SingleTerrain(setup.single_terrain)
    return Game(Setup(definition(sheet, single), setup.edicts), setup.seats, rng)


@pytest.mark.parametrize("seats", range(1, 7))
def test_a_game_of_the_oracle_is_a_game_of_the_engine(seats: int) -> None:
    for number in range(6):
        rng = Random(100 * seats + number)
        setup = random_setup(rng, seats, single_terrain=rng.choice(("any", "card")))
        chooser = greedy_chooser(setup) if seats == 1 and number == 0 else random_chooser(rng)
        record = oracle.play(setup, chooser)
        game = _engine_game(setup)
        follow(game, record)
        check_same(game, record)
