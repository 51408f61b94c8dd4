"""Commands that a seat can give."""

from __future__ import annotations

from dataclasses import dataclass

from engine.cartographers.geometry import Space
from engine.cartographers.notation import Placement
from engine.contract import Seat


@dataclass(frozen=True, slots=True)
class Draw:
    """Command to draw this turn's shape. The state determines whose board it goes on."""

    seat: Seat
    turn: int
    placement: Placement


@dataclass(frozen=True, slots=True)
class TakeBack:
    """Command to take back one's own answer to the open turn, drawing or choice."""

    seat: Seat
    turn: int


@dataclass(frozen=True, slots=True)
class Choose:
    """Command to choose the space that a monster destroys. The state determines whose board it is on."""

    seat: Seat
    turn: int
    space: Space


@dataclass(frozen=True, slots=True)
class Close:
    """Practice mode: command to close an answered turn."""

    seat: Seat
    turn: int


@dataclass(frozen=True, slots=True)
class UseSkill:
    """Command to look at the next card with a skill (id), before drawing. It can't be taken back."""

    seat: Seat
    turn: int
    skill: str


Command = Draw | TakeBack | Choose | Close | UseSkill


def ask_id(turn: int, seat: Seat) -> str:
    """Return the id of the ask of a seat in a turn, for the command that answers it or takes it back."""
    return f"{turn}.{seat}"


def closing_id(turn: int, seat: Seat) -> str:
    """Return the id of the ask that closing a turn answers."""
    return f"{turn}.{seat}.close"
