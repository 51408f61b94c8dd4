"""Weekly times: the same time of day in one time zone all year, as moments."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import Final

from django.utils.dates import WEEKDAYS

from games.accounts.time_zones import zone_named

_DAY: Final = timedelta(days=1)
WEEK: Final = timedelta(days=7)


@dataclass(frozen=True, slots=True)
class Schedule:
    """Weekday from 0, Monday, to 6, the time of day, and the name of the time zone."""

    weekday: int
    at: time
    zone: str

    def moment(self, day: date) -> datetime:
        """Return when it begins on a day, in UTC.

        A time that is skipped as clocks go forward comes as much later, and of one that comes twice the first counts.
        """
        return datetime.combine(day, self.at, zone_named(self.zone)).astimezone(UTC)

    def next_day(self, after: datetime) -> date:
        """Return the first day on which it begins later than a moment."""
        day = after.astimezone(zone_named(self.zone)).date()
        day += _DAY * ((self.weekday - day.weekday()) % 7)
        return day if self.moment(day) > after else day + WEEK

    @property
    def weekday_name(self) -> str:
        """Name of the weekday, such as "Friday"."""
        return str(WEEKDAYS[self.weekday])
