"""Vacations: day-based clocks pause, and others see the dates."""

import json
from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from functools import partial

import pytest
import time_machine
from django.core.exceptions import ValidationError
from django.utils import timezone

from games.accounts.models import User
from games.accounts.vacations import Vacation, spans_of, vacations_of
from games.tables.clocks import clocks
from games.tables.clocks.pace_changes import answer_proposal, propose_pace
from games.tables.clocks.vacations import announce_vacation, cancel_vacation, shorten_vacation, vacation_words
from games.tables.models import Pace, Seat, Table
from games.tables.people import personal_data
from games.tables.people.personal_data import export_user_data
from games.tables.seats import absences
from games.tables.time_control import NO_CLOCK, TimeControl, seconds_between, time_after
from games.tables.timeouts import repair, worker
from tests.concurrency.rush import together
from tests.games.tables.clients import signed_in
from tests.games.tables.conftest import gather, pick

HOUR = 3600
DAYS = TimeControl(Pace.DAYS, turn_seconds=24 * HOUR)
NIGHTS = TimeControl(Pace.DAYS, turn_seconds=24 * HOUR, nights_free=True)
LIVE = TimeControl(Pace.LIVE, turn_seconds=60)
NOON = datetime(2026, 6, 1, 12, tzinfo=UTC)


@pytest.fixture(autouse=True)
def clock(settings: object) -> Iterator[time_machine.Traveller]:
    settings.TIME_ZONE = "UTC"  # type: ignore[attr-defined]
    with time_machine.travel(NOON, tick=False) as traveller:
        repair.forget()
        yield traveller


def june(day: int, hour: int = 0) -> datetime:
    return datetime(2026, 6, day, hour, tzinfo=UTC)


def days(first: int, last: int) -> Vacation:
    return Vacation(date(2026, 6, first), date(2026, 6, last))


def go(user: User, first: int, last: int) -> None:
    announce_vacation(user=user, vacation=days(first, last))


def seat(table: Table, user: User) -> Seat:
    return Seat.objects.select_related("user").get(table=table, user=user)


def stored(user: User) -> list[Vacation]:
    return list(vacations_of(User.objects.get(pk=user.pk)))


# --- Hours -----------------------------------------------------------------------------------------------------------

BREAKS = [(june(2), june(4)), (june(6), june(7))]


@pytest.mark.parametrize(
    ("hours", "due"),
    [
        (0, june(1, 12)),
        (11, june(1, 23)),
        (12, june(4)),
        (13, june(4, 1)),
        (12 + 47, june(5, 23)),
        (12 + 48, june(7)),
        (12 + 49, june(7, 1)),
    ],
)
def test_later_leaves_breaks_out(hours: int, due: datetime) -> None:
    assert time_after(NOON, hours * HOUR, None, BREAKS) == due
    assert seconds_between(NOON, due, None, BREAKS) == hours * HOUR


def test_time_does_not_go_on_within_a_break() -> None:
    assert time_after(june(3), HOUR, None, BREAKS) == june(4, 1)
    assert seconds_between(june(2, 1), june(3), None, BREAKS) == 0
    assert seconds_between(june(3), june(4, 2), None, BREAKS) == 2 * HOUR
    assert seconds_between(june(8), june(7), None, BREAKS) == 0


def test_nights_and_breaks_are_left_out_together() -> None:
    # From 12 to 22 on the first, 8 to 22 on the fourth.
    due = time_after(NOON, 20 * HOUR, UTC, BREAKS)
    assert due == june(4, 18)
    assert seconds_between(NOON, due, UTC, BREAKS) == 20 * HOUR


# --- Clocks ----------------------------------------------------------------------------------------------------------


def test_a_turn_that_begins_on_vacation_is_due_after_it(people: list[User]) -> None:
    go(people[1], 1, 5)
    table = gather(*people[:2], tempo=DAYS)
    assert seat(table, people[0]).due_at == june(2, 12)
    own = seat(table, people[1])
    assert own.due_at == june(7)
    assert own.alarm_at == june(6, 18)


