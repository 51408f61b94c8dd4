"""Walk: the moves of a round, which its page shows step by step."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from engine.contract import Seat
from engine.gisborne.events import Arrived, Event, Moved, Reason, RoundBegan
from engine.gisborne.news import News

BEACH = -1
"""End of a leg that leads onto the beach."""


@dataclass(frozen=True, slots=True)
class Leg:
    """Part of a move: from one field to another (0: the bar, `BEACH`: the beach); `kind` is steps, push or bridge."""

    seat: Seat
    start: int
    to: int
    kind: str


@dataclass(frozen=True, slots=True)
class Walk:
    """Moves of a round so far, in the order in which they were made."""

    round: int = 0
    legs: tuple[Leg, ...] = ()

    @property
    def data(self) -> str:
        """Moves as text for the script: seat, start, end and kind of each leg."""
        return " ".join(f"{leg.seat},{leg.start},{leg.to},{leg.kind}" for leg in self.legs)


def find_walk(events: Iterable[Event | News]) -> Walk:
    """Return the moves of the last round in which a pawn has moved, from the events or news of the whole game."""
    walk, at, number = Walk(), dict[Seat, int](), 0
    for event in events:
        match event:
            case RoundBegan(number):
                pass
            case Moved(seat, to, leg=kind):
                walk = _go_on(walk, number, Leg(seat, at.get(seat, 0), to, kind.value))
                at[seat] = to
            case Arrived(seat):
                walk = _go_on(walk, number, Leg(seat, at.get(seat, 0), BEACH, Reason.STEPS.value))
            case _:
                pass
    return walk


def _go_on(walk: Walk, number: int, leg: Leg) -> Walk:
    """Return a walk with one more leg, which is the first one of another round."""
    return Walk(number, (*walk.legs, leg) if walk.round == number else (leg,))
