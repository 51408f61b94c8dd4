"""Seat clocks: starting, stopping and running out. Nothing here is stored."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta, tzinfo
from math import ceil
from typing import Any, Final, cast
from zoneinfo import ZoneInfo

from django.db.models import Case, Field, Value, When

from games.accounts import time_zones
from games.accounts.models import User
from games.accounts.vacations import Span, Vacation, spans_of
from games.tables.models import Pace, Seat, Table
from games.tables.models.players import is_played_by_site
from games.tables.time_control import seconds_between, time_after

PARTS: Final = ("due_at", "alarm_at", "left", "clock_turn", "reserve", "clock_zone")
"""Columns of a seat that make up its clock."""
_TIMEOUTS: Final = {Pace.LIVE: 2, Pace.DAYS: 1}
"""Number of consecutive timeouts after which the stand-in plays for a seat."""
_WARNING: Final = 4
"""In turn-based games, a warning is sent at the start of the last of this many equal parts of the time."""
_LONGEST_WARNING: Final = 24 * 60 * 60
PUT_OFF: Final = timedelta(minutes=1)
"""Time for which the sweeper skips a seat that it could not handle."""
_DESERTED: Final = 24 * 60 * 60
"""Length in seconds of a turn without a time limit once no player is there anymore."""


def start_clock(table: Table, seat: Seat, now: datetime, *, attended: bool = True) -> None:
    """Start the clock of a seat that is awaited from now.

    In a new turn the seat gets the full time, within a turn the remaining time. A seat played by the stand-in or a bot
    gets an alarm at once. If no player is there to wait for it (not `attended`), the alarm is after the time of a
    turn, so that a returning player has that long.

    A turn keeps the time zone that it started with, so that a player cannot move the deadline by changing theirs.
    """
    if seat.due_at:
        stop_clock(table, seat, now)
    if is_played_by_site(seat.player):
        seat.alarm_at = now if attended else now + timedelta(seconds=table.turn_seconds or _DESERTED)
        return
    if table.pace == Pace.NONE:
        seat.alarm_at = None
        return
    if seat.clock_turn != table.turn or seat.left is None:
        seat.reserve = table.reserve_seconds if seat.left is None else min(seat.reserve, seat.left)
        seat.clock_turn, seat.left = table.turn, table.turn_seconds + seat.reserve
        seat.clock_zone = time_zones.zone_of(_user_of(seat)).key if _leaves_out(table) else ""
    _run(table, seat, seat.left, now)


def stop_clock(table: Table, seat: Seat, now: datetime) -> None:
    """Stop a seat's clock and keep the time left for the turn."""
    if seat.due_at:
        left = ceil(_between(table, seat, now, seat.due_at))
        # While a clock runs, `left` is its initial value. Only a system clock that was set can result in more.
        seat.left = left if seat.left is None else min(left, seat.left)
    seat.due_at = seat.alarm_at = None


def restart_clock(table: Table, seat: Seat, now: datetime) -> None:
    """Restart a seat's clock after its table's time control changed, with full time and reserve.

    For a seat played by the stand-in or a bot, its alarm is unchanged.
    """
    seat.due_at, seat.left, seat.reserve, seat.clock_turn = None, None, 0, 0
    if is_played_by_site(seat.player):
        return
    seat.alarm_at = None
    if seat.awaited:
        start_clock(table, seat, now)


def give_time(table: Table, seat: Seat, seconds: int, now: datetime) -> None:
    """Add time to a seat's turn, counted from now if it has run out."""
    left = _between(table, seat, now, seat.due_at) if seat.due_at else 0
    seat.left = ceil(left) + seconds
    _run(table, seat, seat.left, now)


def latest_due(table: Table, seat: Seat, now: datetime) -> datetime:
    """Return the latest possible deadline of a seat if its clock runs now.

    This is the only definition of how far ahead a deadline may be. `left` is the time the clock started with,
    including time given by staff; a running clock never has more. `SeatQuerySet.too_late` finds candidates for it.
    """
    seconds = table.turn_seconds + table.reserve_seconds if seat.left is None else seat.left
    return _later(table, seat, now, seconds)


def clamp(table: Table, seat: Seat, now: datetime) -> bool:
    """Bring a deadline and an alarm that lie too far ahead back to where they may be; return whether there were any."""
    before = seat.due_at, seat.alarm_at
    if seat.due_at and seat.due_at > (latest := latest_due(table, seat, now)):
        was_warned = seat.alarm_at is None or seat.alarm_at >= seat.due_at
        _run(table, seat, table.turn_seconds + table.reserve_seconds if seat.left is None else seat.left, now)
        seat.due_at = latest
        seat.alarm_at = latest if was_warned else seat.alarm_at
    if seat.alarm_at and seat.alarm_at > (latest_alarm := _latest_alarm(table, seat, now)):
        seat.alarm_at = latest_alarm
    return before != (seat.due_at, seat.alarm_at)


