"""Daily digests: chosen hour in the user's time zone, once a day, with waiting and finished games."""

import threading
from datetime import UTC, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.conf import settings as site_settings
from django.core import mail
from django.core.mail import EmailMultiAlternatives
from django.db import connection
from django.test import Client
from django.utils import timezone

from games.accounts.models import User
from games.accounts.services import note_time_zone
from games.notices import preferences, upkeep
from games.notices.digests import start_due_digests
from games.notices.models import (
    ChannelKey,
    Delivery,
    DeliveryState,
    Mute,
    Notice,
    NoticeTopic,
    Preference,
    Subscription,
)
from games.notices.preferences import next_digest_at, stop_url
from games.tables.models import Ending, Pace, Seat, Status, Table
from tests.games.notices.conftest import NOON
from tests.games.notices.telling import run, seat_of, states, table_of
from tests.games.tables.clients import signed_in
from tests.games.tables.players import away, resigned

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
SETTINGS = "/notices/settings/"


@pytest.fixture
def ann(people: list[User]) -> User:
    """Return Ann, who has chosen a digest at 13:00, in one hour."""
    choose(people[0], 13)
    return people[0]


def choose(user: User, hour: int | None, time_zone: str = "UTC") -> None:
    preferences.save_choices(user=user, switches={}, quiet_hours=False, time_zone=time_zone, digest_hour=hour)


def due_at(user: User) -> datetime | None:
    return Preference.objects.get(pk=user.pk).digest_due_at


def digests(clock: Any, after: timedelta = HOUR) -> list[EmailMultiAlternatives]:
    """Advance the clock, send the digests due, and return them."""
    before = len(mail.outbox)
    clock.shift(after)
    start_due_digests()
    run()
    return mail.outbox[before:]  # type: ignore[return-value]


def finished(people: list[User], *results: tuple[int, int], name: str = "Friday", **fields: Any) -> Table:
    """Create a game that just ended, each seat with its rank and score."""
    table = table_of(people[: len(results)])
    changes: dict[str, Any] = {"status": Status.FINISHED, "finished_at": timezone.now(), "name": name, **fields}
    Table.objects.filter(pk=table.pk).update(**changes)
    for index, (rank, score) in enumerate(results):
        Seat.objects.filter(table=table, index=index).update(rank=rank, score=score, awaited=False)
    return Table.objects.get(pk=table.pk)


# --- The hour --------------------------------------------------------------------------------------------------------


def test_hour_is_chosen_and_switched_off_on_the_settings_page(people: list[User]) -> None:
    client = signed_in(people[0])
    assert "Daily digest by email" in client.get(SETTINGS).content.decode()
    assert client.post(SETTINGS, {"digest_hour": "7", "time_zone": "Europe/Paris"}).status_code == 303
    assert due_at(people[0]) == datetime(2026, 3, 11, 6, tzinfo=UTC)
    assert '<option value="7" selected>07:00</option>' in client.get(SETTINGS).content.decode()
    client.post(SETTINGS, {"digest_hour": "", "time_zone": "Europe/Paris"})
    assert due_at(people[0]) is None


def test_form_without_the_field_keeps_the_hour(ann: User) -> None:
    signed_in(ann).post(SETTINGS, {"time_zone": "UTC"})
    assert Preference.objects.get(pk=ann.pk).digest_hour == 13


@pytest.mark.parametrize("hour", ["24", "-1", "x"])
def test_hour_that_is_none_is_refused(people: list[User], hour: str) -> None:
    assert signed_in(people[0]).post(SETTINGS, {"digest_hour": hour}).status_code == 422
    assert not Preference.objects.exists()


