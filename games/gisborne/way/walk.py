"""Walk: the moves of a round, which its page shows step by step."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from engine.contract import Seat
from engine.gisborne.events import Arrived, Moved, RoundBegan
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


def find_walk(news: Iterable[News]) -> Walk:
    """Return the moves of the last round in which a pawn has moved, from the news of the whole game."""
    at: dict[Seat, int] = {}
    number, walk_round, legs = 0, 0, list[Leg]()
    for item in news:
        match item:
            case RoundBegan(number):
                pass
            case Moved(seat, to, leg=leg):
                if walk_round != number:
                    walk_round, legs = number, []
                legs.append(Leg(seat, at.get(seat, 0), to, leg.value))
                at[seat] = to
            case Arrived(seat):
                if walk_round != number:
                    walk_round, legs = number, []
                legs.append(Leg(seat, at.get(seat, 0), BEACH, "steps"))
            case _:
                pass
    return Walk(walk_round, tuple(legs))
