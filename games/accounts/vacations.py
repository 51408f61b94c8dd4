"""Days on which somebody is on vacation, as their row holds them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from typing import Final

from games.accounts.models import User
from games.accounts.time_zones import zone_of

MOST_DAYS: Final = 30
"""Number of vacation days that a user may take per calendar year."""
_DAY: Final = timedelta(days=1)
_BETWEEN: Final = "/"

Span = tuple[datetime, datetime]
"""Period from the first moment to the second."""


@dataclass(frozen=True, slots=True, order=True)
class Vacation:
    """Whole days, the first and the last among them."""

    begins: date
    ends: date

    @property
    def days(self) -> list[date]:
        """Days of the vacation, including the first and the last."""
        return [self.begins + n * _DAY for n in range((self.ends - self.begins).days + 1)]

    def overlaps(self, other: Vacation) -> bool:
        """Return whether they have a day in common."""
        return self.begins <= other.ends and other.begins <= self.ends

    def span(self, zone: tzinfo) -> Span:
        """Return when it begins and is over in a time zone."""
        first, after = (datetime.combine(day, time(), zone) for day in (self.begins, self.ends + _DAY))
        return first.astimezone(UTC), after.astimezone(UTC)


def vacations_of(user: User) -> tuple[Vacation, ...]:
    """Return a person's vacations in their order, past ones among them."""
    return tuple(Vacation(*map(date.fromisoformat, pair.split(_BETWEEN))) for pair in user.vacations.split())


def stored_form(vacations: Iterable[Vacation]) -> str:
    """Return vacations as a person's row holds them."""
    return " ".join(f"{one.begins}{_BETWEEN}{one.ends}" for one in sorted(vacations))


def spans_of(user: User, zone: tzinfo | None = None) -> list[Span]:
    """Return when a person is on vacation, by the days of a time zone or else their own; no work for the many who never
    are.
    """
    if not user.vacations:
        return []
    zone = zone or zone_of(user)
    return [one.span(zone) for one in vacations_of(user)]


def today_of(user: User, now: datetime) -> date:
    """Return the day that it is where a person lives."""
    return now.astimezone(zone_of(user)).date()


def days_by_year(vacations: Sequence[Vacation]) -> Counter[int]:
    """Return how many days of vacation there are in each calendar year."""
    return Counter(day.year for one in vacations for day in one.days)
