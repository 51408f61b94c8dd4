"""Double submission of forms that create tables or guests: the second one has no effect."""

import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any
from uuid import UUID, uuid4

import pytest
import time_machine
from django.test import Client
from django.utils import timezone

from games.accounts.models import User
from games.accounts.services import guest_made_by, make_guest
from games.tables.lobby import services
from games.tables.models import Seat, Table
from games.tables.people.guests import move_tables
from tests.games.tables.clients import signed_in
from tests.games.tables.conftest import gather
from tests.games.tables.pages.test_pages import form

NEW, SOLO = "/tables/new/", "/tables/solo/"
SENT = {NEW: form(**{"guest-name": "Fay"}), SOLO: {"guest": "1"}}


def once(path: str) -> dict[str, Any]:
    """Return form data with a command id, as both posts of a double click have it."""
    return {**SENT[path], "command_id": str(uuid4())}


def new_table(**changes: Any) -> services.NewTable:
    return services.NewTable("toy", "Desk", {"turns": 3}, 2, **changes)


@pytest.mark.parametrize("path", [NEW, SOLO])
def test_a_form_sent_twice_opens_one_table(path: str, people: list[User]) -> None:
    ann, sent = signed_in(people[0]), once(path)
    first, second = (ann.post(path, sent) for _ in range(2))
    assert first.status_code == second.status_code == 303
    assert first["Location"] == second["Location"]
    assert Table.objects.count() == 1
    assert ann.post(path, once(path))["Location"] != first["Location"]
    assert signed_in(people[1]).post(path, sent)["Location"] != first["Location"], "the same id of somebody else"
    assert Table.objects.count() == 3


@pytest.mark.parametrize("path", [NEW, SOLO])
def test_a_form_without_an_id_opens_a_table_each_time(path: str, people: list[User]) -> None:
    for junk in ({}, {"command_id": ""}, {"command_id": "x" * 500}, {"command_id": "\x00"}):
        assert signed_in(people[0]).post(path, {**SENT[path], **junk}).status_code == 303
    assert Table.objects.count() == 4


def test_two_at_the_same_moment_open_one_table(people: list[User], monkeypatch: pytest.MonkeyPatch) -> None:
    new = new_table(command_id=uuid4())
    first = services.create_table(host=people[0], new=new)
    look = services.find_opened_table
    looked: list[None] = []

    def too_early(host: User, options: UUID | None) -> Table | None:
        """Find no table at the first call."""
        looked.append(None)
        return look(host, options) if len(looked) > 1 else None

    monkeypatch.setattr(services, "find_opened_table", too_early)
    assert services.create_table(host=people[0], new=new) == first
    assert len(looked) == 2
    assert Seat.objects.count() == 1


def test_who_becomes_host_later_may_use_the_same_id(people: list[User]) -> None:
    ann, ben, new = people[0], people[1], new_table(command_id=uuid4())
    table = services.create_table(host=ann, new=new)
    own = services.create_table(host=ben, new=new)
    Table.objects.filter(pk=table.pk).update(capacity=3)
    services.join(table=table.code, user=ben)
    services.leave(table=table.code, user=ann)
    table.refresh_from_db()
    assert (table.host, table.command_id) == (ben, None)
    assert services.create_table(host=ben, new=new) == own


def test_a_guests_table_is_brought_over_whatever_its_id(people: list[User]) -> None:
    heron, new = make_guest(display_name="Heron"), new_table(command_id=uuid4())
    services.create_table(host=people[0], new=new)
    services.create_table(host=heron, new=new)
    assert move_tables(guest=heron, account=people[0]) == 1


# --- Who is nobody yet -----------------------------------------------------------------------------------------------


@pytest.fixture
def twice(db: None) -> Callable[[str, dict[str, Any]], tuple[Any, Any]]:
    """Return a function that posts a form twice, the second time without the cookie of the first response."""

    def send(path: str, sent: dict[str, Any]) -> tuple[Any, Any]:
        return Client().post(path, sent), Client().post(path, sent)

    return send


@pytest.mark.parametrize("path", [NEW, SOLO])
def test_a_guest_opens_one_table_too(path: str, twice: Any) -> None:
    first, second = twice(path, once(path))
    assert first.status_code == 303
    assert second["Location"] == first["Location"]
    (guest,) = User.objects.guests()
    assert Table.objects.get().host == guest
    assert second.client.session["_auth_user_id"] == str(guest.pk)


def test_a_guest_joins_once(people: list[User], twice: Any) -> None:
    table = gather(people[0], capacity=2)
    first, second = twice(f"/tables/{table.code}/join/", {"guest-name": "Fay", "command_id": str(uuid4())})
    assert (first.status_code, second.status_code) == (303, 303)
    assert second["Location"] == f"/tables/{table.code}/"
    assert User.objects.guests().count() == 1
    assert Seat.objects.filter(table=table).count() == 2


def test_another_form_is_another_guest(twice: Any) -> None:
    for _ in range(2):
        twice(SOLO, once(SOLO))
    assert User.objects.guests().count() == 2


def test_a_minute_later_nobody_is_a_guest_by_an_old_form(twice: Any) -> None:
    sent = once(SOLO)
    twice(SOLO, sent)
    with time_machine.travel(timezone.now() + timedelta(minutes=2), tick=False):
        twice(SOLO, sent)
    assert User.objects.guests().count() == 3, "this form is not asked again, so each time it is somebody new"


def test_an_account_is_nobodys_guest(db: None) -> None:
    command_id = uuid4()
    guest = make_guest(display_name="Heron", command_id=command_id)
    assert guest_made_by(command_id) == guest
    User.objects.filter(pk=guest.pk).update(guest=False)
    assert guest_made_by(command_id) is None
    assert make_guest(display_name="Heron", command_id=command_id) != guest


@pytest.mark.parametrize("path", ["/", NEW])
def test_every_page_has_ids_of_its_own(path: str, people: list[User]) -> None:
    for browser in (Client(), signed_in(people[0])):
        ids = [
            re.findall(r'name="command_id" value="([0-9a-f-]{36})"', browser.get(path).content.decode()) for _ in "ab"
        ]
        assert ids[0]
        assert len(ids[0]) == len(ids[1])
        assert len({*ids[0], *ids[1]}) == 2 * len(ids[0])
