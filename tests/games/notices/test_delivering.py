"""Delivery: at most once, retries after definite failures, and giving up with a reason."""

import threading
from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import Permission
from django.core import mail
from django.db import connection
from django.test import Client
from django.utils import timezone
from django_tasks import TaskResultStatus
from django_tasks_db.models import DBTaskResult

from games.accounts.models import User
from games.notices import dispatcher, upkeep
from games.notices.channels import PermanentFailure, RetryLater
from games.notices.delivery import LADDER, deliver, send_again
from games.notices.dispatcher import dispatch
from games.notices.models import STUCK, Delivery, DeliveryState
from games.notices.task_worker import work
from games.notices.upkeep import tidy_notices
from games.tables.models import Table
from tests.games.notices.mail_server import MailServer, mail_server
from tests.games.notices.telling import MINUTE, all_out, await_seats, run, seat_of, states
from tests.games.tables.clients import signed_in

SMTP = "django.core.mail.backends.smtp.EmailBackend"


@pytest.fixture
def server(settings: Any) -> Iterator[MailServer]:
    """Run a mail server that the site uses."""
    with mail_server() as server:
        settings.EMAIL_BACKEND, settings.EMAIL_HOST, settings.EMAIL_PORT = SMTP, "127.0.0.1", server.port
        settings.EMAIL_USE_TLS = settings.EMAIL_USE_SSL = False
        yield server


@pytest.fixture
def waiting(table: Table, clock: Any) -> Delivery:
    """Return a due delivery that tells Ann it is her turn."""
    await_seats(table, 0)
    clock.shift(MINUTE)
    dispatch()
    return Delivery.objects.get()


def failing(monkeypatch: pytest.MonkeyPatch, error: Callable[[], Exception]) -> list[int]:
    """Make email fail; return a list that grows with each attempt."""
    tries: list[int] = []

    def send(_channel: Any, word: Any) -> None:
        tries.append(word.number)
        raise error()

    monkeypatch.setattr("games.notices.channels.mail.Mail.send", send)
    return tries


def test_a_letter_goes_out_by_a_mail_server(server: MailServer, waiting: Delivery) -> None:
    assert run() == 1
    (letter,) = server.letters
    assert (letter["To"], letter["Subject"]) == ("ann@example.org", "Your turn at Desk")
    assert states() == [DeliveryState.SENT]


def test_a_temporary_failure_is_tried_again(server: MailServer, waiting: Delivery, clock: Any) -> None:
    server.refusals = ["451 come back later", "DATA 452 too busy"]
    for _ in range(3):
        run()
        clock.shift(5 * MINUTE)
    assert len(server.letters) == 1
    waiting.refresh_from_db()
    assert (waiting.state, waiting.attempts) == (DeliveryState.SENT, 2)


def test_a_refusal_for_good_is_given_up(server: MailServer, waiting: Delivery) -> None:
    server.refusals = ["550 ann@example.org is unknown here"]
    run()
    waiting.refresh_from_db()
    assert (waiting.state, waiting.error) == (DeliveryState.DEAD, "SMTPRecipientsRefused 550")


def test_a_server_that_hangs_up_on_the_text_may_have_taken_it(server: MailServer, waiting: Delivery) -> None:
    server.refusals = ["DATA HANG UP"]
    run()
    waiting.refresh_from_db()
    assert (waiting.state, waiting.error) == (DeliveryState.DEAD, "interrupted; may have been sent")
    assert len(server.letters) == 1


def test_a_server_that_is_away_is_tried_again(settings: Any, waiting: Delivery) -> None:
    with mail_server() as gone:
        port = gone.port
    settings.EMAIL_BACKEND, settings.EMAIL_HOST, settings.EMAIL_PORT = SMTP, "127.0.0.1", port
    run()
    waiting.refresh_from_db()
    assert (waiting.state, waiting.attempts, waiting.error) == (
        DeliveryState.WAITING,
        1,
        "The mail server can’t be reached",
    )


