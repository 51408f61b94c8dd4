"""What a seat may intend."""

from __future__ import annotations

from dataclasses import dataclass

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
    """Take the own drawing of the open turn back."""

    seat: Seat
    turn: int


Command = Draw | TakeBack
