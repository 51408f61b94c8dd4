"""Intents of a seat in a turn, sent by a form or a typed command."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from engine.cartographers.commands import Choose, Close, Command, Draw, TakeBack, ask_id, closing_id
from engine.cartographers.geometry import Space
from engine.cartographers.notation import Placement
from engine.contract import Seat
from games.cartographers.words.names import KEY
from games.tables.submit import Intent


def drawing(turn: int, placement: Placement) -> Intent:
    """To draw."""
    return answering(turn, lambda seat: Draw(seat, turn, placement))


def choosing(turn: int, space: Space) -> Intent:
    """To choose the space that a monster destroys."""
    return answering(turn, lambda seat: Choose(seat, turn, space))


def taking_back(turn: int) -> Intent:
    """To take the own drawing or choice of the open turn back."""
    return Intent(KEY, partial(ask_id, turn), lambda seat: TakeBack(seat, turn), withdraws=True)


def closing(turn: int) -> Intent:
    """At practice, to close the turn that was answered."""
    return Intent(KEY, partial(closing_id, turn), lambda seat: Close(seat, turn))


def answering(turn: int, build: Callable[[Seat], Command]) -> Intent:
    """To answer what a turn asks; `build` makes the command, or refuses by a RuleViolation."""
    return Intent(KEY, partial(ask_id, turn), build)
