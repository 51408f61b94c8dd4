"""The stars of a seat turn by turn, as areas that lie one upon another."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from games.play.numbers import figure

# All values are in units of the picture.
WIDTH: Final = 360
HEIGHT: Final = 200
_LEFT, _RIGHT, _TOP, _BOTTOM = 30, 20, 10, 22
_MOST_LEVELS: Final = 6
_ROOM: Final = 11
"""Minimum height of an area at its end to have room for its letter."""


@dataclass(frozen=True, slots=True)
class Area:
    """Area of one source in the stacked chart: its stars after each turn, on top of the sources below.

    `points` is its outline. `letter_y` is the height of its letter, "" if there is no room for it.
    """

    css: str
    letter: str
    name: str
    points: str
    letter_y: str


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the picture at its place, with what is written there and the class of its colour."""

    at: str
    label: str
    css: str = ""


@dataclass(frozen=True, slots=True)
class Areas:
    """The picture: areas from the lowest up, `levels` across, and where each season begins."""

    areas: tuple[Area, ...]
    levels: tuple[Line, ...]
    seasons: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Source:
    """Source of stars, with its stars after each turn, starting at 0 turns."""

    letter: str
    name: str
    stars: Sequence[int]


def areas(sources: Sequence[Source], seasons: Sequence[tuple[int, str, str]]) -> Areas:
    """The picture of these sources, of which none may be below 0; the `seasons` by the turns before them, name and
    class.
    """
    turns = len(sources[0].stars) - 1
    sums = [[0] * (turns + 1)]
    for source in sources:
        sums.append([low + more for low, more in zip(sums[-1], source.stars, strict=True)])
    step = next(step for step in (5, 10, 20, 50, 100, 1000) if max(sums[-1]) <= step * _MOST_LEVELS)
    high = max(step, -(-max(sums[-1]) // step) * step)
    return Areas(
        areas=tuple(
            _area(number, source, low, top, high)
            for number, (source, low, top) in enumerate(zip(sources, sums, sums[1:], strict=False))
        ),
        levels=tuple(Line(str(_y(level, high)), figure(level)) for level in range(0, high + 1, step)),
        seasons=tuple(Line(str(_x(before, turns)), name, css) for before, name, css in seasons),
    )


def _area(number: int, source: Source, low: Sequence[int], top: Sequence[int], high: int) -> Area:
    turns = len(low) - 1
    over = [f"{_x(turn, turns)},{_y(stars, high)}" for turn, stars in enumerate(top)]
    under = [f"{_x(turn, turns)},{_y(stars, high)}" for turn, stars in enumerate(low)]
    y_low, y_top = _y(low[-1], high), _y(top[-1], high)
    letter_y = str((y_low + y_top) // 2) if y_low - y_top >= _ROOM else ""
    return Area(f"area-{number}", source.letter, source.name, " ".join([*over, *reversed(under)]), letter_y)


def _x(turn: int, turns: int) -> int:
    return _LEFT + (WIDTH - _LEFT - _RIGHT) * turn // max(turns, 1)


def _y(stars: int, high: int) -> int:
    return _TOP + (HEIGHT - _TOP - _BOTTOM) * (high - stars) // high
