"""Figures of a person as pictures; every figure stands in a table beside as well."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from games.play.numbers import written

# All in units of the pictures.
WIDTH: Final = 360
_ROW: Final = 34
_LEFT, _RIGHT, _TOP, _BOTTOM = 30, 12, 10, 22
_HEIGHT: Final = 150
_LEVELS: Final = 5
_STEPS: Final = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 5000)
_NARROW: Final = 6
"""Half the room of a mark at either end of a scale."""


@dataclass(frozen=True, slots=True)
class Bar:
    """One row: its name, which stands above its bar, from `x` so wide, and `mark`, where the mean of everybody is."""

    name: str
    name_y: str
    y: str
    x: str
    width: str
    mark: str


@dataclass(frozen=True, slots=True)
class Bars:
    """Rows one below another; `zero` is where their scale has its 0."""

    height: str
    zero: str
    rows: tuple[Bar, ...]


@dataclass(frozen=True, slots=True)
class Tick:
    """A line across at a height, and its figure."""

    at: str
    label: str


@dataclass(frozen=True, slots=True)
class Line:
    """Figures from left to right; `first` and `last` name the ends."""

    height: str
    right: str
    points: str
    places: tuple[tuple[str, str], ...]
    levels: tuple[Tick, ...]
    first: str
    last: str


def bars(rows: Sequence[tuple[str, float, float]]) -> Bars:
    """Names, each with a person's figure and everybody's, as bars on one scale."""
    figures = [0.0, *(figure for _name, *both in rows for figure in both)]
    low, high = min(figures), max(figures)
    scale = (WIDTH - 2 * _NARROW) / max(high - low, 1)

    def x(figure: float) -> int:
        return round(_NARROW + (figure - low) * scale)

    return Bars(
        height=str(_ROW * len(rows)),
        zero=str(x(0)),
        rows=tuple(
            Bar(
                name=name,
                name_y=str(number * _ROW + 14),
                y=str(number * _ROW + 18),
                x=str(min(x(0), x(own))),
                width=str(max(abs(x(own) - x(0)), 1)),
                mark=str(x(everybody)),
            )
            for number, (name, own, everybody) in enumerate(rows)
        ),
    )


def line(figures: Sequence[tuple[str, float]]) -> Line:
    """Two or more named figures as a line."""
    values = [figure for _name, figure in figures]
    step = next(step for step in _STEPS if max(values) - min(values) <= step * (_LEVELS - 1) or step == _STEPS[-1])
    low = int(min(values) // step) * step
    high = max(int(-(-max(values) // step)) * step, low + step)

    def y(figure: float) -> int:
        return round(_TOP + (_HEIGHT - _TOP - _BOTTOM) * (high - figure) / (high - low))

    room = WIDTH - _LEFT - _RIGHT
    places = tuple(
        (str(round(_LEFT + room * number / (len(values) - 1))), str(y(value))) for number, value in enumerate(values)
    )
    return Line(
        height=str(_HEIGHT),
        right=str(WIDTH - _RIGHT),
        points=" ".join(f"{x},{y}" for x, y in places),
        places=places,
        levels=tuple(Tick(str(y(level)), written(level)) for level in range(low, high + 1, step)),
        first=figures[0][0],
        last=figures[-1][0],
    )
