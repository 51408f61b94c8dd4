"""Ties of the stand-in: for equal views it moves differently by seat, but always the same on one seat."""

from dataclasses import replace

import pytest

from engine.cartographers.commands import Command, Draw
from engine.cartographers.game import RULES
from engine.cartographers.mixing.build import setup_of
from engine.cartographers.mixing.mix import Preset
from engine.cartographers.mixing.presets import PRESETS
from engine.cartographers.players.one_ply import OnePly
from engine.randomness import Shuffler
from tests.engine.tools import Game, seed_of


def first_turn(seats: int, number: int, key: str) -> list[Command]:
    """The stand-in's moves for every seat in the first turn, when all boards are equal."""
    game = Game(setup_of(PRESETS[Preset.CARTOGRAPHERS]), seats, Shuffler(seed_of(number)))
    asks = [replace(ask, tie_key=key) for ask in game.open_asks]
    return [RULES.fallback(RULES.view(game.state, ask.seat), ask) for ask in asks]


def best_answers(number: int) -> int:
    """The number of equally good placements for the first card."""
    game = Game(setup_of(PRESETS[Preset.CARTOGRAPHERS]), 1, Shuffler(seed_of(number)))
    view = RULES.view(game.state, game.open_asks[0].seat)
    assert view.desk is not None
    values = [rated.value for rated in OnePly().rate_placements(view, view.desk)]
    return sum(value == pytest.approx(max(values), abs=1e-6) for value in values)


def placements(commands: list[Command]) -> list[str]:
    return [str(command.placement) for command in commands if isinstance(command, Draw)]


def test_seats_with_equal_boards_are_not_played_alike() -> None:
    tied = [number for number in range(24) if best_answers(number) > 1]
    alike = [len(set(placements(first_turn(5, number, "table")))) == 1 for number in tied]
    assert len(tied) > 6
    assert sum(alike) <= 2, "five seats may choose alike by chance"


def test_tables_with_equal_boards_are_not_played_alike() -> None:
    played = [[placements(first_turn(3, number, key)) for number in range(8)] for key in ("one", "another")]
    assert played[0] != played[1]


@pytest.mark.parametrize("seats", [1, 2, 5])
def test_the_same_ask_is_always_answered_alike(seats: int) -> None:
    assert first_turn(seats, 1, "table") == first_turn(seats, 1, "table")