@pytest.mark.parametrize("tempo", [DAYS, NIGHTS])
def test_a_clock_that_runs_stands_still_meanwhile(
    tempo: TimeControl, people: list[User], clock: time_machine.Traveller
) -> None:
    table = gather(*people[:2], tempo=tempo)
    before = seat(table, people[1]).due_at
    assert before
    go(people[1], 2, 4)
    assert seat(table, people[1]).due_at == before + timedelta(days=3)
    assert seat(table, people[0]).due_at == before
    clock.move_to(june(3))
    pick(table, people[0], 1)
    assert worker.act_on_due_clocks() == 0
    assert repair.repair() == 0
    clock.move_to(before + timedelta(days=3, seconds=-1))
    assert not worker.act_on_due_clocks() or not seat(table, people[1]).away_since
    clock.move_to(before + timedelta(days=3))
    assert worker.act_on_due_clocks() == 1
    assert seat(table, people[1]).away_since


def test_deadlines_move_back_when_a_vacation_is_cancelled_or_shortened(people: list[User]) -> None:
    table = gather(*people[:2], tempo=DAYS)
    go(people[1], 2, 9)
    assert seat(table, people[1]).due_at == june(10, 12)
    shorten_vacation(user=people[1], begins=date(2026, 6, 2), ends=date(2026, 6, 3))
    assert seat(table, people[1]).due_at == june(4, 12)
    cancel_vacation(user=people[1], begins=date(2026, 6, 2))
    own = seat(table, people[1])
    assert own.due_at == june(2, 12)
    assert own.due_at == clocks.latest_due(Table.objects.get(pk=table.pk), own, timezone.now())


def test_one_who_was_warned_is_not_warned_twice(people: list[User], clock: time_machine.Traveller) -> None:
    table = gather(*people[:2], tempo=DAYS)
    clock.move_to(june(2, 6))
    worker.act_on_due_clocks()
    go(people[1], 3, 4)
    own = seat(table, people[1])
    assert own.due_at == june(2, 12), "before the vacation"
    assert own.alarm_at == own.due_at


@pytest.mark.parametrize("tempo", [LIVE, NO_CLOCK])
def test_other_clocks_do_not_stand_still(tempo: TimeControl, people: list[User]) -> None:
    go(people[1], 1, 5)
    table = gather(*people[:2], tempo=tempo)
    due = timezone.now() + timedelta(seconds=60)
    assert seat(table, people[1]).due_at == (due if tempo == LIVE else None)
    assert vacation_words(table, seat(table, people[1]).user) == ""


def test_days_are_those_of_the_person_s_time_zone(people: list[User]) -> None:
    User.objects.filter(pk=people[1].pk).update(time_zone="Pacific/Auckland")
    table = gather(*people[:2], tempo=DAYS)
    go(people[1], 2, 2)
    # The second of June began at noon here, in Auckland.
    assert spans_of(User.objects.get(pk=people[1].pk)) == [(june(1, 12), june(2, 12))]
    assert seat(table, people[1]).due_at == june(3, 12)


def test_a_new_pace_leaves_a_vacation_out(people: list[User]) -> None:
    table = gather(*people[:2], tempo=LIVE)
    go(people[1], 1, 5)
    propose_pace(table=table.code, user=people[0], tempo=DAYS)
    answer_proposal(table=table.code, user=people[1], proposal=1, agrees=True)
    assert seat(table, people[1]).due_at == june(7)


def test_a_jump_of_the_clock_keeps_what_is_left(people: list[User], clock: time_machine.Traveller) -> None:
    table = gather(*people[:2], tempo=DAYS)
    go(people[1], 2, 4)
    own = seat(table, people[1])
    clocks.shift_clock(table, own, NOON, june(3))
    assert own.due_at == june(6), "24 hours are left, as before"


def test_coming_back_early_gives_time_after_the_vacation(people: list[User], clock: time_machine.Traveller) -> None:
    table = gather(*people[:2], tempo=DAYS)
    clock.move_to(june(2, 12))
    while worker.act_on_due_clocks():
        pass
    go(people[0], 2, 3)
    absences.come_back(table=table.code, user=people[0])
    assert seat(table, people[0]).due_at == june(5)


