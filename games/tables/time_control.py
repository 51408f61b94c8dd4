"""The time control of a table as one value and in words, night hours, and deadlines in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime, time, timedelta, tzinfo
from typing import Any, Final, Protocol

from django.utils import formats, timezone
from django.utils.formats import time_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games import clock
from games.accounts.time_zones import zone_words
from games.accounts.vacations import Span
from games.tables.models import Pace, Status, Table

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


def time_after(start: datetime, seconds: float, zone: tzinfo | None, breaks: Sequence[Span] = ()) -> datetime:
    """The moment so many seconds after another. Nights in `zone` do not count, if one is given, nor do `breaks`, which
    are in their order.
    """
    moment = start
    for begin, end in _ahead(breaks, start):
        before = seconds_between(moment, begin, zone)
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


def seconds_between(start: datetime, end: datetime, zone: tzinfo | None, breaks: Sequence[Span] = ()) -> float:
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


class PacedTable(Protocol):
    """A table, or anything else with the columns of a pace."""

    pace: Any
    turn_seconds: Any
    reserve_seconds: Any
    nights_free: Any


@dataclass(frozen=True, slots=True)
class TimeControl:
    """The time control of a table: the pace, the seconds of a turn and of the reserve, and whether nights are free."""

    pace: Pace = Pace.NONE
    turn_seconds: int = 0
    reserve_seconds: int = 0
    nights_free: bool = False

    @classmethod
    def of(cls, row: PacedTable) -> TimeControl:
        """Return the pace that a table has, or that a proposal is about."""
        return cls(Pace(row.pace), row.turn_seconds, row.reserve_seconds, row.nights_free)

    @classmethod
    def parse(cls, data: object) -> TimeControl:
        """Return the pace that was stored as JSON. Raises ValueError."""
        if not isinstance(data, Mapping) or set(data) != set(NO_CLOCK.columns()):
            raise ValueError("not a pace")
        seconds = data["turn_seconds"], data["reserve_seconds"]
        if any(type(count) is not int or count not in range(_LONGEST) for count in seconds):
            raise ValueError("not a number of seconds")
        if type(data["nights_free"]) is not bool:
            raise ValueError("nights_free is true or false")
        return cls(Pace(data["pace"]), *seconds, data["nights_free"])

    def columns(self) -> dict[str, Any]:
        """Return the values by the columns that hold them, which is also the JSON form."""
        return asdict(self)


NO_CLOCK: Final = TimeControl()
_LONGEST: Final = 366 * 24 * 60 * 60


MINUTE: Final = 60
HOUR: Final = 60 * MINUTE
WEEK: Final = 7 * 24 * HOUR


def pace_words(table: Table) -> str:
    """Return the time control of a table, or "" for solo games, in which nobody waits."""
    return "" if table.is_for_one else tempo_words(TimeControl.of(table))


def tempo_words(tempo: TimeControl) -> str:
    """Return a pace in a few words, as a title of its own."""
    if tempo.pace == Pace.LIVE:
        return _live(tempo)
    if tempo.pace == Pace.DAYS:
        turn = hours_words(tempo.turn_seconds // HOUR)
        return _("%(turn)s, nights paused") % {"turn": turn} if tempo.nights_free else turn
    return _("No time limit")


def new_pace_sentence(tempo: TimeControl) -> str:
    """Return the log's sentence about a pace that the players agreed on."""
    if tempo.pace == Pace.NONE:
        return _("The players agreed to play without a time limit.")
    return _("New time control: %(pace)s.") % {"pace": tempo_words(tempo)}


def running_pace_words(table: Table) -> str:
    """Return the pace of a game in progress, and when it is night for the viewer where nights don't count; "" where
    nobody has a clock.
    """
    pace = pace_words(table)
    if table.status != Status.PLAYING or table.pace == Pace.NONE or not pace:
        return ""
    return f"{pace}. {nights_words()}" if table.nights_free else f"{pace}."


def nights_words() -> str:
    """Return when it is night for the viewer: "Nights are 22:00 to 08:00 in your time zone, Europe/Berlin."."""
    words = {
        "from": time_format(NIGHTFALL, "H:i"),
        "until": time_format(MORNING, "H:i"),
        "zone": zone_words(timezone.get_current_timezone_name()),
    }
    return _("Nights are %(from)s to %(until)s in your time zone, %(zone)s.") % words


def hours_words(hours: int) -> str:
    """A turn of so many hours, as "24 hours a turn"."""
    if hours * HOUR == WEEK:
        return _("1 week per turn")
    return ngettext("%(count)d hour per turn", "%(count)d hours per turn", hours) % {"count": hours}


def _live(tempo: TimeControl) -> str:
    turn = _("Real time: %(turn)s") % {"turn": _turn(tempo.turn_seconds)}
    if not tempo.reserve_seconds:
        return turn
    minutes = tempo.reserve_seconds // MINUTE
    return _("%(turn)s, %(minutes)d min time bank") % {"turn": turn, "minutes": minutes}


def _turn(seconds: int) -> str:
    if seconds > MINUTE and seconds % MINUTE == 0:
        return _("%(count)d min per turn") % {"count": seconds // MINUTE}
    return _("%(count)d s per turn") % {"count": seconds}


_WEEK: Final = timedelta(days=6)
"""Distance from which on a weekday alone would be ambiguous."""
_HOUR: Final = timedelta(hours=1)
_IN_HOURS: Final = timedelta(hours=48)


def clock_time(moment: datetime) -> str:
    """Return a moment in the current time zone: "Thu 08:40", with the date where it is far away."""
    far = abs(moment - clock.now()) >= _WEEK
    # Translators: Django's date format; "M" is a capitalized month, "b" a lowercase one.
    return formats.date_format(timezone.localtime(moment), _("D j M H:i") if far else "D H:i")


def time_until(moment: datetime) -> str:
    """Return how long there is until a moment: "in 14 h", "" where it is past."""
    left = moment - clock.now()
    if left < timedelta(0):
        return ""
    minutes = left // timedelta(minutes=1)
    if left < _HOUR:
        return _("in %(count)s min") % {"count": max(1, minutes)}
    if left < _IN_HOURS:
        return _("in %(count)s h") % {"count": minutes // 60}
    return ngettext("in %(count)s day", "in %(count)s days", left.days) % {"count": left.days}


def deadline_words(moment: datetime) -> str:
    """Return a deadline on the reader's clock and from now: "Thu 08:40, in 14 h"."""
    left = time_until(moment)
    words = {"time": clock_time(moment), "left": left}
    return _("%(time)s, %(left)s") % words if left else words["time"]


def due_words(moment: datetime | None) -> str:
    """Return a deadline as lists and clocks show it: "due Thu 08:40, in 14 h"; "" where there is none."""
    return _("due %(deadline)s") % {"deadline": deadline_words(moment)} if moment else ""