def test_the_ladder(monkeypatch: pytest.MonkeyPatch, waiting: Delivery, clock: Any) -> None:
    tries = failing(monkeypatch, lambda: RetryLater("busy"))
    run()
    for rung, wait in enumerate(LADDER, 1):
        waiting.refresh_from_db()
        assert (waiting.state, waiting.due_at, waiting.attempts) == (DeliveryState.WAITING, timezone.now() + wait, rung)
        clock.shift(wait - timedelta(seconds=1))
        assert run() == 0
        clock.shift(1)
        assert run() == 1
    waiting.refresh_from_db()
    assert (waiting.state, waiting.error, len(tries)) == (DeliveryState.DEAD, "busy", len(LADDER) + 1)
    clock.shift(timedelta(days=1))
    assert run() == 0


def test_who_asks_for_a_longer_wait_gets_it(monkeypatch: pytest.MonkeyPatch, waiting: Delivery) -> None:
    failing(monkeypatch, lambda: RetryLater("busy", retry_after=3600))
    run()
    waiting.refresh_from_db()
    assert waiting.due_at == timezone.now() + timedelta(hours=1)


def test_a_fault_of_ours_is_not_tried_again(monkeypatch: pytest.MonkeyPatch, waiting: Delivery) -> None:
    failing(monkeypatch, lambda: KeyError("ann@example.org"))
    run()
    waiting.refresh_from_db()
    assert (waiting.state, waiting.error) == (DeliveryState.DEAD, "KeyError")


def test_what_is_void_between_two_tries_goes_out_no_more(
    monkeypatch: pytest.MonkeyPatch, waiting: Delivery, table: Table, clock: Any
) -> None:
    tries = failing(monkeypatch, lambda: RetryLater("busy"))
    run()
    seat_of(table, awaited=False)
    clock.shift(MINUTE)
    run()
    assert (states(), len(tries)) == ([DeliveryState.VOID], 1)


def test_a_task_that_runs_twice_sends_once(waiting: Delivery) -> None:
    for _ in range(3):
        deliver.call(waiting.pk)
    assert len(mail.outbox) == 1


def test_two_dispatchers_plan_once(monkeypatch: pytest.MonkeyPatch, table: Table, clock: Any) -> None:
    await_seats(table, 0)
    clock.shift(MINUTE)
    plans = dispatcher._plans

    def planned(*args: Any) -> Any:
        monkeypatch.setattr(dispatcher, "_plans", plans)
        assert dispatch() == 2, "the other has read the same notices"
        return plans(*args)

    monkeypatch.setattr(dispatcher, "_plans", planned)
    assert dispatch() == 1
    assert (Delivery.objects.count(), DBTaskResult.objects.count()) == (1, 1)


@pytest.mark.django_db(transaction=True)
def test_of_many_workers_one_sends(table: Table, clock: Any) -> None:
    await_seats(table)
    clock.shift(MINUTE)
    dispatch()
    keys = list(Delivery.objects.values_list("pk", flat=True))
    barrier = threading.Barrier(6)

    def run() -> None:
        barrier.wait(timeout=10)
        for key in keys:
            deliver.call(key)
        connection.close()

    threads = [threading.Thread(target=run) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=30)
    assert sorted(letter.to[0] for letter in mail.outbox) == ["ann@example.org", "ben@example.org"]
    assert states() == [DeliveryState.SENT, DeliveryState.SENT]


def test_one_that_was_interrupted_is_given_up(waiting: Delivery, clock: Any) -> None:
    Delivery.objects.update(state=DeliveryState.SENDING, claimed_at=timezone.now())
    clock.shift(STUCK)
    dispatch()
    assert states() == [DeliveryState.SENDING]
    clock.shift(MINUTE)
    dispatch()
    waiting.refresh_from_db()
    assert (waiting.state, waiting.error) == (DeliveryState.DEAD, "interrupted; may have been sent")


def test_a_worker_that_was_taken_for_dead_changes_nothing(
    monkeypatch: pytest.MonkeyPatch, waiting: Delivery, clock: Any
) -> None:
    def send(*_: Any) -> None:
        clock.shift(STUCK + MINUTE)
        upkeep.forget()
        upkeep.mend(timezone.now())

    monkeypatch.setattr("games.notices.channels.mail.Mail.send", send)
    work()
    waiting.refresh_from_db()
    assert (waiting.state, waiting.error) == (DeliveryState.DEAD, "interrupted; may have been sent")


