"""Calendar files: the weekly event at the same local time all year, for those who have the secret address."""

from datetime import UTC, date, datetime, time
from typing import Any

import pytest
from django.test import Client
from icalendar import Calendar

from games.accounts.models import User
from games.nights import services
from games.nights.calendars import calendar_file
from games.nights.models import GameNight, NightMember
from games.nights.schedule import Schedule
from tests.games.nights.evenings import FRIDAY, night_of
from tests.games.tables.clients import signed_in, text_of


def _event(night: GameNight) -> Any:
    calendar = Calendar.from_ical(calendar_file(GameNight.objects.get(pk=night.pk)))
    (event,) = calendar.walk("VEVENT")
    return event


@pytest.mark.parametrize(
    ("day", "utc"),
    [
        (date(2026, 3, 27), datetime(2026, 3, 27, 19, tzinfo=UTC)),
        (date(2026, 4, 3), datetime(2026, 4, 3, 18, tzinfo=UTC)),
        (date(2026, 10, 23), datetime(2026, 10, 23, 18, tzinfo=UTC)),
        (date(2026, 10, 30), datetime(2026, 10, 30, 19, tzinfo=UTC)),
    ],
)
def test_time_of_day_stays_as_clocks_change(day: date, utc: datetime) -> None:
    assert FRIDAY.moment(day) == utc


@pytest.mark.parametrize(
    ("at", "day", "utc"),
    [
        (time(2, 30), date(2026, 3, 29), datetime(2026, 3, 29, 1, 30, tzinfo=UTC)),  # is skipped: 3:30
        (time(2, 30), date(2026, 10, 25), datetime(2026, 10, 25, 0, 30, tzinfo=UTC)),  # comes twice: the first
    ],
)
def test_skipped_time_comes_later_and_the_first_of_two_counts(at: time, day: date, utc: datetime) -> None:
    assert Schedule(6, at, "Europe/Berlin").moment(day) == utc


@pytest.mark.parametrize(
    ("now", "day"),
    [
        (datetime(2026, 3, 20, 18, 59, tzinfo=UTC), date(2026, 3, 20)),
        (datetime(2026, 3, 20, 19, 0, tzinfo=UTC), date(2026, 3, 27)),
        (datetime(2026, 3, 21, 0, 0, tzinfo=UTC), date(2026, 3, 27)),
    ],
)
def test_next_day_is_later_than_the_moment(now: datetime, day: date) -> None:
    assert FRIDAY.next_day(now) == day


def test_event_repeats_weekly_in_its_time_zone(night: GameNight) -> None:
    event = _event(night)
    assert event["DTSTART"].to_ical() == b"20260320T200000"
    assert event["DTSTART"].params["TZID"] == "Europe/Berlin"
    assert event["RRULE"].to_ical() == b"FREQ=WEEKLY;BYDAY=FR"
    text = calendar_file(night).decode()
    assert "BEGIN:VTIMEZONE" in text
    assert "TZOFFSETTO:+0200" in text
    assert all(len(line) <= 75 for line in calendar_file(night).split(b"\r\n"))


def test_skipped_dates_and_changes_reach_the_calendar(night: GameNight, people: list[User]) -> None:
    before = _event(night)
    services.skip_date(night=night, user=people[0], day=date(2026, 3, 20))
    after = _event(night)
    assert after["UID"] == before["UID"]
    assert int(after["SEQUENCE"]) > int(before["SEQUENCE"])
    assert after["EXDATE"].dts[0].dt.date() == date(2026, 3, 20)
    services.restore_date(night=night, user=people[0], day=date(2026, 3, 20))
    assert "EXDATE" not in _event(night)
    services.end_night(night=night, user=people[0])
    assert _event(night)["RRULE"]["UNTIL"][0] == datetime(2026, 3, 16, 11, tzinfo=UTC)


def test_names_are_escaped_and_long_lines_folded(clock: Any, people: list[User]) -> None:
    night = night_of(people[0])
    GameNight.objects.filter(pk=night.pk).update(name="Ännchen; Tee, Kekse\\BEGIN:VEVENT ")
    text = calendar_file(GameNight.objects.get())
    assert b"SUMMARY:\xc3\x84nnchen\\; Tee\\, Kekse\\\\BEGIN:VEVENT" in text
    assert text.count(b"\r\nBEGIN:VEVENT") == 1
    assert _event(night)["SUMMARY"] == "Ännchen; Tee, Kekse\\BEGIN:VEVENT "


def test_secret_address_needs_no_sign_in_and_ends_with_the_membership(night: GameNight, people: list[User]) -> None:
    member = NightMember.objects.get(night=night, user=people[1])
    address = f"/nights/calendar/{member.calendar}.ics"
    assert address in text_of(signed_in(people[1]).get(night.url))
    assert address not in text_of(signed_in(people[2]).get(night.url))
    response = Client().get(address)
    assert (response.status_code, response["Content-Type"]) == (200, "text/calendar; charset=utf-8")
    services.leave_night(night=night, user=people[1])
    assert Client().get(address).status_code == 404
    assert Client().get("/nights/calendar/none.ics").status_code == 404


def test_people_who_are_only_invited_have_no_calendar(clock: Any, people: list[User]) -> None:
    night = night_of(people[0], people=[people[1]])
    member = NightMember.objects.get(night=night, user=people[1])
    assert Client().get(f"/nights/calendar/{member.calendar}.ics").status_code == 404