# --- Rules -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("first", "last", "words"),
    [
        (date(2026, 6, 5), date(2026, 6, 4), "before the start date"),
        (date(2026, 5, 31), date(2026, 6, 4), "in the past"),
        (date(2026, 6, 12), date(2026, 6, 14), "already"),
        (date(2026, 7, 1), date(2026, 7, 28), "27 days of vacation left in 2026"),
        (date(2026, 12, 1), date(2027, 1, 3), "left in 2026"),
        (date(2027, 1, 1), date(2027, 1, 31), "30 days of vacation left in 2027"),
        (date(2028, 1, 1), date(2028, 1, 1), "end of next year"),
    ],
)
def test_a_vacation_that_does_not_fit_is_refused(first: date, last: date, words: str, people: list[User]) -> None:
    go(people[0], 10, 12)
    with pytest.raises(ValidationError, match=words):
        announce_vacation(user=people[0], vacation=Vacation(first, last))
    assert stored(people[0]) == [days(10, 12)]


def test_days_count_in_the_year_in_which_they_are(people: list[User]) -> None:
    go(people[0], 1, 27)
    announce_vacation(user=people[0], vacation=Vacation(date(2026, 12, 29), date(2027, 1, 30)))
    assert len(stored(people[0])) == 2


def test_vacations_of_past_years_are_forgotten(people: list[User], clock: time_machine.Traveller) -> None:
    go(people[0], 1, 30)
    clock.move_to(datetime(2027, 6, 1, 12, tzinfo=UTC))
    announce_vacation(user=people[0], vacation=Vacation(date(2027, 6, 1), date(2027, 6, 30)))
    assert [one.begins.year for one in stored(people[0])] == [2027]


def test_a_vacation_under_way_is_shortened_not_cancelled(people: list[User], clock: time_machine.Traveller) -> None:
    go(people[0], 1, 9)
    clock.move_to(june(3, 12))
    begins = date(2026, 6, 1)
    with pytest.raises(ValidationError, match="already started"):
        cancel_vacation(user=people[0], begins=begins)
    for ends, words in (
        (date(2026, 6, 2), "before today"),
        (date(2026, 6, 10), "You can only shorten a vacation. Announce another one for more days."),
    ):
        with pytest.raises(ValidationError, match=words):
            shorten_vacation(user=people[0], begins=begins, ends=ends)
    shorten_vacation(user=people[0], begins=begins, ends=date(2026, 6, 3))
    assert stored(people[0]) == [days(1, 3)]


def test_what_is_sent_twice_counts_once(people: list[User]) -> None:
    go(people[0], 10, 12)
    go(people[0], 10, 12)
    assert stored(people[0]) == [days(10, 12)]
    cancel_vacation(user=people[0], begins=date(2026, 6, 10))
    with pytest.raises(ValidationError, match=r"This vacation has already been changed or canceled."):
        cancel_vacation(user=people[0], begins=date(2026, 6, 10))


def test_it_is_exported_and_erased_with_its_person(people: list[User]) -> None:
    table = gather(*people[:2], turns=1, tempo=DAYS)
    go(people[0], 10, 12)
    exported = json.loads(json.dumps(export_user_data(User.objects.get(pk=people[0].pk)), default=str))
    assert exported["profile"]["vacations"] == [{"begins": "2026-06-10", "ends": "2026-06-12"}]
    for user in people[:2]:
        pick(table, user, 1)
    personal_data.erase(user=people[0])
    assert User.objects.get(pk=people[0].pk).vacations == ""


# --- Pages -----------------------------------------------------------------------------------------------------------

URL = "/accounts/vacation/"


def test_a_vacation_is_announced_shortened_and_cancelled_by_plain_forms(people: list[User]) -> None:
    ann = signed_in(people[0])
    assert "30 days left in 2026." in ann.get(URL).content.decode()
    new = {"do": "announce", "begins": "2026-06-10", "ends": "2026-06-12"}
    assert "has been announced" in ann.post(URL, new, follow=True).content.decode()
    shown = ann.get(URL).content.decode()
    assert "June 10, 2026 to June 12, 2026" in shown
    assert "27 days left in 2026." in shown
    in_french = ann.get(URL, headers={"accept-language": "fr"}).content.decode()
    assert "du 10 juin 2026 au 12 juin 2026" in in_french
    shorter = {"do": "shorten", "begins": "2026-06-10", "ends": "2026-06-11"}
    assert "has been shortened" in ann.post(URL, shorter, follow=True).content.decode()
    assert "28 days left in 2026." in ann.get(URL).content.decode()
    gone = {"do": "cancel", "begins": "2026-06-10"}
    assert "Your vacation has been canceled." in ann.post(URL, gone, follow=True).content.decode()
    answer = ann.post(URL, gone)
    assert answer.status_code == 422
    assert "This vacation has already been changed or canceled." in answer.content.decode()


