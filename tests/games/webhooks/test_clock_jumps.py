"""Calls of webhooks that a wrong clock has written."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from games.notices.models import STUCK, State
from games.notices.task_worker import work
from games.tables.models import Table
from games.webhooks import dispatcher
from games.webhooks.dispatcher import dispatch
from games.webhooks.models import Call, Webhook
from tests.games.notices.telling import await_seats
from tests.games.push.service import Service
from tests.games.webhooks.calls import states

JUMPS = [timedelta(hours=1), timedelta(days=730)]
jumps = pytest.mark.parametrize("jump", JUMPS, ids=str)


@pytest.fixture(autouse=True)
def _fresh() -> None:
    dispatcher.forget()


@jumps
def test_call_that_was_written_while_the_clock_was_ahead_is_made_once_and_soon(
    webhook: Webhook, table: Table, service: Service, clock: Any, jump: timedelta
) -> None:
    clock.shift(jump)
    await_seats(table)
    clock.shift(-jump)
    for _ in range(6):
        clock.shift(5)
        dispatch()
        work()
    assert (len(service.came), states()) == (1, [State.SENT])


@jumps
def test_call_that_was_put_off_while_the_clock_was_ahead_is_made_soon(
    webhook: Webhook, table: Table, service: Service, clock: Any, jump: timedelta
) -> None:
    await_seats(table)
    ahead = timezone.now() + jump
    Call.objects.update(claimed_at=ahead, due_at=ahead + timedelta(minutes=1), attempts=1)
    clock.shift(20)
    dispatch()
    work()
    assert (len(service.came), states()) == (1, [State.SENT])


@jumps
def test_call_that_was_claimed_by_a_clock_that_was_ahead_is_given_up_in_time(
    webhook: Webhook, table: Table, clock: Any, jump: timedelta
) -> None:
    await_seats(table)
    ahead = timezone.now() + jump
    Call.objects.update(state=State.SENDING, claimed_at=ahead, due_at=ahead + STUCK)
    dispatch()
    clock.shift(STUCK)
    dispatch()
    assert states() == [State.DEAD]
