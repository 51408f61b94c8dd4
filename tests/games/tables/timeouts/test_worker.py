"""Sweeps of seats' clocks, and the actions they trigger."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import uuid4

import pytest
import time_machine
from django.db import connection
from django.utils import timezone

from engine.contract import RuleViolation
from games.accounts.models import User
from games.tables import signals
from games.tables.clocks import clocks
from games.tables.log.submit import submit_absent
from games.tables.models import Pace, Seat, Status, Sweeper, Table, TableEvent
from games.tables.staff.interventions import AdminIntervention, InterventionAction, intervene
from games.tables.time_control import TimeControl
from games.tables.timeouts import worker
from tests.games.tables.conftest import gather, pick, take_back
from tests.games.tables.toy_rules import Pick, ToyRules

NOON = datetime(2026, 6, 1, 12, tzinfo=UTC)
HOUR = 3600
LIVE = TimeControl(Pace.LIVE, turn_seconds=60, reserve_seconds=300)
DAY = TimeControl(Pace.DAYS, turn_seconds=24 * HOUR)


@pytest.fixture(autouse=True)
def clock() -> Iterator[time_machine.Traveller]:
    with time_machine.travel(NOON, tick=False) as traveller:
        yield traveller


@contextmanager
def heard(signal: Any) -> Iterator[list[dict[str, Any]]]:
    """Record what a signal sends inside the block."""
    received: list[dict[str, Any]] = []

    def hear(sender: Any, **news: Any) -> None:
        received.append(news)

    signal.connect(hear, weak=False)
    try:
        yield received
    finally:
        signal.disconnect(hear)


def seat(table: Table, index: int) -> Seat:
    return Seat.objects.get(table=table, index=index)


def dues(table: Table) -> list[float | None]:
    """Return the seconds until each seat's deadline, None for seats without one."""
    seats = Seat.objects.filter(table=table).order_by("index")
    return [(one.due_at - timezone.now()).total_seconds() if one.due_at else None for one in seats]


def test_a_turn_is_for_all_and_the_reserve_for_the_game(people: list[User], clock: time_machine.Traveller) -> None:
    table = gather(people[0], people[1], tempo=LIVE)
    assert dues(table) == [360, 360]
    clock.shift(100)
    pick(table, people[0], 1)
    assert dues(table) == [None, 260]
    clock.shift(50)
    pick(table, people[1], 1)
    # Ann took 40 seconds of her reserve, Ben 90.
    assert dues(table) == [60 + 260, 60 + 210]
    clock.shift(10)
    pick(table, people[0], 2)
    pick(table, people[1], 2)
    assert dues(table) == [60 + 260, 60 + 210]


def test_who_is_asked_later_has_the_reserve_too(people: list[User], clock: time_machine.Traveller) -> None:
    table = gather(people[0], people[1], tempo=LIVE, calls=True)
    assert dues(table) == [360, None]
    clock.shift(360)
    assert worker.act_on_due_clocks() == 1
    assert dues(table) == [0, 360]


def test_taking_back_goes_on_with_what_was_left(people: list[User], clock: time_machine.Traveller) -> None:
    table = gather(people[0], people[1], tempo=LIVE)
    clock.shift(100)
    pick(table, people[0], 1)
    clock.shift(1000)
    take_back(table, people[0], 1)
    assert dues(table) == [260, 360 - 1100]


def test_alone_nothing_runs_out(people: list[User]) -> None:
    table = gather(people[0], capacity=1, tempo=LIVE)
    assert (table.pace, dues(table)) == (Pace.NONE, [None])


def test_without_a_clock_nothing_runs_out(people: list[User]) -> None:
    assert dues(gather(people[0], people[1])) == [None, None]


def test_nights_of_the_seat_do_not_count(people: list[User], clock: time_machine.Traveller) -> None:
    User.objects.filter(pk=people[1].pk).update(time_zone="Asia/Tokyo")
    people[1].refresh_from_db()
    table = gather(people[0], people[1], tempo=TimeControl(Pace.DAYS, 12 * HOUR, nights_free=True))
    # In Tokyo it is 21 o'clock: one hour until nightfall, and eleven from 8 o'clock on.
    assert dues(table) == [(10 + 10 + 2) * HOUR, (1 + 10 + 11) * HOUR]


