"""Sockets close when their session ends, in any way and in any process."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from channels.db import database_sync_to_async
from channels.testing import WebsocketCommunicator
from django.contrib.sessions.models import Session
from django.test import Client
from django.utils import timezone

from games.accounts.models import User
from games.accounts.sockets import Proof, find_ended_proofs
from games.tables import presence
from games.tables.lobby import services
from games.tables.models import Table
from games.tables.pages import consumers
from tests.games.tables.clients import signed_in
from tests.games.tables.conftest import gather
from tests.games.tables.pages.test_socket import number, run, socket

pytestmark = pytest.mark.django_db(transaction=True)
NEW = {"usable_password": "true", "password1": "chart-and-compass-9", "password2": "chart-and-compass-9"}


async def closed(listener: WebsocketCommunicator) -> int:
    """Return the code a socket closes with, skipping earlier messages."""
    while (message := await listener.receive_output(timeout=10))["type"] != "websocket.close":
        pass
    return int(message["code"])


def session_deleted(person: User, browser: Client) -> None:
    Session.objects.filter(session_key=browser.session.session_key).delete()


def session_run_out(person: User, browser: Client) -> None:
    past = timezone.now() - timedelta(seconds=1)
    Session.objects.filter(session_key=browser.session.session_key).update(expire_date=past)


def another_password(person: User, browser: Client) -> None:
    person.set_password("another chart")
    person.save()


def account_closed(person: User, browser: Client) -> None:
    User.objects.filter(pk=person.pk).update(is_active=False)


def person_deleted(person: User, browser: Client) -> None:
    person.delete()


ENDS = (session_deleted, session_run_out, another_password, account_closed, person_deleted)


@pytest.mark.parametrize("end", ENDS)
def test_the_heartbeat_ends_sockets_whose_session_is_over(
    end: Callable[[User, Client], None], people: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    table = gather(people[0], capacity=3)
    monkeypatch.setattr(presence.pulse, "every", 0.02)
    browsers = [signed_in(people[1]), signed_in(people[2]), None]

    async def scene() -> None:
        listeners = [socket(table, browser) for browser in browsers]
        for listener in listeners:
            await listener.connect()
            await number(listener)
        await database_sync_to_async(end)(people[1], browsers[0])
        assert await closed(listeners[0]) == consumers.LOOK_AGAIN
        for other in listeners[1:]:
            assert await number(other) == table.version
        for listener in listeners:
            await listener.disconnect()

    run(scene)


def test_the_heartbeat_ends_sockets_of_visitors_whose_session_is_over(
    people: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    table: Table = gather(people[0], capacity=3)
    visitor = Client()
    visitor.session.save()
    monkeypatch.setattr(presence.pulse, "every", 0.02)

    async def scene() -> None:
        listener = socket(table, visitor)
        await listener.connect()
        await number(listener)
        await database_sync_to_async(Session.objects.all().delete)()
        assert await closed(listener) == consumers.LOOK_AGAIN
        await listener.disconnect()

    run(scene)


def test_a_password_set_by_the_staff_ends_sockets_at_once(people: list[User]) -> None:
    table = gather(people[0], capacity=3)
    staff = signed_in(User.objects.create_superuser("keeper", "chart and compass"))
    browser = signed_in(people[1])

    async def scene() -> None:
        listener = socket(table, browser)
        await listener.connect()
        await number(listener)
        address = f"/admin/accounts/user/{people[1].pk}/password/"
        assert (await database_sync_to_async(staff.post)(address, NEW)).status_code == 302
        assert await closed(listener) == consumers.LOOK_AGAIN
        await listener.disconnect()

    run(scene)


def test_all_sockets_are_looked_up_in_two_queries(people: list[User], django_assert_num_queries: object) -> None:
    browsers = [signed_in(person) for person in people]
    proofs = [
        Proof(str(browser.session.session_key), person.pk, person.get_session_auth_hash())
        for person, browser in zip(people, browsers, strict=True)
    ]
    with django_assert_num_queries(2):  # type: ignore[operator]
        assert find_ended_proofs([*proofs, Proof("", None, "")]) == set()


def test_sockets_of_spectators_look_again_when_somebody_is_sent_away(people: list[User]) -> None:
    """Test that a person who is sent away can't go on listening signed out."""
    table = gather(*people[:2], capacity=3)
    browsers = [signed_in(people[0]), signed_in(people[1]), None]

    async def scene() -> None:
        listeners = [socket(table, browser) for browser in browsers]
        for listener in listeners:
            await listener.connect()
            await number(listener)
        changed = await database_sync_to_async(services.kick)(table=table.code, host=people[0], user_id=people[1].pk)
        for listener in listeners:
            assert await number(listener) == changed.version
        for listener in listeners[1:]:
            assert await closed(listener) == consumers.LOOK_AGAIN
        assert await listeners[0].receive_nothing()
        for listener in listeners:
            await listener.disconnect()

    run(scene)
