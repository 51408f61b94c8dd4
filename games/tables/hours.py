"""Hours that count, and nights and vacations that do not."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, time, timedelta, tzinfo
from typing import Final

from games.accounts.vacations import Span

NIGHTFALL: Final = time(22)
MORNING: Final = time(8)
"""Night in the player's own time zone, from `NIGHTFALL` to `MORNING`. Players don't have to do anything then."""
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


def later(start: datetime, seconds: float, zone: tzinfo | None, breaks: Sequence[Span] = ()) -> datetime:
    """The moment so many seconds after another. Nights in `zone` do not count, if one is given, nor do `breaks`, which
    are in their order.
    """
    moment = start
    for begin, end in _ahead(breaks, start):
        before = between(moment, begin, zone)
        if seconds < before:
            break
        seconds, moment = seconds - before, max(moment, end)
    return _later(moment, seconds, zone)


def _ahead(breaks: Sequence[Span], start: datetime) -> Iterator[Span]:
    return (one for one in breaks if one[1] > start)


def _later(start: datetime, seconds: float, zone: tzinfo | None) -> datetime:
    left = timedelta(seconds=seconds)
    if zone is None:
        return start + left
    moment = morning_after(start, zone)
    while left > (day := _nightfall(moment, zone) - moment):
        left -= day
        moment = morning_after(_nightfall(moment, zone), zone)
    return moment + left


def between(start: datetime, end: datetime, zone: tzinfo | None, breaks: Sequence[Span] = ()) -> float:
    """The seconds from one moment to another, 0 where that is not later; nights in `zone` and `breaks` do not count."""
    counted, moment = 0.0, start
    for begin, over in _ahead(breaks, start):
        counted += _between(moment, min(begin, end), zone)
        moment = max(moment, over)
    return counted + _between(moment, end, zone)


def _between(start: datetime, end: datetime, zone: tzinfo | None) -> float:
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
