"""Score chart of all seats, step by step.

Seats are distinguished by marks and dashes, not only by color, and every figure is also in a table.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Final
from unicodedata import east_asian_width

from engine.contract import Seat
from games.play.people import Person, seat_css
from games.play.words import figure

# All values are in units of the picture.
WIDTH: Final = 360
_LEFT, _RIGHT, _TOP, _BOTTOM = 30, 25, 10, 24
_LINE: Final = 14
_LEAST_HEIGHT: Final = 190
_MOST_STEPS: Final = 5
_MOST_TICKS: Final = 12
_MOST_ROOM: Final = 132
_WIDTHS: Final = {**dict.fromkeys("WMmw…%@&", 12), **dict.fromkeys("fijlrtI .,'’|", 5)}
_CAPITAL, _LETTER, _IDEOGRAM = 10, 8, 13
"""Width of a letter in the widest common font."""

MARKS: Final = (
    "M-4 0a4 4 0 1 0 8 0a4 4 0 1 0 -8 0z",
    "M-3.5 -3.5h7v7h-7z",
    "M0 -5L4.5 3.5h-9z",
    "M0 -5L5 0L0 5L-5 0z",
    "M0 5L4.5 -3.5h-9z",
    "M-5 -1.5h3.5v-3.5h3v3.5h3.5v3h-3.5v3.5h-3v-3.5h-3.5z",
)
"""A circle, a square, a triangle, a diamond, an inverted triangle and a cross, as paths around their center. From the
seventh seat on, the marks are hollow.
"""
_DASHES: Final = ("", "7 3", "2 3", "9 3 2 3")


@dataclass(frozen=True, slots=True)
class SeatMark:
    """Style of a seat in a chart: the path of its mark, its classes, and the dashes of its line."""

    path: str
    css: str
    dashes: str


@dataclass(frozen=True, slots=True)
class ChartLine:
    """A seat's line: its points as a string and as x/y pairs, and the height of its label; `name` is "" if there is
    only one line.
    """

    person: Person
    mark: SeatMark
    points: str
    places: tuple[tuple[str, str], ...]
    name: str
    name_y: str
    sums: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ChartTick:
    """A grid line or step: its position and label."""

    at: str
    label: str


@dataclass(frozen=True, slots=True)
class ChartWords:
    """Texts of a chart: caption, screen reader label, table heading, and heading of a seat."""

    caption: str
    label: str
    figures: str
    seat: str


@dataclass(frozen=True, slots=True)
class Chart:
    """Line chart of each seat's total after each step; the value before the first step is 0.

    `levels` are the horizontal grid lines, `steps` the labels from left to right.
    """

    height: str
    right: str
    names_x: str
    lines: tuple[ChartLine, ...]
    levels: tuple[ChartTick, ...]
    steps: tuple[ChartTick, ...]
    words: ChartWords

    @property
    def ticks(self) -> tuple[ChartTick, ...]:
        """Steps that have room for their labels in the picture."""
        every = -(-len(self.steps) // _MOST_TICKS)
        return self.steps[every - 1 :: every] if every else ()


def seat_mark(seat: Seat) -> SeatMark:
    """Return a seat's marker."""
    hollow = " hollow" if seat % (2 * len(MARKS)) >= len(MARKS) else ""
    return SeatMark(MARKS[seat % len(MARKS)], f"mark {seat_css(seat)}{hollow}", _DASHES[seat % len(_DASHES)])


@dataclass(frozen=True, slots=True)
class _Frame:
    """Scale of a chart: scores `low` to `high`, steps 0 to `last`, and space for names on the right."""

    height: int
    low: int
    high: int
    last: int
    names: int

    def x(self, step: int) -> int:
        return _LEFT + (WIDTH - _LEFT - _RIGHT - self.names) * step // max(self.last, 1)

    def y(self, score: int) -> int:
        room = self.height - _TOP - _BOTTOM
        return _TOP + room * (self.high - score) // (self.high - self.low)


def chart(people: Sequence[Person], gained: Sequence[Sequence[int]], steps: Sequence[str], words: ChartWords) -> Chart:
    """Return the chart of a finished game: the gain of each of the `people` in each of the named `steps`."""
    sums = [tuple(accumulate(row, initial=0)) for row in gained]
    grid = _step(max(map(max, sums)) - min(map(min, sums)))
    low, high = min(map(min, sums)) // grid * grid, -(-max(map(max, sums)) // grid) * grid
    height = max(_LEAST_HEIGHT, _TOP + _BOTTOM + _LINE * len(people))
    labels = {person.seat: _short(person.name) if len(people) > 1 else "" for person in people}
    frame = _Frame(height, low, max(high, low + grid), len(sums[0]) - 1, max(map(_room, labels.values())))
    heights = _spread_names([frame.y(line[-1]) for line in sums], _TOP, height - _BOTTOM)
    return Chart(
        height=str(height),
        right=str(frame.x(frame.last)),
        names_x=str(frame.x(frame.last) + 16),
        lines=tuple(
            _line(frame, person, line, labels[person.seat], name_y)
            for person, line, name_y in zip(people, sums, heights, strict=True)
        ),
        levels=tuple(ChartTick(str(frame.y(score)), figure(score)) for score in range(frame.low, frame.high + 1, grid)),
        steps=tuple(ChartTick(str(frame.x(number)), name) for number, name in enumerate(steps, 1)),
        words=words,
    )


def _step(span: int) -> int:
    """Return the distance of the grid lines, a round number that gives few of them."""
    return next(step for step in (5, 10, 20, 50, 100, 1000) if span <= step * _MOST_STEPS)


def _line(frame: _Frame, person: Person, sums: tuple[int, ...], name: str, name_y: int) -> ChartLine:
    places = tuple((str(frame.x(step)), str(frame.y(score))) for step, score in enumerate(sums))
    return ChartLine(
        person=person,
        mark=seat_mark(person.seat),
        points=" ".join(f"{x},{y}" for x, y in places),
        places=places[1:],
        name=name,
        name_y=str(name_y),
        sums=tuple(figure(score) for score in sums[1:]),
    )


def _short(name: str) -> str:
    """Return the name, truncated to fit."""
    if _room(name) <= _MOST_ROOM:
        return name
    return next(cut for end in range(len(name), 0, -1) if _room(cut := f"{name[:end].rstrip()}…") <= _MOST_ROOM)


def _room(name: str) -> int:
    return sum(map(_letter, name))


def _letter(letter: str) -> int:
    if east_asian_width(letter) in "WF":
        return _IDEOGRAM
    return _WIDTHS.get(letter, _CAPITAL if letter.isupper() else _LETTER)


def _spread_names(heights: list[int], top: int, bottom: int) -> list[int]:
    """Return label positions near the given ones, in order, without overlap."""
    order = sorted(range(len(heights)), key=lambda number: (heights[number], number))
    places = [0] * len(heights)
    free = top
    for number in order:
        places[number] = free = max(free, heights[number])
        free += _LINE
    free = bottom
    for number in reversed(order):
        places[number] = free = min(free, places[number])
        free -= _LINE
    return places
