"""Clocks of seats when the system clock jumps ahead and back, and rows written by a wrong clock."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from uuid import uuid4

import pytest
import time_machine
from django.utils import timezone

from games.accounts.models import User
from games.tables import signals
from games.tables.clocks import clocks
from games.tables.models import Pace, Seat, Sweeper, Table
from games.tables.staff.interventions import AdminIntervention, InterventionAction, intervene
from games.tables.time_control import TimeControl
from games.tables.timeouts import repair, worker
from tests.games.tables.conftest import gather, pick, take_back
from tests.games.tables.players import away
from tests.games.tables.timeouts.test_worker import dues, heard, seat

NOON = datetime(2026, 6, 1, 12, tzinfo=UTC)
HOUR = 3600
LIVE = TimeControl(Pace.LIVE, turn_seconds=600)
DAYS = TimeControl(Pace.DAYS, turn_seconds=24 * HOUR)
NIGHTS = TimeControl(Pace.DAYS, 12 * HOUR, nights_free=True)
JUMPS = [timedelta(seconds=30), timedelta(hours=1), timedelta(days=1), timedelta(days=730)]
jumps = pytest.mark.parametrize("jump", JUMPS, ids=str)


@pytest.fixture(autouse=True)
def clock() -> Iterator[time_machine.Traveller]:
    repair.forget()
    with time_machine.travel(NOON, tick=False) as traveller:
        yield traveller


def look_after() -> int:
    """Do what a server does every second."""
    assert worker.is_sweeper()
    return worker.act_on_due_clocks()


def pass_time(clock: time_machine.Traveller, seconds: int) -> int:
    """Run a server's sweeps for this many seconds; return how many seats were due."""
    due = 0
    for _ in range(seconds // 10):
        clock.shift(10)
        due += look_after()
    return due


@jumps
@pytest.mark.parametrize("tempo", [LIVE, DAYS], ids=["live", "by the day"])
def test_clock_keeps_its_time_when_the_system_clock_is_set_ahead_and_back(
    people: list[User], clock: time_machine.Traveller, jump: timedelta, tempo: TimeControl
) -> None:
    look_after()
    clock.shift(3)  # the sweeper says that it is there every few seconds alone
    table = gather(people[0], people[1], tempo=tempo)
    clock.shift(jump)
    assert look_after() == 0
    # The seconds since the sweeper's last word cannot be told from those of the jump.
    assert dues(table) == [tempo.turn_seconds + 3] * 2 or dues(table) == [tempo.turn_seconds] * 2
    pass_time(clock, 100)
    pass_time(clock, 50)
    clock.shift(-jump)
    assert look_after() == 0
    assert dues(table) == [tempo.turn_seconds - 150] * 2
    assert timezone.now() == NOON + timedelta(seconds=153)


@jumps
def test_clock_keeps_its_time_when_the_system_clock_is_set_back_and_ahead(
    people: list[User], clock: time_machine.Traveller, jump: timedelta
) -> None:
    look_after()
    table = gather(people[0], people[1], tempo=LIVE)
    pass_time(clock, 100)
    for way in (-jump, jump):
        clock.shift(way)
        assert look_after() == 0
        assert dues(table) == [500] * 2


@jumps
def test_turn_that_began_while_the_clock_was_ahead_ends_in_time(
    people: list[User], clock: time_machine.Traveller, jump: timedelta
) -> None:
    look_after()
    table = gather(people[0], people[1], tempo=LIVE)
    clock.shift(jump)
    look_after()
    pick(table, people[0], 1)
    pick(table, people[1], 1)
    pass_time(clock, 100)
    clock.shift(-jump)
    look_after()
    assert dues(table) == [500, 500]
    assert all(one.awaited_since <= timezone.now() for one in table.seats.all())
    assert pass_time(clock, 490) == 0
    assert pass_time(clock, 10) == 2
    assert Table.objects.get(pk=table.pk).turn == 3


@jumps
def test_turn_that_began_in_the_second_after_a_jump_has_no_more_than_its_time(
    people: list[User], clock: time_machine.Traveller, jump: timedelta
) -> None:
    look_after()
    ahead = gather(people[0], people[1], tempo=LIVE)
    clock.shift(jump)
    behind = gather(people[2], people[3], tempo=LIVE)  # before the sweeper has noticed
    look_after()
    assert dues(ahead) == dues(behind) == [600, 600]
    pass_time(clock, 100)
    clock.shift(-jump)
    late = gather(people[0], people[3], tempo=LIVE)
    look_after()
    assert dues(ahead) == dues(behind) == [500, 500]
    assert dues(late) == [600, 600]


@jumps
def test_clock_keeps_its_time_when_it_is_another_process_that_finds_the_clock_set_right(
    people: list[User], clock: time_machine.Traveller, jump: timedelta
) -> None:
    look_after()
    table = gather(people[0], people[1], tempo=DAYS)
    pass_time(clock, 100)
    for way in (jump, -jump):
        Sweeper.objects.update(holder=uuid4())
        clock.shift(way)
        assert look_after() == 0
        assert dues(table) == [24 * HOUR - 100] * 2


@jumps
def test_nights_that_do_not_count_are_kept_out_of_a_jump(
    people: list[User], clock: time_machine.Traveller, jump: timedelta
) -> None:
    look_after()
    table = gather(people[0], people[1], tempo=NIGHTS)
    pass_time(clock, 100)
    right = dues(table)
    clock.shift(jump)
    look_after()
    clock.shift(-jump)
    look_after()
    # Whatever the hour to which the clock was set: 12 hours of daylight, less what had passed.
    assert dues(table) == right == [22 * HOUR - 100] * 2


def test_answer_after_the_clock_was_set_back_leaves_no_more_than_there_was(
    people: list[User], clock: time_machine.Traveller
) -> None:
    table = gather(people[0], people[1], tempo=LIVE)
    clock.shift(-timedelta(days=730))
    pick(table, people[0], 1)
    take_back(table, people[0], 1)
    assert dues(table)[0] == 600


# --- The sweeper's lease ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("ahead", [timedelta(seconds=6), *JUMPS], ids=str)
def test_holder_that_was_seen_in_the_future_is_dead(
    people: list[User], clock: time_machine.Traveller, ahead: timedelta
) -> None:
    table = gather(people[0], people[1], tempo=LIVE)
    Sweeper.objects.create(pk=1, holder=uuid4(), seen_at=timezone.now() + ahead)
    assert worker.is_sweeper()
    # Only the row was wrong, as another process had written it by its own clock: nobody loses time.
    assert dues(table) == [600, 600]
    assert Sweeper.objects.get().seen_at == timezone.now()
    assert pass_time(clock, 590) == 0
    assert pass_time(clock, 10) == 2


def test_own_row_in_the_future_is_renewed(db: None, clock: time_machine.Traveller) -> None:
    look_after()
    clock.shift(-3)
    assert worker.is_sweeper()
    assert Sweeper.objects.get().seen_at == timezone.now()


@jumps
def test_time_that_an_older_release_gave_back_wrongly_is_taken_back(
    people: list[User], clock: time_machine.Traveller, jump: timedelta
) -> None:
    sound, given = (gather(people[0], people[1], tempo=tempo) for tempo in (DAYS, LIVE))
    clock.shift(100)
    Sweeper.objects.create(pk=1, holder=uuid4(), seen_at=timezone.now() + jump)
    far = timezone.now() + jump + timedelta(seconds=500)
    given.seats.update(due_at=far, alarm_at=far)
    assert worker.is_sweeper()
    # A turn cannot be told from one that was given as much as it had lost.
    assert dues(given) == ([500, 500] if jump.total_seconds() > 100 else [500 + jump.total_seconds()] * 2)
    assert dues(sound) == [24 * HOUR - 100] * 2


# --- What lies too far ahead, whatever has written it -----------------------------------------------------------------


@pytest.mark.parametrize(
    "tempo", [LIVE, TimeControl(Pace.LIVE, 60, 300), DAYS, NIGHTS], ids=["live", "reserve", "days", "nights"]
)
@pytest.mark.parametrize("ahead", JUMPS[1:], ids=str)
def test_deadline_that_lies_too_far_ahead_is_brought_back(
    people: list[User], clock: time_machine.Traveller, tempo: TimeControl, ahead: timedelta
) -> None:
    look_after()
    table = gather(people[0], people[1], tempo=tempo)
    before = [(one.due_at, one.alarm_at) for one in table.seats.order_by("index")]
    for one in table.seats.all():
        Seat.objects.filter(pk=one.pk).update(due_at=one.due_at + ahead, alarm_at=one.alarm_at + ahead)
    clock.shift(30)
    look_after()
    after = [(one.due_at, one.alarm_at) for one in table.seats.order_by("index")]
    late = [now - then for old, new in zip(before, after, strict=True) for then, now in zip(old, new, strict=True)]
    assert all(timedelta(0) <= one <= timedelta(minutes=1) for one in late)


def test_alarm_that_lies_too_far_ahead_is_brought_back(people: list[User], clock: time_machine.Traveller) -> None:
    look_after()
    table = gather(people[0], people[1], tempo=LIVE)
    far = timezone.now() + timedelta(days=730)
    table.seats.filter(index=0).update(alarm_at=far, due_at=NOON)
    table.seats.filter(index=1).update(alarm_at=far, due_at=None, **away(NOON))
    clock.shift(30)
    look_after()
    alarms = table.seats.order_by("index").values_list("alarm_at", flat=True)
    assert [(alarm - timezone.now()).total_seconds() for alarm in alarms] == [60, 600]


def test_deadline_that_was_brought_back_is_not_warned_of_again(
    people: list[User], clock: time_machine.Traveller
) -> None:
    look_after()
    table = gather(people[0], people[1], tempo=DAYS)
    clock.shift(18 * HOUR)
    worker.act_on_due_clocks()
    far = timezone.now() + timedelta(days=730)
    table.seats.update(due_at=far, alarm_at=far)
    with heard(signals.time_short) as short:
        repair.repair()
        assert worker.act_on_due_clocks() == 0
        assert dues(table) == [24 * HOUR] * 2
        clock.shift(24 * HOUR - 1)
        assert worker.act_on_due_clocks() == 0
    assert short == []


def test_time_that_the_staff_gave_is_left(people: list[User], clock: time_machine.Traveller) -> None:
    look_after()
    table = gather(people[0], people[1], tempo=LIVE)
    intervene(table=table.code, intervention=AdminIntervention(InterventionAction.GIVE_TIME, "ill", seat=0, hours=48))
    pass_time(clock, 100)
    assert dues(table) == [48 * HOUR + 500, 500]
    assert repair.repair() == 0


@jumps
def test_time_that_the_staff_gave_is_kept_in_a_jump(
    people: list[User], clock: time_machine.Traveller, jump: timedelta
) -> None:
    look_after()
    table = gather(people[0], people[1], tempo=LIVE)
    intervene(table=table.code, intervention=AdminIntervention(InterventionAction.GIVE_TIME, "ill", seat=0, hours=48))
    for way in (jump, -jump):
        clock.shift(way)
        look_after()
        assert dues(table) == [48 * HOUR + 600, 600]


def test_seat_awaited_since_the_future_is_awaited_from_now(people: list[User], clock: time_machine.Traveller) -> None:
    look_after()
    table = gather(people[0], people[1])
    table.seats.update(awaited_since=timezone.now() + timedelta(days=730))
    clock.shift(30)
    look_after()
    assert {one.awaited_since for one in table.seats.all()} == {timezone.now()}


def test_open_table_is_listed_no_longer_than_it_may(people: list[User], clock: time_machine.Traveller) -> None:
    look_after()
    table = gather(people[0], capacity=2)
    Table.objects.filter(pk=table.pk).update(listed_until=timezone.now() + timedelta(days=730))
    clock.shift(30)
    look_after()
    assert Table.objects.get(pk=table.pk).listed_until == timezone.now() + timedelta(days=1)


def test_latest_due_is_where_a_clock_begins(people: list[User]) -> None:
    for tempo in (LIVE, DAYS, NIGHTS):
        table = gather(people[0], people[1], tempo=tempo)
        own = seat(table, 0)
        assert own.due_at == clocks.latest_due(table, own, NOON)
