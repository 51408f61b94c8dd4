"""Deadlines in words, in the reader's time zone."""

from datetime import UTC, datetime

import pytest
import time_machine
from django.utils import timezone, translation

from games.accounts.models import User
from games.accounts.time_zones import zone_named
from games.tables.lobby.services import TimeControl
from games.tables.models import Pace, Seat, Status, Table
from games.tables.time_control import due_words, running_pace_words
from tests.games.tables.clients import signed_in
from tests.games.tables.conftest import gather

HOUR = 3600


def at(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


@pytest.mark.parametrize(
    ("zone", "now", "moment", "words"),
    [
        ("Europe/Berlin", "2026-03-11T16:40", "2026-03-12T07:40", "due Thu 08:40, in 15 h"),
        ("America/New_York", "2026-03-11T16:40", "2026-03-12T02:40", "due Wed 22:40, in 10 h"),
        ("Asia/Kathmandu", "2026-03-11T16:40", "2026-03-11T17:10", "due Wed 22:55, in 30 min"),
        # The night in which clocks go forward: 02:30 is skipped, and no hour is counted that was not there.
        ("Europe/Paris", "2026-03-28T21:00", "2026-03-29T01:30", "due Sun 03:30, in 4 h"),
        # The night in which they go back: 02:30 is there twice, an hour apart.
        ("Europe/Paris", "2026-10-24T20:00", "2026-10-25T00:30", "due Sun 02:30, in 4 h"),
        ("Europe/Paris", "2026-10-24T20:00", "2026-10-25T01:30", "due Sun 02:30, in 5 h"),
        ("UTC", "2026-03-11T16:40", "2026-03-14T16:40", "due Sat 16:40, in 3 days"),
        ("UTC", "2026-03-11T16:40", "2026-03-18T16:40", "due Wed 18 Mar 16:40, in 7 days"),
        ("UTC", "2026-03-11T16:40", "2026-03-11T16:39", "due Wed 16:39"),
    ],
)
def test_due_words_follow_the_current_zone(zone: str, now: str, moment: str, words: str) -> None:
    with time_machine.travel(at(now), tick=False), timezone.override(zone_named(zone)):
        assert due_words(at(moment)) == words


def test_due_words_in_french_have_a_lowercase_month() -> None:
    with time_machine.travel(at("2026-11-27T02:00"), tick=False), translation.override("fr"):
        assert due_words(at("2026-12-04T14:00")).startswith("à jouer avant ven 4 déc 14:00")


def test_table_in_progress_tells_its_pace_and_nights() -> None:
    table = Table(status=Status.PLAYING, capacity=2, pace=Pace.DAYS, turn_seconds=24 * HOUR, nights_free=True)
    with timezone.override(zone_named("Asia/Tokyo")):
        nights = "Nights are 22:00 to 08:00 in your time zone, Asia/Tokyo."
        assert running_pace_words(table) == f"24 hours per turn, nights paused. {nights}"
        table.nights_free = False
        assert running_pace_words(table) == "24 hours per turn."
        table.status = Status.FINISHED
        assert running_pace_words(table) == ""


def test_due_words_without_deadline_are_empty() -> None:
    assert due_words(None) == ""


def test_lists_and_table_show_own_deadline_in_zone_of_viewer(people: list[User]) -> None:
    for user, zone in zip(people[:2], ("Asia/Tokyo", "America/New_York"), strict=True):
        User.objects.filter(pk=user.pk).update(time_zone=zone)
    with time_machine.travel(at("2026-03-11T12:00"), tick=False):
        table = gather(people[0], people[1], tempo=TimeControl(Pace.DAYS, 24 * HOUR))
        for user, words in zip(people[:2], ("due Thu 21:00, in 24 h", "due Thu 08:00, in 24 h"), strict=True):
            client = signed_in(user)
            for address in ("/", f"/tables/{table.code}/", "/notices/"):
                assert words in client.get(address).content.decode(), address
        Seat.objects.filter(table=table, user=people[0]).update(awaited=False)
        assert "due Thu" not in signed_in(people[0]).get("/").content.decode()
