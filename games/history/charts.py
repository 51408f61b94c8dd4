"""Line charts of a player's statistics; each figure is also in a table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from games.play.words import number_text

# All values are in units of the pictures.
WIDTH: Final = 360
_LEFT, _RIGHT, _TOP, _BOTTOM = 30, 12, 10, 22
_HEIGHT: Final = 150
_LEVELS: Final = 5
_STEPS: Final = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 5000)


@dataclass(frozen=True, slots=True)
class AxisTick:
    """A horizontal grid line: its height and value."""

    at: str
    label: str


@dataclass(frozen=True, slots=True)
class LineChart:
    """Values from left to right; `first` and `last` label the ends."""

    height: str
    right: str
    points: str
    places: tuple[tuple[str, str], ...]
    levels: tuple[AxisTick, ...]
    first: str
    last: str


def line_chart(figures: Sequence[tuple[str, float]]) -> LineChart:
    """Return two or more labeled values as a line."""
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
    return LineChart(
        height=str(_HEIGHT),
        right=str(WIDTH - _RIGHT),
        points=" ".join(f"{x},{y}" for x, y in places),
        places=places,
        levels=tuple(AxisTick(str(y(level)), number_text(level)) for level in range(low, high + 1, step)),
        first=figures[0][0],
        last=figures[-1][0],
    )
