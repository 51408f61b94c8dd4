"""Calendar file of a game night (iCalendar, RFC 5545), which calendar programs read again and again."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any, Final

from django.conf import settings
from django.utils.translation import gettext as _
from icalendar import Calendar, Event

from games.accounts.time_zones import zone_named
from games.nights.models import LASTS, GameNight

_WEEKDAYS: Final = ("MO", "TU", "WE", "TH", "FR", "SA", "SU")
_REFRESH: Final = timedelta(hours=6)


def calendar_file(night: GameNight) -> bytes:
    """Return the calendar with the weekly event: at the same local time all year, without skipped dates."""
    calendar = Calendar()
    calendar.add("prodid", "-//Carto//Game night//EN")
    calendar.add("version", "2.0")
    calendar.add("method", "PUBLISH")
    calendar.add("x-wr-calname", night.name)
    calendar.add("refresh-interval", _REFRESH, parameters={"VALUE": "DURATION"})
    calendar.add_component(_event(night))
    calendar.add_missing_timezones()
    content: bytes = calendar.to_ical()
    return content


def _event(night: GameNight) -> Event:
    zone = zone_named(night.zone)
    address = settings.LINKS_ORIGIN + night.url
    rule: dict[str, Any] = {"freq": "weekly", "byday": _WEEKDAYS[night.weekday]}
    if night.ended_at:
        rule["until"] = night.ended_at.astimezone(UTC)
    event = Event()
    event.add("uid", f"night-{night.code}@carto")
    event.add("sequence", night.sequence)
    event.add("dtstamp", night.created_at.astimezone(UTC))
    event.add("summary", night.name)
    words = _("Game night on Carto. The table opens 15 minutes before the start: %(url)s")
    event.add("description", words % {"url": address})
    event.add("url", address)
    event.add("dtstart", datetime.combine(night.since, night.at, zone))
    event.add("duration", LASTS)
    event.add("rrule", rule)
    skipped = night.dates.filter(skipped=True).order_by("day").values_list("day", flat=True)
    if days := [datetime.combine(day, night.at, zone) for day in skipped]:
        event.add("exdate", days)
    return event