def _latest_alarm(table: Table, seat: Seat, now: datetime) -> datetime:
    """Return the latest moment at which there may be something to do about a seat."""
    if seat.due_at:
        return max(seat.due_at, now + PUT_OFF)
    return now + max(PUT_OFF, timedelta(seconds=table.turn_seconds or _DESERTED))


def shift_clock(table: Table, seat: Seat, begin: datetime, end: datetime) -> None:
    """Leave a seat the time it had as the clock showed `begin`, now that it shows `end`, be that later or earlier."""
    seat.due_at = _moved(table, seat, seat.due_at, begin, end)
    seat.alarm_at = _moved(table, seat, seat.alarm_at, begin, end)


def _moved(table: Table, seat: Seat, moment: datetime | None, begin: datetime, end: datetime) -> datetime | None:
    if moment is None or moment <= begin or seat.user is None or not (table.nights_free or breaks_of(table, seat)):
        return moment and moment + (end - begin)
    return _later(table, seat, end, _between(table, seat, begin, moment))


def recompute_deadline(table: Table, seat: Seat, before: Iterable[Vacation], now: datetime) -> None:
    """Leave a seat whose clock runs the time that it had, after its person's vacations have changed from those of
    `before`. Nobody is out of time through that.
    """
    if seat.due_at is None or seat.due_at <= now:
        return
    was_warned = seat.alarm_at is None or seat.alarm_at >= seat.due_at
    zone = _clock_zone(seat)
    breaks = [vacation.span(zone) for vacation in before]
    left = ceil(seconds_between(now, seat.due_at, zone_of(table, seat), breaks))
    _run(table, seat, left if seat.left is None else min(left, seat.left), now)
    seat.alarm_at = seat.due_at if was_warned else seat.alarm_at


def _run(table: Table, seat: Seat, seconds: int, now: datetime) -> None:
    """Set a clock to run out in that many seconds, with a warning before at tables paced in days."""
    seat.due_at = seat.alarm_at = _later(table, seat, now, seconds)
    if table.pace == Pace.DAYS:
        seat.alarm_at = _later(table, seat, now, max(0, seconds - _warned(table)))


def is_out_of_time(seat: Seat, now: datetime) -> bool:
    """Return True if the clock worker has to play for a seat now."""
    if seat.alarm_at is None or seat.alarm_at > now:
        return False
    return is_played_by_site(seat.player) or (seat.due_at is not None and seat.due_at <= now)


def is_to_be_kept(table: Table, seat: Seat) -> bool:
    """Return True if a seat timed out so often in a row that the stand-in keeps it."""
    return seat.timeouts >= _TIMEOUTS.get(Pace(table.pace), 1)


def zone_of(table: Table, seat: Seat) -> tzinfo | None:
    """Return the time zone whose nights do not count for a seat, None where all hours count."""
    return _clock_zone(seat) if table.nights_free else None


def breaks_of(table: Table, seat: Seat) -> list[Span]:
    """Return the spans in which the seat's clock pauses: vacations, in turn-based games only."""
    return spans_of(_user_of(seat), _clock_zone(seat)) if table.pace == Pace.DAYS else []


def _clock_zone(seat: Seat) -> ZoneInfo:
    """Return the time zone of a seat's clock, or the user's if the clock has none stored."""
    return time_zones.zone_named(seat.clock_zone) if seat.clock_zone else time_zones.zone_of(_user_of(seat))


def _user_of(seat: Seat) -> User:
    assert seat.user is not None, "only users have clocks"
    return seat.user


def _leaves_out(table: Table) -> bool:
    """True if clocks at a table may leave out nights or vacations."""
    return table.nights_free or table.pace == Pace.DAYS


def _later(table: Table, seat: Seat, start: datetime, seconds: float) -> datetime:
    return time_after(start, seconds, zone_of(table, seat), breaks_of(table, seat))


def _between(table: Table, seat: Seat, start: datetime, end: datetime) -> float:
    return seconds_between(start, end, zone_of(table, seat), breaks_of(table, seat))


def columns(seats: Iterable[Seat]) -> dict[str, Any]:
    """Return the update values that store these seats' clocks, or {} if there are none."""
    chosen = list(seats)
    if not any(_has_clock(seat) for seat in chosen):
        return {}  # they have none, and had none
    return {name: _column(name, chosen) for name in PARTS}


def _has_clock(seat: Seat) -> bool:
    return seat.left is not None or bool(seat.alarm_at or seat.due_at) or is_played_by_site(seat.player)


def _column(name: str, seats: list[Seat]) -> Any:
    values = [getattr(seat, name) for seat in seats]
    if len(set(values)) == 1:
        return values[0]
    field = cast("Field[Any, Any]", Seat._meta.get_field(name))
    rows = [When(pk=seat.pk, then=Value(value, field)) for seat, value in zip(seats, values, strict=True)]
    return Case(*rows, output_field=field)


def _warned(table: Table) -> int:
    """Return how many seconds before the end of the time a player is warned."""
    return min(table.turn_seconds // _WARNING, _LONGEST_WARNING)
