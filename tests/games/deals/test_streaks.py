"""Streaks of daily maps."""

from datetime import date, timedelta

import pytest

from games.deals.streaks import Streak, streak_on

TODAY = date(2026, 11, 30)


def _days(*ago: int) -> set[date]:
    return {TODAY - timedelta(days=days) for days in ago}


@pytest.mark.parametrize(
    ("ago", "days", "frozen"),
    [
        ((), 0, ()),
        ((0,), 1, ()),
        ((1,), 1, ()),
        ((0, 1, 2), 3, ()),
        ((2,), 1, (1,)),
        ((3,), 0, ()),
        ((0, 2, 3), 3, (1,)),
        ((0, 2, 4), 2, (1,)),
        ((0, *range(2, 7), 8), 6, (1,)),
        ((0, *range(2, 8), *range(9, 12)), 10, (1, 8)),
    ],
)
def test_streak_survives_one_missed_day_a_week(ago: tuple[int, ...], days: int, frozen: tuple[int, ...]) -> None:
    assert streak_on(TODAY, _days(*ago)) == Streak(days, tuple(sorted(_days(*frozen), reverse=True)))
