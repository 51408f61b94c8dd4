"""Hours that count, and nights that do not."""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta, tzinfo
from typing import Final

NIGHTFALL: Final = time(22)
MORNING: Final = time(8)
"""Between the two, on the clock of who sleeps, nobody has to do anything."""
_DAY: Final = timedelta(days=1)


def is_night(moment: datetime, zone: tzinfo, begin: time = NIGHTFALL, end: time = MORNING) -> bool:
    """Return whether it is between two times of the day in a time zone, by default at night."""
    local = moment.astimezone(zone).time()
    if begin < end:
        return begin <= local < end
    return local >= begin or local < end


def morning_after(moment: datetime, zone: tzinfo, begin: time = NIGHTFALL, end: time = MORNING) -> datetime:
    """Return the end of the night (or other hours) that it is at that moment in a time zone, and outside of them the
    moment itself; in UTC. An end that is skipped as clocks go forward is when they do.
    """
    if not is_night(moment, zone, begin, end):
        return moment.astimezone(UTC)
    local = moment.astimezone(zone)
    date = local.date() + _DAY if local.time() >= end else local.date()
    return datetime.combine(date, end, zone).astimezone(UTC)


def later(start: datetime, seconds: float, zone: tzinfo | None) -> datetime:
    """The moment so many seconds after another; nights in `zone` do not count, if one is given."""
    left = timedelta(seconds=seconds)
    if zone is None:
        return start + left
    moment = morning_after(start, zone)
    while left > (day := _nightfall(moment, zone) - moment):
        left -= day
        moment = morning_after(_nightfall(moment, zone), zone)
    return moment + left


def between(start: datetime, end: datetime, zone: tzinfo | None) -> float:
    """The seconds from one moment to another, 0 where that is not later; nights in `zone` do not count."""
    if zone is None:
        return max(0.0, (end - start).total_seconds())
    moment, counted = morning_after(start, zone), timedelta()
    while moment < end:
        evening = _nightfall(moment, zone)
        counted += min(evening, end) - moment
        moment = morning_after(evening, zone)
    return counted.total_seconds()


def _nightfall(moment: datetime, zone: tzinfo) -> datetime:
    """The end of the day that it is at that moment in a time zone; in UTC, as a difference of two local times leaves
    out what daylight saving adds.
    """
    return datetime.combine(moment.astimezone(zone).date(), NIGHTFALL, zone).astimezone(UTC)
