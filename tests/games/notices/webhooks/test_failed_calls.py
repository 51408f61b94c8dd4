"""Calls of webhooks that fail: repeated, given up, or logged."""

import logging
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from games.accounts.models import User
from games.notices.delivery import LADDER, deliver, send_again
from games.notices.dispatcher import dispatch
from games.notices.models import STUCK, DeliveryState
from games.notices.task_worker import work
from games.notices.upkeep import EVERY
from games.notices.webhooks.models import MOST_FAILURES, Event, Webhook
from games.notices.webhooks.services import try_out
from games.tables.models import Table
from tests.games.notices.telling import await_seats
from tests.games.notices.webhooks.calls import SECONDS, came, end, pass_time, requests, states
from tests.games.push.service import Service


@pytest.mark.parametrize("status", [429, 408, 500, 503])
def test_a_program_in_trouble_is_called_again(
    status: int, webhook: Webhook, table: Table, service: Service, clock: Any
) -> None:
    service.status = status
    await_seats(table)
    pass_time(clock)
    assert (states(), requests().get().answer) == ([DeliveryState.WAITING], status)
    service.status = 204
    pass_time(clock, LADDER[0] / 2)
    assert len(service.came) == 1
    pass_time(clock, LADDER[0])
    assert states() == [DeliveryState.SENT]
    assert len({sent.headers["X-Carto-Delivery"] for sent in service.came}) == 1
    assert len({payload["sent_at"] for payload in came(service)}) == 2


def test_a_program_says_when_to_call_again(webhook: Webhook, table: Table, service: Service, clock: Any) -> None:
    service.status, service.headers = 429, {"Retry-After": "3600"}
    await_seats(table)
    pass_time(clock)
    assert requests().get().due_at == timezone.now() + timedelta(hours=1)


def test_a_program_that_is_not_there_is_given_up_in_the_end(
    webhook: Webhook, table: Table, service: Service, clock: Any
) -> None:
    Webhook.objects.update(url="https://localhost:1/")
    await_seats(table)
    pass_time(clock)
    for wait in LADDER:
        assert states() == [DeliveryState.WAITING]
        pass_time(clock, wait)
    row = requests().get()
    assert (row.state, row.attempts, row.answer) == (DeliveryState.DEAD, len(LADDER), None)
    assert "no answer" in row.error
    assert "localhost" not in row.error


@pytest.mark.parametrize("status", [302, 400, 404, 410])
def test_a_refusal_is_given_up(status: int, webhook: Webhook, table: Table, service: Service, clock: Any) -> None:
    service.status, service.headers = status, {"Location": f"https://localhost:{service.port}/elsewhere"}
    end(table)
    pass_time(clock)
    assert (states(), len(service.came)) == ([DeliveryState.DEAD], 1)
    webhook.refresh_from_db()
    assert (webhook.failures, webhook.off_at) == (1, None)


def test_an_address_near_by_is_not_called(
    webhook: Webhook, table: Table, service: Service, clock: Any, settings: Any
) -> None:
    settings.PRIVATE_ADDRESSES = False
    Webhook.objects.update(url="https://localhost.localdomain/")
    end(table)
    pass_time(clock)
    assert states() in (
        [DeliveryState.DEAD],
        [DeliveryState.WAITING],
    )  # where no name of this machine is known, it leads nowhere
    Webhook.objects.update(url="https://127.0.0.1/")
    Table.objects.update(turn=table.turn + 1)
    table.refresh_from_db()
    end(table)
    pass_time(clock)
    assert states()[1] == DeliveryState.DEAD
    assert came(service) == []


def test_an_address_that_takes_nothing_is_switched_off_and_on_again_by_a_try(
    webhook: Webhook, table: Table, service: Service, clock: Any
) -> None:
    service.status = 404
    for _ in range(MOST_FAILURES):
        assert Webhook.objects.get().off_at is None
        try_out(webhook=webhook)
        pass_time(clock)
    assert Webhook.objects.get().off_at == timezone.now()
    end(table)
    assert not requests().exclude(kind=Event.TEST)
    service.status = 200
    try_out(webhook=webhook)
    pass_time(clock)
    taken = Webhook.objects.get()
    assert (taken.failures, taken.off_at) == (0, None)
    assert came(service)[-1]["event"] == "test"


def test_what_was_written_before_it_was_switched_off_is_not_told(
    webhook: Webhook, table: Table, service: Service, clock: Any
) -> None:
    end(table)
    Webhook.objects.update(off_at=timezone.now())
    pass_time(clock)
    assert (came(service), states()) == ([], [DeliveryState.VOID])


@pytest.mark.parametrize("owner", [{"is_active": False}, None])
def test_who_is_no_host_any_more_hears_nothing(
    owner: dict[str, Any] | None, webhook: Webhook, table: Table, people: list[User], service: Service, clock: Any
) -> None:
    end(table)
    if owner:
        User.objects.filter(pk=people[0].pk).update(**owner)
    else:
        Table.objects.update(host=people[1])
    pass_time(clock)
    assert (came(service), states()) == ([], [DeliveryState.VOID])


def test_a_call_is_made_once_however_often_its_task_is_run(
    webhook: Webhook, table: Table, service: Service, clock: Any
) -> None:
    await_seats(table)
    row = requests().get()
    deliver.call(row.pk)
    assert came(service) == [], "as it is not due"
    clock.shift(SECONDS)
    dispatch()
    for _ in range(3):
        deliver.call(row.pk)
    work()
    assert len(service.came) == 1
    webhook.delete()
    deliver.call(row.pk)


def test_a_call_whose_process_was_killed_is_given_up(
    webhook: Webhook, table: Table, service: Service, clock: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    end(table)
    dispatch()

    def killed(*_args: Any, **_named: Any) -> None:
        raise SystemExit

    with monkeypatch.context() as patch:
        patch.setattr("games.notices.channels.webhook.send_request", killed)
        with pytest.raises(SystemExit):
            deliver.call(requests().get().pk)
    assert states() == [DeliveryState.SENDING]
    pass_time(clock, STUCK - SECONDS)
    assert states() == [DeliveryState.SENDING]
    pass_time(clock, EVERY)
    row = requests().get()
    assert (row.state, row.error) == (DeliveryState.DEAD, "interrupted; may have been sent")
    assert send_again(row)
    assert not send_again(row)
    pass_time(clock)
    assert states() == [DeliveryState.SENT]


def test_a_fault_of_ours_is_given_up_and_logged(
    webhook: Webhook, table: Table, clock: Any, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(*_args: Any, **_named: Any) -> None:
        raise RuntimeError("never mind")

    monkeypatch.setattr("games.notices.channels.webhook.send_request", broken)
    end(table)
    with caplog.at_level(logging.ERROR):
        pass_time(clock)
    assert requests().get().error == "RuntimeError"
    assert "failed to send a delivery by webhooks" in caplog.text


def test_no_address_and_no_secret_is_logged(
    webhook: Webhook, table: Table, service: Service, clock: Any, caplog: pytest.LogCaptureFixture
) -> None:
    service.status = 404
    with caplog.at_level(logging.DEBUG):
        await_seats(table)
        pass_time(clock)
    assert service.came
    assert webhook.url not in caplog.text
    assert webhook.secret not in caplog.text
