"""Commands that a seat can give."""

from __future__ import annotations

from dataclasses import dataclass

from engine.cartographers.geometry import Space
from engine.cartographers.notation import Placement
from engine.contract import Seat


@dataclass(frozen=True, slots=True)
class Draw:
    """Draw this turn's shape. Whose board it goes on follows from the state."""

    seat: Seat
    turn: int
    placement: Placement


@dataclass(frozen=True, slots=True)
class TakeBack:
    """Take the own answer of the open turn back, drawing or choice."""

    seat: Seat
    turn: int


@dataclass(frozen=True, slots=True)
class Choose:
    """Choose the space that a monster destroys. Whose board it is on follows from the state."""

    seat: Seat
    turn: int
    space: Space


@dataclass(frozen=True, slots=True)
class Close:
    """At practice, close the turn that was answered."""

    seat: Seat
    turn: int


Command = Draw | TakeBack | Choose | Close


def ask_id(turn: int, seat: Seat) -> str:
    """The id of what a turn asks of a seat, which a command of the same turn answers or takes back."""
    return f"{turn}.{seat}"


def closing_id(turn: int, seat: Seat) -> str:
    """The id of the ask that the closing of a turn answers."""
    return f"{turn}.{seat}.close"
