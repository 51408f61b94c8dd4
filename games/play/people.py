"""Who sits where, as the pages name them."""

from __future__ import annotations

from dataclasses import dataclass

from engine.contract import Seat
from games.tables.game import Seated


@dataclass(frozen=True, slots=True)
class Person:
    """A seat with the name of who sits there. `css` gives its colour; `me` is who looks."""

    seat: Seat
    name: str
    title: str
    username: str
    css: str
    me: bool


def seat_css(seat: int) -> str:
    """The class that gives a seat its colour."""
    return f"seat-{seat % 12}"


def people(seated: Seated) -> tuple[Person, ...]:
    """Everybody at the table, in the order of the seats."""
    return tuple(
        Person(
            seat=Seat(entry.index),
            name=str(entry.user),
            title=entry.user.title,
            username=entry.user.username,
            css=seat_css(entry.index),
            me=entry.index == seated.seat,
        )
        for entry in seated.seats
    )