@pytest.mark.parametrize(
    ("hour", "now", "due"),
    [
        (7, "2026-03-10 05:59", "2026-03-10 06:00"),
        (7, "2026-03-10 06:00", "2026-03-11 06:00"),
        # On 29 March clocks in Paris go from 2:00 to 3:00, on 25 October from 3:00 back to 2:00.
        (7, "2026-03-28 06:00", "2026-03-29 05:00"),
        (2, "2026-03-28 01:00", "2026-03-29 01:00"),
        (2, "2026-03-29 01:00", "2026-03-30 00:00"),
        (2, "2026-10-24 00:00", "2026-10-25 00:00"),
        (2, "2026-10-25 00:00", "2026-10-26 01:00"),
        (7, "2026-10-24 05:00", "2026-10-25 06:00"),
    ],
)
def test_next_digest_is_at_the_hour_on_the_person_s_clock(hour: int, now: str, due: str) -> None:
    moment, expected = (datetime.fromisoformat(text).replace(tzinfo=UTC) for text in (now, due))
    assert next_digest_at(hour, ZoneInfo("Europe/Paris"), moment) == expected


def test_time_zone_that_becomes_known_moves_the_digest(people: list[User]) -> None:
    choose(people[0], 7, time_zone="")
    note_time_zone(user=people[0], time_zone="America/New_York")
    assert due_at(people[0]) == datetime(2026, 3, 11, 11, tzinfo=UTC)


def test_saving_other_choices_keeps_a_digest_that_is_due(ann: User, clock: Any) -> None:
    clock.shift(2 * HOUR)
    choose(ann, 13)
    assert due_at(ann) == NOON + HOUR


def test_digest_scheduled_by_a_wrong_clock_is_brought_back(ann: User) -> None:
    Preference.objects.update(digest_due_at=NOON + 700 * DAY)
    upkeep.forget()
    upkeep.repair(timezone.now(), 0.0)
    assert due_at(ann) == NOON


# --- The sweep -------------------------------------------------------------------------------------------------------


def test_sweep_writes_one_digest_a_day(ann: User, table: Table, clock: Any) -> None:
    assert "games.notices.digests.start_due_digests" in site_settings.CARTO_SWEEPS
    assert digests(clock, HOUR - timedelta(seconds=1)) == []
    assert len(digests(clock, timedelta(seconds=1))) == 1
    assert due_at(ann) == NOON + HOUR + DAY
    assert digests(clock, DAY - timedelta(seconds=1)) == []
    assert len(digests(clock, timedelta(seconds=1))) == 1


def test_site_that_was_down_for_days_sends_one(ann: User, table: Table, clock: Any) -> None:
    assert len(digests(clock, 3 * DAY + 2 * HOUR)) == 1
    assert due_at(ann) == NOON + 4 * DAY + HOUR


@pytest.mark.django_db(transaction=True)
def test_sweeps_at_once_write_one_digest(ann: User, clock: Any) -> None:
    clock.shift(HOUR)
    barrier = threading.Barrier(4)
    written: list[int] = []

    def run() -> None:
        barrier.wait(timeout=10)
        written.append(start_due_digests())
        connection.close()

    threads = [threading.Thread(target=run) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=30)
    assert sorted(written) == [0, 0, 0, 1]
    assert Delivery.objects.count() == 1


# --- The content -----------------------------------------------------------------------------------------------------


def test_digest_lists_waiting_tables_with_deadlines_and_results(people: list[User], ann: User, clock: Any) -> None:
    table = table_of(people[:2], name="Slow")
    seat_of(table, 0, due_at=NOON + 20 * HOUR)
    finished(people, (2, 103), (1, 112))
    (letter,) = digests(clock)
    assert (letter.to, letter.subject) == (["ann@example.org"], "1 table is waiting for you, 1 game ended")
    body = str(letter.body)
    assert "Slow" in body
    assert "Due Wed 08:00, in 19 h." in body
    assert "Ben won with 112 stars, 9 ahead of you." in body
    assert "You ranked 2 of 2 with 103 stars." in body
    assert [type(part) for part in letter.attachments] == []
    assert not Notice.objects.filter(listed=True).exists()


def test_digest_tells_of_a_game_once(people: list[User], ann: User, clock: Any) -> None:
    finished(people, (1, 90), (2, 80), name="First")
    assert "First" in str(digests(clock)[0].body)
    clock.shift(HOUR)
    finished(people, (1, 90), (2, 80), name="Second")
    (letter,) = digests(clock, DAY - HOUR)
    assert letter.subject == "1 game ended"
    assert "Second" in str(letter.body)
    assert "First" not in str(letter.body)


