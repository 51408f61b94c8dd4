"""Push notifications: how long a service keeps them for an offline device."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from games.accounts.models import User
from games.notices.channels.push import PUSH
from games.notices.models import ChannelKey, Delivery, DeliveryState, Notice, NoticeKind
from games.notices.words import build_message
from games.push import sender
from games.push.models import PushSubscription
from games.push.sender import PushMessage
from games.tables.models import Seat, Table
from tests.games.notices.telling import run, seat_of, seats_of, table_of
from tests.games.tables.clients import signed_in
from tests.games.tables.players import away, there


@pytest.fixture
def pushed(monkeypatch: pytest.MonkeyPatch) -> list[PushMessage]:
    """Record the messages sent to devices."""
    messages: list[PushMessage] = []

    def send(_user: int, message: PushMessage) -> sender.SendSummary:
        messages.append(message)
        return sender.SendSummary(sent=1)

    monkeypatch.setattr(sender, "send", send)
    return messages


def push(kind: NoticeKind, *tables: Table) -> None:
    """Push a notification of this kind about these tables to the user in the first seat."""
    seats = [seats_of(table)[0] for table in tables]
    notices = [Notice(kind=kind, user=seat.user, table=table) for seat, table in zip(seats, tables, strict=True)]
    PUSH.send(build_message(1, notices, seats))


@pytest.mark.parametrize("kind", [NoticeKind.TURN, NoticeKind.SHORT])
@pytest.mark.parametrize(
    ("left", "ttl"),
    [
        (timedelta(hours=3), timedelta(hours=3)),
        (timedelta(days=5), timedelta(days=5)),
        (timedelta(seconds=4), timedelta(minutes=1)),
        (timedelta(seconds=-4), timedelta(minutes=1)),
        (timedelta(days=90), timedelta(days=28)),
    ],
)
def test_ttl_follows_the_deadline(
    table: Table, pushed: list[PushMessage], kind: NoticeKind, left: timedelta, ttl: timedelta
) -> None:
    seat_of(table, 0, due_at=timezone.now() + left)
    push(kind, table)
    assert pushed[0].ttl == ttl


@pytest.mark.parametrize("kind", [NoticeKind.TURN, NoticeKind.OVER, NoticeKind.KEPT])
def test_ttl_without_a_deadline_is_a_day(table: Table, pushed: list[PushMessage], kind: NoticeKind) -> None:
    seat_of(table, 0, due_at=None if kind == NoticeKind.TURN else timezone.now() + timedelta(hours=1))
    push(kind, table)
    assert pushed[0].ttl == timedelta(days=1)


def test_ttl_of_several_turns_follows_the_last_deadline(
    people: list[User], table: Table, pushed: list[PushMessage], clock: Any
) -> None:
    other = table_of([people[0], people[2]])
    seat_of(table, 0, due_at=timezone.now() + timedelta(hours=3))
    push(NoticeKind.TURN, table, other)
    seat_of(other, 0, due_at=timezone.now() + timedelta(hours=5))
    push(NoticeKind.TURN, table, other)
    assert [message.ttl for message in pushed] == [timedelta(days=1), timedelta(hours=5)]


def test_waiting_lists_tables_that_wait_for_the_visitor_alone(people: list[User], table: Table) -> None:
    ann, cas = signed_in(people[0]), signed_in(people[2])
    assert ann.get("/notices/waiting/").json()["waiting"] == [f"/tables/{table.code}/"]
    assert cas.get("/notices/waiting/").json()["waiting"] == []
    seat_of(table, 0, **away(timezone.now()))
    assert ann.get("/notices/waiting/").json()["waiting"] == []
    seat_of(table, 0, awaited=False, **there())
    assert ann.get("/notices/waiting/").json()["waiting"] == []


LATER = timedelta(minutes=3)


@pytest.fixture
def delivery(people: list[User], settings: Any) -> Delivery:
    """Return a due push that tells Ann, who has a device, that it is her turn."""
    settings.PUSH_SERVICES = ["push.example"]
    PushSubscription.objects.create(user=people[0], endpoint="https://push.example/7", digest="7")
    table = table_of(people[:2])
    seat = seats_of(table)[0]
    notice = Notice.objects.create(kind=NoticeKind.TURN, user=people[0], table=table, created_at=timezone.now())
    Seat.objects.filter(pk=seat.pk).update(awaited_since=timezone.now())
    due = Delivery.objects.create(user=people[0], channel=ChannelKey.PUSH, kind=NoticeKind.TURN, due_at=timezone.now())
    due.notices.add(notice)
    return due


def answering(monkeypatch: pytest.MonkeyPatch, outcome: sender.SendSummary, *, left: tuple[int, ...] = ()) -> None:
    """Let the push services respond like this; they ask to retry for the devices in `left`."""

    def send(_user: int, _message: PushMessage) -> sender.SendSummary:
        if left:
            raise sender.RetryPushLater(LATER, left, outcome)
        return outcome

    monkeypatch.setattr(sender, "send", send)


@pytest.mark.parametrize(
    ("outcome", "left", "state", "error"),
    [
        (sender.SendSummary(sent=1, gone=1), (), DeliveryState.SENT, ""),
        (sender.SendSummary(sent=1), (7,), DeliveryState.SENT, ""),
        (sender.SendSummary(gone=1, failed=1), (), DeliveryState.DEAD, "No device accepts notifications anymore"),
        (sender.SendSummary(gone=1), (7,), DeliveryState.WAITING, "The push services can’t be reached"),
    ],
    ids=["one device", "one device, another later", "no device", "perhaps later"],
)
def test_push_is_delivered_if_a_device_got_it_and_retried_if_one_still_may(
    delivery: Delivery,
    monkeypatch: pytest.MonkeyPatch,
    outcome: sender.SendSummary,
    left: tuple[int, ...],
    state: DeliveryState,
    error: str,
) -> None:
    answering(monkeypatch, outcome, left=left)
    run()
    delivery.refresh_from_db()
    assert (delivery.state, delivery.error) == (state, error)


def test_push_is_retried_when_the_service_says(
    delivery: Delivery, pushed: list[PushMessage], monkeypatch: pytest.MonkeyPatch, clock: Any
) -> None:
    accept = sender.send
    answering(monkeypatch, sender.SendSummary(), left=(7,))
    run()
    monkeypatch.setattr(sender, "send", accept)
    clock.shift(LATER - timedelta(seconds=1))
    run()
    assert pushed == []
    clock.shift(timedelta(seconds=1))
    run()
    assert [message.title for message in pushed] == ["Your turn at Desk"]


@pytest.mark.parametrize(
    ("services", "reason"),
    [
        ([], "Push notifications are disabled on this site."),
        (["push.example"], "No devices receive notifications yet."),
    ],
)
def test_settings_say_why_nothing_can_be_pushed(
    people: list[User], settings: Any, services: list[str], reason: str
) -> None:
    settings.PUSH_SERVICES = services
    page = signed_in(people[0]).get("/notices/settings/").content.decode()
    assert reason in page