def test_nothing_is_due_before_its_time(people: list[User], clock: time_machine.Traveller) -> None:
    table = gather(people[0], people[1], tempo=LIVE)
    clock.shift(359)
    assert worker.act_on_due_clocks() == 0
    clock.shift(1)
    assert worker.act_on_due_clocks() == 2
    assert Table.objects.get(pk=table.pk).turn == 2


def test_the_stand_in_plays_the_turn_of_who_is_out_of_time(people: list[User], clock: time_machine.Traveller) -> None:
    table = gather(people[0], people[1], tempo=LIVE)
    pick(table, people[0], 1)
    clock.shift(360)
    assert worker.act_on_due_clocks() == 1
    events = TableEvent.objects.filter(table=table).after(2)
    assert [(event.kind, event.seat, event.stand_in) for event in events] == [
        ("picked", 0, False),
        ("picked", 1, True),
        ("revealed", 1, True),
    ]
    assert seat(table, 1).away_since is None
    assert seat(table, 1).seen == 0
    # The reserve is used up, so the next turn has its own seconds alone.
    assert dues(table) == [360, 60]
    pick(table, people[1], 2)
    assert seat(table, 1).timeouts == 0


def test_twice_in_a_row_and_the_stand_in_keeps_the_seat(people: list[User], clock: time_machine.Traveller) -> None:
    table = gather(people[0], people[1], tempo=LIVE)
    for turn, wait in ((1, 360), (2, 60)):
        pick(table, people[0], turn)
        with heard(signals.seat_kept) as kept:
            clock.shift(wait)
            assert worker.act_on_due_clocks() == 1
        assert [news["seat"].index for news in kept] == ([1] if turn == 2 else [])
    assert seat(table, 1).away_since == timezone.now()
    # From now on nobody waits for it, and the game comes to its end.
    assert worker.act_on_due_clocks() == 1
    pick(table, people[0], 3)
    assert Table.objects.get(pk=table.pk).status == Status.FINISHED
    assert not Seat.objects.filter(alarm_at__isnull=False).exists()


def test_by_the_day_once_is_enough_after_a_warning(people: list[User], clock: time_machine.Traveller) -> None:
    table = gather(people[0], people[1], tempo=DAY)
    pick(table, people[0], 1)
    clock.shift(18 * HOUR)
    with heard(signals.time_short) as short:
        assert worker.act_on_due_clocks() == 1
        assert worker.act_on_due_clocks() == 0
    assert [news["seat"].user for news in short] == [people[1]]
    clock.shift(6 * HOUR)
    assert worker.act_on_due_clocks() == 1
    assert seat(table, 1).away_since
    assert Table.objects.get(pk=table.pk).turn == 2


def test_who_acts_has_the_seat_back(people: list[User], clock: time_machine.Traveller) -> None:
    table = gather(people[0], people[1], tempo=DAY)
    pick(table, people[0], 1)
    clock.shift(24 * HOUR)
    worker.act_on_due_clocks()
    pick(table, people[1], 2)
    kept = seat(table, 1)
    assert (kept.away_since, kept.timeouts) == (None, 0)
    with pytest.raises(RuleViolation):
        submit_absent(table=table.code, index=1, intent=_any_pick())


def test_what_the_stand_in_gave_stands(people: list[User], clock: time_machine.Traveller) -> None:
    table = gather(people[0], people[1], tempo=LIVE)
    clock.shift(350)
    pick(table, people[0], 1)
    take_back(table, people[0], 1)
    clock.shift(10)
    assert worker.act_on_due_clocks() == 2
    assert Table.objects.get(pk=table.pk).turn == 2
    table = gather(people[2], people[3], tempo=LIVE)
    clock.shift(360)
    Seat.objects.filter(table=table, index=1).update(alarm_at=None)
    worker.act_on_due_clocks()
    with pytest.raises(RuleViolation, match="answer_stands"):
        take_back(table, people[2], 1)


def test_all_fall_silent_and_the_game_ends(people: list[User], clock: time_machine.Traveller) -> None:
    table = gather(*people, tempo=LIVE, turns=5)
    for _ in range(20):
        clock.shift(400)
        worker.act_on_due_clocks()
    assert Table.objects.get(pk=table.pk).status == Status.FINISHED


