"""Commands that a seat can give, and the ids of the asks that they answer."""

from __future__ import annotations

from dataclasses import dataclass

from engine.contract import Seat
from engine.gisborne.cards import Cards


@dataclass(frozen=True, slots=True)
class Lay:
    """Command to lay a play in a round: cards, the tent, or both."""

    seat: Seat
    round: int
    cards: Cards
    tent: bool = False


@dataclass(frozen=True, slots=True)
class Discard:
    """Command to discard cards at a river."""

    seat: Seat
    ask: str
    cards: Cards


@dataclass(frozen=True, slots=True)
class Give:
    """Command to give the wolves a chip of a value."""

    seat: Seat
    ask: str
    value: int


@dataclass(frozen=True, slots=True)
class Keep:
    """Command to put the first `chest` cards of those dealt in a position scoring into the chest, the rest in hand."""

    seat: Seat
    ask: str
    chest: int


@dataclass(frozen=True, slots=True)
class TakeBack:
    """Command to take back one's own open answer: a play, or the number of cards for the chest."""

    seat: Seat
    ask: str


Command = Lay | Discard | Give | Keep | TakeBack


def lay_id(round_: int, seat: Seat) -> str:
    """Return the id of the ask for a play."""
    return f"{round_}.lay.{seat}"


def river_id(round_: int, number: int, seat: Seat) -> str:
    """Return the id of the ask at a river; `number` counts the round's rivers and wolves, from 1."""
    return f"{round_}.river{number}.{seat}"


def wolves_id(round_: int, number: int, seat: Seat) -> str:
    """Return the id of the ask of wolves; `number` as for rivers."""
    return f"{round_}.wolves{number}.{seat}"


def keep_id(round_: int, number: int, seat: Seat) -> str:
    """Return the id of a seat's ask in a position scoring; `number` counts those of the round, from 1."""
    return f"{round_}.keep{number}.{seat}"