def test_a_task_that_was_interrupted_is_done_anew(waiting: Delivery, clock: Any) -> None:
    DBTaskResult.objects.update(status=TaskResultStatus.RUNNING, started_at=timezone.now())
    assert work() == 0
    clock.shift(STUCK + MINUTE)
    dispatch()
    assert work() == 1
    assert states() == [DeliveryState.SENT]


def test_nothing_to_do_is_one_statement(db: None, django_assert_num_queries: Any) -> None:
    with django_assert_num_queries(1):
        assert work() == 0


def test_work_ends_when_it_is_told_to(table: Table, clock: Any) -> None:
    await_seats(table)
    clock.shift(MINUTE)
    dispatch()
    answers = iter((True, False))
    assert work(go_on=lambda: next(answers)) == 1
    assert sorted(states()) == [DeliveryState.SENT, DeliveryState.WAITING]


# --- The dead-letter list --------------------------------------------------------------------------------------------


@pytest.fixture
def dead(monkeypatch: pytest.MonkeyPatch, waiting: Delivery) -> Delivery:
    with monkeypatch.context() as patched:
        failing(patched, lambda: PermanentFailure("SMTPRecipientsRefused 550"))
        run()
    return Delivery.objects.get(state=DeliveryState.DEAD)


def staff(*rights: str) -> Client:
    user = User.objects.create_user("eve", "chart and compass", is_staff=True)
    user.user_permissions.set(Permission.objects.filter(codename__in=rights))
    return signed_in(user)


def test_it_is_sent_again_once(dead: Delivery) -> None:
    assert send_again(dead)
    assert not send_again(dead)
    run()
    assert (states(), len(mail.outbox)) == ([DeliveryState.SENT], 1)


LIST = "/admin/notices/delivery/"


def test_staff_see_what_was_given_up_but_neither_address_nor_text(dead: Delivery, table: Table) -> None:
    client = staff("view_delivery", "resend_delivery")
    for address in (LIST, f"{LIST}{dead.pk}/change/"):
        page = client.get(address).content.decode()
        assert all(text in page for text in ("ann", table.code, "SMTPRecipientsRefused 550", "mail"))
        assert not any(text in page for text in ("ann@example.org", "your turn", table.invitation))


def test_staff_send_it_again(dead: Delivery) -> None:
    client = staff("view_delivery", "resend_delivery")
    answer = client.post(LIST, {"action": "resend", "_selected_action": [str(dead.pk)]}, follow=True)
    assert "1 delivery was queued again." in answer.content.decode()
    assert states() == [DeliveryState.WAITING]


def test_without_that_right_nobody_does(dead: Delivery) -> None:
    client = staff("view_delivery")
    client.post(LIST, {"action": "resend", "_selected_action": [str(dead.pk)]})
    assert states() == [DeliveryState.DEAD]


def test_what_went_out_is_not_in_the_list(table: Table, clock: Any) -> None:
    await_seats(table)
    all_out(clock)
    assert "0 deliveries" in staff("view_delivery").get(LIST).content.decode()


# --- What is old -----------------------------------------------------------------------------------------------------


def test_what_is_old_goes(table: Table, clock: Any) -> None:
    await_seats(table)
    all_out(clock)
    clock.shift(timedelta(days=29))
    await_seats(table, 0)
    dispatch()
    assert tidy_notices() == 0
    clock.shift(timedelta(days=2))
    assert tidy_notices() == 2
    assert states() == []


def test_tasks_that_are_done_go_with_the_chores(table: Table, clock: Any) -> None:
    from carto_site.daily_jobs import do_chores

    await_seats(table)
    all_out(clock)
    assert DBTaskResult.objects.count() == 2
    clock.shift(timedelta(days=31))
    do_chores()
    assert (DBTaskResult.objects.count(), states()) == (0, [])
