"""Webhook calls scheduled by a wrong clock."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from games.notices import upkeep
from games.notices.dispatcher import dispatch
from games.notices.models import DeliveryState
from games.notices.task_worker import work
from games.notices.webhooks.models import Webhook
from games.tables.models import Table
from tests.games.notices.telling import await_seats
from tests.games.notices.webhooks.calls import requests, states
from tests.games.push.service import Service

JUMPS = [timedelta(hours=1), timedelta(days=730)]
jumps = pytest.mark.parametrize("jump", JUMPS, ids=str)


@pytest.fixture(autouse=True)
def _fresh() -> None:
    upkeep.forget()


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
    assert (len(service.came), states()) == (1, [DeliveryState.SENT])


@jumps
def test_call_that_was_put_off_while_the_clock_was_ahead_is_made_soon(
    webhook: Webhook, table: Table, service: Service, clock: Any, jump: timedelta
) -> None:
    await_seats(table)
    ahead = timezone.now() + jump
    requests().update(claimed_at=ahead, due_at=ahead + timedelta(minutes=1), attempts=1)
    clock.shift(20)
    dispatch()
    work()
    assert (len(service.came), states()) == (1, [DeliveryState.SENT])