def test_digest_ignores_quiet_hours(people: list[User], table: Table, clock: Any) -> None:
    quiet: dict[str, Any] = {"quiet_hours": True, "quiet_from": time(12), "quiet_until": time(18)}
    preferences.save_choices(user=people[0], switches={}, time_zone="UTC", digest_hour=13, **quiet)
    assert len(digests(clock)) == 1


def test_digest_is_in_the_language_of_the_reader(ann: User, table: Table, clock: Any) -> None:
    User.objects.filter(pk=ann.pk).update(language="fr")
    (letter,) = digests(clock)
    assert letter.subject == "1 table vous attend"


def test_digest_with_nothing_to_say_is_void(ann: User, clock: Any) -> None:
    assert digests(clock) == []
    assert states() == [DeliveryState.VOID]


def test_digest_offers_no_result_of_a_game_that_has_none(people: list[User], ann: User, clock: Any) -> None:
    finished(people, (1, 9), (2, 8), status=Status.CLOSED, ending=Ending.STAFF)
    (letter,) = digests(clock)
    assert "See the game: http" in str(letter.body)
    assert "See the result" not in str(letter.body)


@pytest.mark.parametrize("why", ["mute", "stand-in", "played", "resigned", "given up", "old", "others"])
def test_digest_leaves_out_what_is_no_news(people: list[User], ann: User, clock: Any, why: str) -> None:
    match why:
        case "mute":
            for table in (table_of(people[:2]), finished(people, (1, 9), (2, 8))):
                Mute.objects.create(user=ann, table=table)
        case "stand-in":
            seat_of(table_of(people[:2]), 0, **away(NOON))
        case "played":
            seat_of(table_of(people[:2], Pace.NONE), 0, awaited=False)
        case "resigned":
            seat_of(finished(people, (1, 9), (2, 8)), 0, **resigned(NOON))
        case "given up":
            finished(people, (1, 9), (2, 8), status=Status.CLOSED, ending=Ending.GIVEN_UP)
        case "old":
            finished(people, (1, 9), (2, 8), finished_at=NOON - DAY)
        case "others":
            finished(people[1:], (1, 9), (2, 8))
    assert digests(clock) == []
    assert states() == [DeliveryState.VOID]


@pytest.mark.parametrize(
    "changes", [{"email": ""}, {"email_refused_at": NOON}, {"is_active": False}, {"guest": True}], ids=str
)
def test_digest_without_an_address_that_takes_email_is_void(
    ann: User, table: Table, clock: Any, changes: dict[str, Any]
) -> None:
    clock.shift(HOUR)
    start_due_digests()
    User.objects.filter(pk=ann.pk).update(**changes)
    assert digests(clock, HOUR) == []
    assert states() == [DeliveryState.VOID]


# --- Stopping --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("data", [{}, {"all": "1"}], ids=str)
def test_link_in_the_digest_switches_it_off(
    ann: User, table: Table, clock: Any, client: Client, data: dict[str, str]
) -> None:
    (letter,) = digests(clock)
    stop = stop_url(ann, Subscription.DIGEST)
    assert letter.message()["List-Unsubscribe"] == f"<{stop}>"
    path = stop.removeprefix("http://127.0.0.1:8000")
    assert "Daily digest" in client.get(path).content.decode()
    clock.shift(DAY)
    start_due_digests()
    assert client.post(path, data).status_code == 200
    assert digests(clock, HOUR) == []
    assert states() == [DeliveryState.SENT, DeliveryState.VOID], "what was on its way is not sent"
    assert due_at(ann) is None
    assert preferences.load_choices([ann.pk])[ann.pk].wants(NoticeTopic.TURN, ChannelKey.MAIL) is not bool(data)


def test_link_of_another_kind_keeps_the_digest(ann: User, client: Client) -> None:
    client.post(stop_url(ann, NoticeTopic.TURN).removeprefix("http://127.0.0.1:8000"))
    assert due_at(ann) == NOON + HOUR
