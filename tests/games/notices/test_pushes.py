"""Push notifications: how long a service keeps them for an offline device."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from games.accounts.models import User
from games.notices.channels.push import PUSH
from games.notices.models import Notice, NoticeKind
from games.notices.words import build_message
from games.push import sender
from games.push.sender import PushMessage
from games.tables.models import Table
from tests.games.notices.telling import seat_of, seats_of, table_of
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
