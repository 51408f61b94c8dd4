"""The outbox when the system clock jumps ahead and back, and rows written by a wrong clock."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.core import mail
from django.db.models import F
from django.utils import timezone
from django_tasks import TaskResultStatus
from django_tasks_db.models import DBTaskResult

from games import clock as site_clock
from games.accounts.models import User
from games.notices import upkeep
from games.notices.channels import RetryLater
from games.notices.dispatcher import dispatch
from games.notices.models import STUCK, Delivery, DeliveryState, Notice
from games.notices.task_worker import work
from games.tables.models import Table
from games.tables.timeouts import repair as clock_repair
from games.tables.timeouts import worker
from tests.games.notices.telling import MINUTE, await_seats, seat_of, states, table_of

JUMPS = [timedelta(hours=1), timedelta(days=730)]
jumps = pytest.mark.parametrize("jump", JUMPS, ids=str)


@pytest.fixture(autouse=True)
def _fresh() -> Iterator[None]:
    clock_repair.forget()
    site_clock.forget_readings()
    yield
    site_clock.forget_readings()


def look_after() -> None:
    """Do what a server does every second."""
    assert worker.is_sweeper()
    dispatch()
    work()


def pass_time(clock: Any, seconds: int) -> None:
    """Run a server's work for this many seconds."""
    for _ in range(seconds // 5):
        clock.shift(5)
        look_after()


@jumps
@pytest.mark.parametrize("written", ["before", "ahead"])
def test_word_of_a_turn_goes_out_once_and_in_time_whenever_the_clock_is_set(
    table: Table, clock: Any, jump: timedelta, written: str
) -> None:
    look_after()
    if written == "before":
        await_seats(table, 0)
    clock.shift(jump)
    look_after()
    if written == "ahead":
        seat_of(table, awaited_since=timezone.now())
        await_seats(table, 0)
    clock.shift(5)
    look_after()
    clock.shift(-jump)
    pass_time(clock, 110)
    assert [letter.to for letter in mail.outbox] == [["ann@example.org"]]
    pass_time(clock, 60)
    assert (len(mail.outbox), states()) == (1, [DeliveryState.SENT])


@jumps
def test_next_turn_is_told_after_one_was_told_while_the_clock_was_ahead(
    people: list[User], clock: Any, jump: timedelta
) -> None:
    first, second = table_of(people[:2]), table_of(people[:2])
    clock.shift(jump)
    look_after()
    seat_of(first, awaited_since=timezone.now())
    await_seats(first, 0)
    pass_time(clock, 70)
    assert len(mail.outbox) == 1
    clock.shift(-jump)
    look_after()
    await_seats(second, 0)
    pass_time(clock, 70)
    assert len(mail.outbox) == 2


@jumps
def test_delivery_that_was_put_off_while_the_clock_was_ahead_is_tried_again_soon(
    table: Table, clock: Any, jump: timedelta, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: Any) -> None:
        raise RetryLater("busy")

    clock.shift(jump)
    look_after()
    seat_of(table, awaited_since=timezone.now())
    await_seats(table, 0)
    with monkeypatch.context() as patch:
        patch.setattr("games.notices.channels.mail.Mail.send", fail)
        pass_time(clock, 65)
    assert states() == [DeliveryState.WAITING]
    clock.shift(-jump)
    pass_time(clock, 60)
    assert (len(mail.outbox), states()) == (1, [DeliveryState.SENT])


def test_notice_that_is_to_be_looked_at_in_years_is_looked_at_now(table: Table, clock: Any) -> None:
    await_seats(table, 0)
    Notice.objects.update(due_at=timezone.now() + timedelta(days=730))
    pass_time(clock, 20)
    assert states() == [DeliveryState.SENT]


def waiting_delivery(table: Table, clock: Any) -> Delivery:
    await_seats(table, 0)
    clock.shift(MINUTE)
    dispatch()
    return Delivery.objects.get()


def test_delivery_and_task_that_wait_for_years_go_out_now(table: Table, clock: Any) -> None:
    waiting_delivery(table, clock)
    far = timezone.now() + timedelta(days=730)
    Delivery.objects.update(due_at=far)
    DBTaskResult.objects.update(run_after=far)
    pass_time(clock, 60)
    assert (len(mail.outbox), states()) == (1, [DeliveryState.SENT])


def test_delivery_whose_task_was_done_too_early_gets_another(table: Table, clock: Any) -> None:
    waiting_delivery(table, clock)
    Delivery.objects.update(due_at=F("due_at") + MINUTE)
    assert work() == 1  # as a worker does whose clock is ahead
    assert states() == [DeliveryState.WAITING]
    pass_time(clock, 105)
    assert (len(mail.outbox), states()) == (1, [DeliveryState.SENT])


def test_delivery_that_waits_for_a_worker_gets_no_second_task(table: Table, clock: Any) -> None:
    waiting_delivery(table, clock)
    for _ in range(20):
        clock.shift(MINUTE)
        dispatch()
    assert DBTaskResult.objects.count() == 1


@jumps
def test_delivery_that_was_claimed_by_a_clock_that_was_ahead_is_given_up_in_time(
    table: Table, clock: Any, jump: timedelta
) -> None:
    waiting_delivery(table, clock)
    Delivery.objects.update(state=DeliveryState.SENDING, claimed_at=timezone.now() + jump)
    upkeep.repair(timezone.now(), 1000.0)
    upkeep.repair(timezone.now(), 1000.0 + STUCK.total_seconds())
    assert states() == [DeliveryState.SENDING]
    upkeep.repair(timezone.now(), 1001.0 + STUCK.total_seconds())
    assert (states(), mail.outbox) == ([DeliveryState.DEAD], [])


def test_delivery_that_is_being_sent_is_not_given_up_when_the_clock_is_set(
    table: Table, clock: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    waiting_delivery(table, clock)
    Delivery.objects.update(state=DeliveryState.SENDING, claimed_at=timezone.now())
    monkeypatch.setattr(site_clock, "_is_watched", lambda: True)
    site_clock.read()
    clock.shift(timedelta(hours=1))
    site_clock.read()
    upkeep.mend(timezone.now())
    assert states() == [DeliveryState.SENDING]


def test_task_that_was_begun_by_a_clock_that_was_ahead_is_done_anew(table: Table, clock: Any) -> None:
    waiting_delivery(table, clock)
    DBTaskResult.objects.update(status=TaskResultStatus.RUNNING, started_at=timezone.now() + timedelta(days=730))
    clock.shift(MINUTE)
    dispatch()
    clock.shift(STUCK + MINUTE)
    dispatch()
    assert work() == 1
    assert (len(mail.outbox), states()) == (1, [DeliveryState.SENT])