@pytest.mark.parametrize(
    ("fields", "status", "words"),
    [
        ({"do": "announce"}, 422, "This field is required"),
        ({"do": "announce", "begins": "soon", "ends": "2026-06-12"}, 422, "Enter a valid date"),
        ({"do": "announce", "begins": "2026-06-10", "ends": "9999-12-31"}, 422, "end of next year"),
        (
            {"do": "shorten", "begins": "2026-06-10", "ends": "2026-06-11"},
            422,
            "This vacation has already been changed or canceled.",
        ),
        ({"do": "dance"}, 400, "This option isn’t available."),
        ({}, 400, "This option isn’t available."),
    ],
)
def test_a_wrong_form_is_told(fields: dict[str, str], status: int, words: str, people: list[User]) -> None:
    answer = signed_in(people[0]).post(URL, fields)
    assert answer.status_code == status
    assert words in answer.content.decode()
    assert not stored(people[0])


def test_others_see_it_before_they_join_and_while_they_wait(people: list[User], clock: time_machine.Traveller) -> None:
    waiting = gather(people[0], capacity=3, tempo=DAYS)
    live = gather(people[0], capacity=3, tempo=LIVE)
    playing = gather(*people[:2], tempo=DAYS)
    go(people[0], 2, 3)
    ben = signed_in(people[1])
    soon, now = "on vacation from 2 Jun to 3 Jun", "on vacation until 3 Jun"
    for words in (soon, now):
        lobby = ben.get("/tables/").content.decode()
        assert lobby.count(f"Host: Ann ({words})") == 1, "by the day alone"
        assert words in ben.get(f"/tables/{waiting.code}/").content.decode()
        assert words not in ben.get(f"/tables/{live.code}/").content.decode()
        assert words in ben.get(f"/tables/{playing.code}/").content.decode()
        clock.move_to(june(2, 12))
    clock.move_to(june(4))
    assert "on vacation" not in ben.get(f"/tables/{playing.code}/").content.decode()


def test_a_vacation_far_ahead_is_nobody_s_business_yet(people: list[User]) -> None:
    table = gather(people[0], capacity=3, tempo=DAYS)
    announce_vacation(user=people[0], vacation=Vacation(date(2026, 7, 2), date(2026, 7, 3)))
    assert vacation_words(table, User.objects.get(pk=people[0].pk)) == ""


@pytest.mark.django_db(transaction=True)
def test_vacations_announced_at_one_moment_keep_to_the_limit(people: list[User]) -> None:
    table = gather(*people[:2], tempo=DAYS)
    refused: list[object] = []

    def announce(vacation: Vacation) -> None:
        try:
            announce_vacation(user=people[1], vacation=vacation)
        except ValidationError as error:
            refused.append(error)

    errors, _ = together(
        [partial(announce, days(2, 20)), partial(announce, days(21, 30)), lambda: go(people[1], 2, 20)]
    )
    assert errors == []
    errors, _ = together([partial(announce, Vacation(date(2026, 7, 1), date(2026, 7, day))) for day in (1, 2)])
    assert errors == []
    assert sum(len(one.days) for one in stored(people[1])) == 30
    assert len(refused) == 1
    assert seat(table, people[1]).due_at == datetime(2026, 7, 2, 12, tzinfo=UTC)


def test_a_deadline_that_has_passed_is_not_put_off(people: list[User], clock: time_machine.Traveller) -> None:
    table = gather(*people[:2], tempo=DAYS)
    due = seat(table, people[1]).due_at
    assert due
    clock.move_to(due + timedelta(seconds=1))
    go(people[1], 2, 9)
    assert seat(table, people[1]).due_at == due
