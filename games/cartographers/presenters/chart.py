"""The stars of all seats, season by season, as a drawing. Seats are told apart by marks and dashes, not by colour
alone, and every figure stands in a table as well.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import accumulate
from typing import Final
from unicodedata import east_asian_width

from engine.cartographers.view import View
from engine.contract import Seat
from games.cartographers.presenters.people import Person
from games.cartographers.words.features import figure
from games.cartographers.words.names import season_name

# All in units of the drawing.
WIDTH: Final = 360
_LEFT, _RIGHT, _TOP, _BOTTOM = 30, 25, 10, 24
_LINE: Final = 14
_LEAST_HEIGHT: Final = 190
_MOST_STEPS: Final = 5
_MOST_ROOM: Final = 132
_WIDTHS: Final = {**dict.fromkeys("WMmw…%@&", 12), **dict.fromkeys("fijlrtI .,'’|", 5)}
_CAPITAL, _LETTER, _IDEOGRAM = 10, 8, 13
"""Room for a letter in the broadest of the usual fonts."""

MARKS: Final = (
    "M-4 0a4 4 0 1 0 8 0a4 4 0 1 0 -8 0z",
    "M-3.5 -3.5h7v7h-7z",
    "M0 -5L4.5 3.5h-9z",
    "M0 -5L5 0L0 5L-5 0z",
    "M0 5L4.5 -3.5h-9z",
    "M-5 -1.5h3.5v-3.5h3v3.5h3.5v3h-3.5v3.5h-3v-3.5h-3.5z",
)
"""A circle, a square, a triangle, a diamond, a triangle on its head, a cross: paths about their middle. Of more than
six seats the others have them hollow.
"""
_DASHES: Final = ("", "7 3", "2 3", "9 3 2 3")


@dataclass(frozen=True, slots=True)
class Mark:
    """How a seat is told apart: the path of its mark, its classes, and the dashes of its line."""

    path: str
    css: str
    dashes: str


@dataclass(frozen=True, slots=True)
class Line:
    """A seat's line: its points together, each of them by x and y, and how high its name stands; `name` is "" for one
    alone.
    """

    person: Person
    mark: Mark
    points: str
    places: tuple[tuple[str, str], ...]
    name: str
    name_y: str
    sums: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Tick:
    """A line of the grid, or a season, at its place, with what is written there."""

    at: str
    label: str


@dataclass(frozen=True, slots=True)
class Chart:
    """Stars in all after each season (0 before the first): `levels` across, `seasons` from left to right."""

    height: str
    right: str
    names_x: str
    lines: tuple[Line, ...]
    levels: tuple[Tick, ...]
    seasons: tuple[Tick, ...]


def mark_of(seat: Seat) -> Mark:
    """The mark of a seat."""
    hollow = " hollow" if seat % (2 * len(MARKS)) >= len(MARKS) else ""
    return Mark(MARKS[seat % len(MARKS)], f"mark seat-{seat % 12}{hollow}", _DASHES[seat % len(_DASHES)])


@dataclass(frozen=True, slots=True)
class _Frame:
    """From figures to places: stars `low` to `high`, seasons 0 to `last`, and room for names to the right."""

    height: int
    low: int
    high: int
    last: int
    names: int

    def x(self, season: int) -> int:
        return _LEFT + (WIDTH - _LEFT - _RIGHT - self.names) * season // max(self.last, 1)

    def y(self, stars: int) -> int:
        room = self.height - _TOP - _BOTTOM
        return _TOP + room * (self.high - stars) // (self.high - self.low)


def chart(view: View, people: tuple[Person, ...]) -> Chart:
    """The stars of a game that is over."""
    sums = [tuple(accumulate((season[seat].total for season in view.scores), initial=0)) for seat in range(view.seats)]
    step = _step(max(map(max, sums)) - min(map(min, sums)))
    low, high = min(map(min, sums)) // step * step, -(-max(map(max, sums)) // step) * step
    height = max(_LEAST_HEIGHT, _TOP + _BOTTOM + _LINE * view.seats)
    shown = {person.seat: _short(person.name) if view.seats > 1 else "" for person in people}
    frame = _Frame(height, low, max(high, low + step), len(view.scores), max(map(_room, shown.values())))
    heights = _apart([frame.y(line[-1]) for line in sums], _TOP, height - _BOTTOM)
    return Chart(
        height=str(height),
        right=str(frame.x(frame.last)),
        names_x=str(frame.x(frame.last) + 16),
        lines=tuple(
            _line(frame, person, sums[person.seat], shown[person.seat], heights[person.seat]) for person in people
        ),
        levels=tuple(Tick(str(frame.y(stars)), figure(stars)) for stars in range(frame.low, frame.high + 1, step)),
        seasons=tuple(
            Tick(str(frame.x(number)), season_name(season.id))
            for number, season in enumerate(view.definition.seasons, 1)
        ),
    )


def _step(span: int) -> int:
    """How many stars the lines of the grid lie apart: few of them, at round figures."""
    return next(step for step in (5, 10, 20, 50, 100, 1000) if span <= step * _MOST_STEPS)


def _line(frame: _Frame, person: Person, sums: tuple[int, ...], name: str, name_y: int) -> Line:
    places = tuple((str(frame.x(season)), str(frame.y(stars))) for season, stars in enumerate(sums))
    return Line(
        person=person,
        mark=mark_of(person.seat),
        points=" ".join(f"{x},{y}" for x, y in places),
        places=places[1:],
        name=name,
        name_y=str(name_y),
        sums=tuple(figure(stars) for stars in sums[1:]),
    )


def _short(name: str) -> str:
    """The name, or as much of its beginning as there is room for."""
    if _room(name) <= _MOST_ROOM:
        return name
    return next(cut for end in range(len(name), 0, -1) if _room(cut := f"{name[:end].rstrip()}…") <= _MOST_ROOM)


def _room(name: str) -> int:
    return sum(map(_letter, name))


def _letter(letter: str) -> int:
    if east_asian_width(letter) in "WF":
        return _IDEOGRAM
    return _WIDTHS.get(letter, _CAPITAL if letter.isupper() else _LETTER)


def _apart(wanted: list[int], top: int, bottom: int) -> list[int]:
    """Places for names near those wanted, in their order, none over another."""
    order = sorted(range(len(wanted)), key=lambda number: (wanted[number], number))
    found = [0] * len(wanted)
    free = top
    for number in order:
        found[number] = free = max(free, wanted[number])
        free += _LINE
    free = bottom
    for number in reversed(order):
        found[number] = free = min(free, found[number])
        free -= _LINE
    return found
