"""Quick games: whole games without players, to try a definition."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from functools import lru_cache
from typing import Any, Final

from engine.contract import Ask
from engine.gisborne import RULES, Setup, choose_command
from engine.gisborne.definition import Definition
from engine.gisborne.state import State
from engine.gisborne.view import View
from engine.randomness import Shuffler
from engine.runner import play_out
from games.gisborne.shelf.schema import SEATS

MOST_ROUNDS: Final = 200
"""Rounds after which a quick game counts as endless. Absent seats need about 50 with the printed box."""

Chooser = Callable[[View, Ask], Any]


def play_game(definition: Definition, seats: int, number: int, choose: Chooser = choose_command) -> State:
    """Return the last state of the quick game with a number; it is not over if the game had no end.

    The same number gives the same chance for every definition.
    """
    rng = Shuffler(hashlib.sha256(f"quick game {number}".encode()).digest())
    states = play_out(RULES, Setup(definition), seats, rng, choose)
    return next(state for state in states if state.over or state.round.number > MOST_ROUNDS)


@lru_cache(maxsize=64)
def endless_seats(definition: Definition) -> tuple[int, ...]:
    """Return the numbers of seats with which a game of absent seats doesn't end."""
    return tuple(seats for seats in SEATS if not play_game(definition, seats, 0, RULES.fallback).over)
