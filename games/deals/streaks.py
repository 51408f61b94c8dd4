"""Streaks of daily maps: days in a row, with one day a week that may be missed."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Final

DAY: Final = timedelta(days=1)
FREEZE_EVERY: Final = timedelta(days=7)
"""Time from a missed day until another one may be missed."""


@dataclass(frozen=True, slots=True)
class Streak:
    """Number of daily maps played in a row up to the present day, and the days that were missed in between."""

    days: int
    frozen: tuple[date, ...] = ()


def streak_on(today: date, played: Collection[date]) -> Streak:
    """Return the streak on a day, given the days whose map was played.

    The present day breaks no streak, as there is time left. A missed day breaks none either unless another one was
    missed in the seven days before or after it.
    """
    days, frozen, day = 0, list[date](), today
    if day not in played:
        day -= DAY
    while True:
        if day in played:
            days += 1
        elif day - DAY in played and not (frozen and frozen[-1] - day < FREEZE_EVERY):
            frozen.append(day)
        else:
            return Streak(days, tuple(frozen))
        day -= DAY