def test_a_seat_that_owes_twice_is_out_of_time_once(people: list[User], clock: time_machine.Traveller) -> None:
    table = gather(people[0], people[1], tempo=LIVE, calls=True)
    for _ in range(5):
        clock.shift(360)
        worker.act_on_due_clocks()
        if Table.objects.get(pk=table.pk).turn == 2:
            break
    assert Table.objects.get(pk=table.pk).turn == 2
    assert seat(table, 0).timeouts == 1


def test_a_clock_that_fails_does_not_stop_the_others(
    people: list[User], clock: time_machine.Traveller, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken = gather(people[0], people[1], tempo=LIVE)
    clock.shift(1)
    sound = gather(people[2], people[3], tempo=LIVE)
    Table.objects.filter(pk=broken.pk).update(game="gone")
    clock.shift(360)
    assert worker.act_on_due_clocks() == 4
    assert Table.objects.get(pk=sound.pk).turn == 2
    assert worker.act_on_due_clocks() == 0
    clock.shift(60)
    assert worker.act_on_due_clocks() == 4


def test_time_in_which_nobody_swept_is_given_back(people: list[User], clock: time_machine.Traveller) -> None:
    assert worker.is_sweeper()
    table = gather(people[0], people[1], tempo=LIVE)
    clock.shift(10)
    assert worker.is_sweeper()
    clock.shift(3 * HOUR)
    assert worker.is_sweeper()
    assert dues(table) == [350, 350]
    assert worker.act_on_due_clocks() == 0


def test_a_new_process_takes_over_and_gives_the_time_back(people: list[User], clock: time_machine.Traveller) -> None:
    Sweeper.objects.create(pk=1, holder=uuid4(), seen_at=timezone.now())
    table = gather(people[0], people[1], tempo=LIVE)
    # On SQLite no other process can be at work, so that it need not wait until the last has long been silent.
    clock.shift(7 if connection.vendor == "sqlite" else worker.SILENT.seconds + 1)
    assert worker.is_sweeper()
    assert dues(table) == [360, 360]


def test_signals_tell_who_is_awaited(people: list[User]) -> None:
    with heard(signals.seats_awaited) as awaited, heard(signals.game_over) as over:
        table = gather(people[0], people[1], turns=1)
        pick(table, people[0], 1)
        pick(table, people[1], 1)
    assert [[one.user for one in news["seats"]] for news in awaited] == [people[:2]]
    assert [[one.user for one in news["seats"]] for news in over] == [people[:2]]


def _any_pick() -> Any:
    from games.tables.log.submit import Intent

    return Intent("toy", lambda _: "pick:2", lambda seat: Pick(seat, 2, 0))


def test_ten_thousand_clocks_are_found_by_an_index(db: None, django_assert_num_queries: Any) -> None:
    with django_assert_num_queries(1):
        assert worker.act_on_due_clocks() == 0
    if connection.vendor == "postgresql":  # which reads a table of a few rows as a whole
        with connection.cursor() as cursor:
            cursor.execute("SET LOCAL enable_seqscan = off")
    plan = Seat.objects.with_due_alarm(timezone.now() + timedelta(days=1)).explain()
    assert "tables_alarms" in plan


def test_who_acts_and_owes_more_has_time_for_it(people: list[User], clock: time_machine.Traveller) -> None:
    table = gather(people[0], people[1], tempo=LIVE, calls=True)
    intervene(table=table.code, intervention=AdminIntervention(InterventionAction.STAND_IN, "asleep", seat=0))
    assert worker.act_on_due_clocks() == 1
    # Ann picks herself, once of twice; the stand-in has only called for her.
    pick(table, people[0], 1)
    assert seat(table, 0).away_since is None
    assert dues(table) == [360, 360]
    assert worker.act_on_due_clocks() == 0
    clock.shift(360)
    assert worker.act_on_due_clocks() == 2
    assert Table.objects.get(pk=table.pk).turn == 2
    assert seat(table, 0).timeouts == 1


def test_without_a_clock_no_alarm_is_left(people: list[User], clock: time_machine.Traveller) -> None:
    table = gather(people[0], people[1])
    intervene(table=table.code, intervention=AdminIntervention(InterventionAction.STAND_IN, "asleep", seat=0))
    pick(table, people[0], 1)
    assert seat(table, 0).alarm_at is None
    intervene(table=table.code, intervention=AdminIntervention(InterventionAction.STAND_IN, "asleep", seat=1))
    assert worker.act_on_due_clocks() == 1
    assert Table.objects.get(pk=table.pk).turn == 2
    assert worker.act_on_due_clocks() == 1
    assert seat(table, 1).alarm_at is None
    assert worker.act_on_due_clocks() == 0


def test_an_alarm_of_no_clock_rings_once(people: list[User], clock: time_machine.Traveller) -> None:
    table = gather(people[0], people[1])
    Seat.objects.filter(table=table).update(alarm_at=NOON)
    with heard(signals.time_short) as short:
        assert worker.act_on_due_clocks() == 2
    assert short == []
    assert worker.act_on_due_clocks() == 0


def test_who_was_quicker_than_a_failure_keeps_their_clock(
    people: list[User], clock: time_machine.Traveller, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = gather(people[0], people[1], tempo=LIVE)
    clock.shift(360)

    def fail(seat: Seat) -> None:
        pick(seat.table, seat.user, 1)
        raise RuntimeError

    monkeypatch.setattr(worker, "answer_for", fail)
    assert worker.act_on_due_clocks() == 2
    # Both are in the second turn, with its own seconds.
    assert dues(table) == [60, 60]
    assert (
        list(Seat.objects.filter(table=table).values_list("alarm_at", flat=True))
        == [timezone.now() + timedelta(seconds=60)] * 2
    )


def test_what_the_rules_refuse_the_stand_in_waits(
    people: list[User], clock: time_machine.Traveller, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    table = gather(people[0], people[1], tempo=LIVE)
    monkeypatch.setattr(ToyRules, "fallback", lambda _rules, _view, ask: Pick(ask.seat, ask.turn, 10))
    clock.shift(360)
    assert worker.act_on_due_clocks() == 2
    assert worker.act_on_due_clocks() == 0
    assert caplog.text.count("failed to handle the clock") == 2
    monkeypatch.undo()
    clock.shift(60)
    assert worker.act_on_due_clocks() == 2
    assert Table.objects.get(pk=table.pk).turn == 2


def test_nights_are_not_given_back(people: list[User], clock: time_machine.Traveller) -> None:
    assert worker.is_sweeper()
    table = gather(people[0], people[1], tempo=TimeControl(Pace.DAYS, 12 * HOUR, nights_free=True))
    assert dues(table) == [22 * HOUR] * 2
    clock.shift(20 * HOUR)
    assert worker.is_sweeper()
    # Ten of those hours were of a day, and two are left of the twelve.
    assert dues(table) == [12 * HOUR] * 2


def test_time_that_is_given_is_warned_of(people: list[User], clock: time_machine.Traveller) -> None:
    table = gather(people[0], people[1], tempo=DAY)
    clock.shift(23 * HOUR)
    own = seat(table, 1)
    clocks.give_time(table, own, 48 * HOUR, timezone.now())
    assert own.due_at == timezone.now() + timedelta(hours=49)
    assert own.alarm_at == own.due_at - timedelta(hours=6)
    assert own.left == 49 * HOUR


def test_a_clock_that_ends_with_its_game_rings_once(people: list[User], clock: time_machine.Traveller) -> None:
    table = gather(people[0], people[1], tempo=LIVE)
    Table.objects.filter(pk=table.pk).update(status=Status.CLOSED)
    clock.shift(360)
    assert worker.act_on_due_clocks() == 2
    assert worker.act_on_due_clocks() == 0
    assert dues(table) == [None, None]
    assert not TableEvent.objects.filter(table=table, stand_in=True).exists()


def test_who_answers_just_before_the_warning_is_not_warned(
    people: list[User], clock: time_machine.Traveller, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = gather(people[0], people[1], tempo=DAY)
    warn = worker._warn

    def answered_first(seat: Seat, now: datetime) -> None:
        if seat.user == people[0]:
            pick(table, people[0], 1)
        warn(seat, now)

    monkeypatch.setattr(worker, "_warn", answered_first)
    clock.shift(20 * HOUR)
    with heard(signals.time_short) as short:
        assert worker.act_on_due_clocks() == 2
    assert [news["seat"].user for news in short] == [people[1]]
