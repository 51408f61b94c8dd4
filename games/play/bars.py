"""Bars beside the figures of a table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

# All values are in units of the pictures.
BAR_WIDTH: Final = 160
_NARROW: Final = 2
"""Half the width of the mark at either end of a scale."""


@dataclass(frozen=True, slots=True)
class Bar:
    """Bar in a group with a common scale.

    `x` is its start and `width` its width. `mark` is the position of the average that it is compared with,
    and `zero` that of 0.
    """

    x: str
    width: str
    mark: str
    zero: str


def bar_chart(pairs: Sequence[tuple[float, float]]) -> tuple[Bar, ...]:
    """Return figures, each paired with the average that it is compared with, as bars on one scale."""
    figures = [0.0, *(figure for pair in pairs for figure in pair)]
    low, high = min(figures), max(figures)
    scale = (BAR_WIDTH - 2 * _NARROW) / max(high - low, 1)

    def x(figure: float) -> int:
        return round(_NARROW + (figure - low) * scale)

    return tuple(
        Bar(str(min(x(0), x(own))), str(max(abs(x(own) - x(0)), 1)), str(x(average)), str(x(0)))
        for own, average in pairs
    )
