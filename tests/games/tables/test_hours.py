"""Hours that count towards deadlines, and nights that do not."""

from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from games.tables.time_control import is_night, morning_after, seconds_between, time_after

PARIS = ZoneInfo("Europe/Paris")
SECONDS = st.integers(0, 366 * 24 * 3600)
ZONES = st.sampled_from(["UTC", "Europe/Paris", "America/New_York", "Asia/Kathmandu", "Australia/Lord_Howe"])


def at(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=PARIS)


@pytest.mark.parametrize(
    ("moment", "night"),
    [("2026-06-01T07:59", True), ("2026-06-01T08:00", False), ("2026-06-01T21:59", False), ("2026-06-01T22:00", True)],
)
def test_nights_are_those_of_the_zone(moment: str, night: bool) -> None:
    assert is_night(at(moment), PARIS) is night


@pytest.mark.parametrize(
    ("start", "hours", "end"),
    [
        ("2026-06-01T12:00", 2, "2026-06-01T14:00"),
        ("2026-06-01T12:00", 10, "2026-06-01T22:00"),
        ("2026-06-01T21:00", 2, "2026-06-02T09:00"),
        ("2026-06-01T23:30", 1, "2026-06-02T09:00"),
        ("2026-06-01T03:00", 14, "2026-06-01T22:00"),
        ("2026-06-01T08:00", 24, "2026-06-02T18:00"),
        # The night in which clocks go forward, and that in which they go back.
        ("2026-03-28T21:00", 2, "2026-03-29T09:00"),
        ("2026-10-24T21:00", 2, "2026-10-25T09:00"),
    ],
)
def test_nights_do_not_count(start: str, hours: int, end: str) -> None:
    assert time_after(at(start), hours * 3600, PARIS) == at(end)


@pytest.mark.parametrize(
    ("zone", "begin", "end", "moment", "over"),
    [
        # By day, for people who work at night, and with midnight as an end.
        ("Europe/Paris", 9, 17, "2026-06-01T07:00+00:00", "2026-06-01T15:00+00:00"),
        ("Europe/Paris", 9, 17, "2026-06-01T15:00+00:00", "2026-06-01T15:00+00:00"),
        ("Europe/Paris", 20, 0, "2026-06-01T21:59+00:00", "2026-06-01T22:00+00:00"),
        ("Europe/Paris", 0, 6, "2026-06-01T21:59+00:00", "2026-06-01T21:59+00:00"),
        # Clocks go forward: 02:00 to 03:00 is skipped, and midnight in Santiago.
        ("Europe/Paris", 22, 2, "2026-03-29T00:59+00:00", "2026-03-29T01:00+00:00"),
        ("Europe/Paris", 2, 3, "2026-03-29T01:00+00:00", "2026-03-29T01:00+00:00"),
        ("America/Santiago", 20, 0, "2026-09-06T03:59+00:00", "2026-09-06T04:00+00:00"),
        # Clocks go back: 02:00 to 03:00 is there twice.
        ("Europe/Paris", 22, 3, "2026-10-25T00:30+00:00", "2026-10-25T02:00+00:00"),
        ("Europe/Paris", 22, 3, "2026-10-25T01:30+00:00", "2026-10-25T02:00+00:00"),
        ("Europe/Paris", 22, 2, "2026-10-25T01:30+00:00", "2026-10-25T01:30+00:00"),
    ],
)
def test_chosen_hours_end_on_the_clock_of_the_zone(zone: str, begin: int, end: int, moment: str, over: str) -> None:
    now, expected = datetime.fromisoformat(moment), datetime.fromisoformat(over)
    assert morning_after(now, ZoneInfo(zone), time(begin), time(end)) == expected


@settings(deadline=None)
@given(SECONDS, st.integers(0, 23), st.integers(0, 23), ZONES)
def test_end_of_chosen_hours_is_soon_and_never_in_them(into_the_year: int, begin: int, end: int, name: str) -> None:
    assume(begin != end)
    now, zone = datetime(2026, 1, 1, tzinfo=UTC) + timedelta(seconds=into_the_year), ZoneInfo(name)
    over = morning_after(now, zone, time(begin), time(end))
    assert now <= over <= now + timedelta(hours=24)
    assert not is_night(over, zone, time(begin), time(end))


def test_without_a_zone_all_hours_count() -> None:
    start = at("2026-06-01T21:00")
    assert time_after(start, 3600 * 5, None) == start + timedelta(hours=5)
    assert seconds_between(start, start + timedelta(hours=5), None) == 3600 * 5
    assert seconds_between(start, start - timedelta(hours=5), None) == 0


@settings(deadline=None)  # a year of days is gone through
@given(SECONDS, st.integers(1, 10 * 24 * 3600), ZONES)
def test_what_is_added_lies_between(into_the_year: int, seconds: int, name: str) -> None:
    start, zone = datetime(2026, 1, 1, tzinfo=UTC) + timedelta(seconds=into_the_year), ZoneInfo(name)
    end = time_after(start, seconds, zone)
    assert seconds_between(start, end, zone) == seconds
    # The last moment of a day is in it, though night begins there.
    assert not is_night(end - timedelta(microseconds=1), zone)
    assert not is_night(morning_after(start, zone), zone)
