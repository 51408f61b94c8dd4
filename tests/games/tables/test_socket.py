"""The socket of a table: who may listen, what is heard, and when it closes."""

from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from asgiref.sync import async_to_sync
from channels.auth import AuthMiddlewareStack
from channels.db import database_sync_to_async
from channels.routing import URLRouter
from channels.testing import WebsocketCommunicator
from django.conf import settings
from django.test import Client

from games.accounts.models import User
from games.accounts.services import end_sockets
from games.tables import announce, consumers, pulse, services
from games.tables.models import Access, Table
from games.tables.routing import websocket_urlpatterns
from tests.games.tables.conftest import gather, pick

pytestmark = pytest.mark.django_db(transaction=True)
application = AuthMiddlewareStack(URLRouter(websocket_urlpatterns))


def socket(table: Table, client: Client | None = None) -> WebsocketCommunicator:
    cookies = client.cookies if client else {}
    name = settings.SESSION_COOKIE_NAME
    header = [(b"cookie", f"{name}={cookies[name].value}".encode())] if name in cookies else []
    return WebsocketCommunicator(application, f"/ws/tables/{table.code}/", headers=header)


def signed_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def run(scene: Callable[[], Awaitable[None]]) -> None:
    async_to_sync(scene)()


async def closing(listener: WebsocketCommunicator) -> int:
    message = await listener.receive_output()
    assert message["type"] == "websocket.close", message
    return int(message["code"])


async def number(listener: WebsocketCommunicator) -> int:
    return int((await listener.receive_json_from())["number"])


def test_a_page_hears_the_present_version_and_each_change(people: list[User]) -> None:
    table = gather(people[0], people[1])

    async def scene() -> None:
        listener = socket(table, signed_in_clients[0])
        assert (await listener.connect())[0]
        assert await listener.receive_json_from() == {"table": table.code, "number": table.version}
        outcome = await database_sync_to_async(pick)(table, people[1], 1)
        assert await listener.receive_json_from() == {"table": table.code, "number": outcome.version}
        await listener.disconnect()

    signed_in_clients = [signed_in(people[0])]
    run(scene)


def test_a_spectator_hears_the_same(people: list[User]) -> None:
    table = gather(people[0], capacity=3)

    async def scene() -> None:
        listener = socket(table)
        await listener.connect()
        assert await number(listener) == 1
        await database_sync_to_async(services.join)(table=table.code, user=people[1])
        assert await number(listener) == 2
        await listener.disconnect()

    run(scene)


def test_strangers_are_let_in_and_out_again(people: list[User]) -> None:
    table = gather(people[0], people[1], access=Access.INVITATION)
    stranger = signed_in(people[2])

    async def scene() -> None:
        for client, code in ((stranger, consumers.UNKNOWN), (None, consumers.SIGN_IN)):
            listener = socket(table, client)
            assert (await listener.connect())[0]
            assert await closing(listener) == code
            await database_sync_to_async(announce.announce)(table.code, 9)
            assert await listener.receive_nothing()
            await listener.disconnect()
        nowhere = socket(Table(code="nowhere2"))
        assert (await nowhere.connect())[0]
        assert await closing(nowhere) == consumers.SIGN_IN
        await nowhere.disconnect()

    run(scene)


def test_the_invited_may_listen(people: list[User]) -> None:
    table = gather(people[0], capacity=3, access=Access.INVITATION)
    invited = Client()
    invited.get(f"/invitations/{table.invitation}/")

    async def scene() -> None:
        listener = socket(table, invited)
        await listener.connect()
        assert await number(listener) == 1
        await listener.disconnect()

    run(scene)


def test_who_is_sent_away_is_cut_off(people: list[User]) -> None:
    table = gather(people[0], people[1], capacity=3, access=Access.INVITATION)
    clients = [signed_in(people[0]), signed_in(people[1])]

    async def scene() -> None:
        host, guest = socket(table, clients[0]), socket(table, clients[1])
        for listener in (host, guest):
            await listener.connect()
            await number(listener)
        await database_sync_to_async(services.kick)(table=table.code, host=people[0], user_id=people[1].pk)
        assert await number(host) == await number(guest) == table.version + 1
        assert await closing(guest) == consumers.LOOK_AGAIN
        assert await host.receive_nothing()
        again = socket(table, clients[1])
        await again.connect()
        assert await closing(again) == consumers.UNKNOWN
        for listener in (host, guest, again):
            await listener.disconnect()

    run(scene)


def test_the_end_of_a_session_is_the_end_of_its_sockets(people: list[User]) -> None:
    table = gather(people[0], people[1])
    clients = [signed_in(people[0]), signed_in(people[1])]

    async def scene() -> None:
        mine, other = socket(table, clients[0]), socket(table, clients[1])
        for listener in (mine, other):
            await listener.connect()
            await number(listener)
        await database_sync_to_async(end_sockets)(user_id=people[0].pk)
        assert await closing(mine) == consumers.LOOK_AGAIN
        assert await other.receive_nothing()
        for listener in (mine, other):
            await listener.disconnect()

    run(scene)


def test_sockets_take_no_commands(people: list[User]) -> None:
    table = gather(people[0], people[1])
    client = signed_in(people[0])

    async def scene() -> None:
        listener = socket(table, client)
        await listener.connect()
        await number(listener)
        await listener.send_to(text_data='{"pick": 3}')
        assert await listener.receive_nothing()
        await listener.send_to(text_data="é" * 2049)
        assert await closing(listener) == consumers.TOO_BIG
        await listener.disconnect()

    run(scene)
    assert Table.objects.get(pk=table.pk).version == table.version


def test_the_heartbeat_heals_a_lost_announcement(people: list[User], monkeypatch: pytest.MonkeyPatch) -> None:
    table = gather(people[0], people[1])
    monkeypatch.setattr(pulse.pulse, "every", 0.05)

    async def scene() -> None:
        listener = socket(table)
        await listener.connect()
        assert await number(listener) == table.version
        await database_sync_to_async(Table.objects.filter(pk=table.pk).update)(version=table.version + 7)
        heard = [await number(listener) for _ in range(3)]
        assert heard[-1] == table.version + 7
        await listener.disconnect()

    run(scene)
    assert pulse.pulse.at_table(table.code) == 0


def test_versions_are_never_told_backwards(people: list[User]) -> None:
    table = gather(people[0], people[1])

    async def scene() -> None:
        listener = socket(table)
        await listener.connect()
        await number(listener)
        await database_sync_to_async(announce.announce)(table.code, 40)
        await database_sync_to_async(announce.announce)(table.code, 39)
        assert [await number(listener), await number(listener)] == [40, 40]
        await listener.disconnect()

    run(scene)


def test_one_person_opens_only_so_many(people: list[User], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(consumers, "MOST_OF_USER", 2)
    monkeypatch.setattr(consumers, "MOST_AT_TABLE", 3)
    table = gather(people[0], people[1])
    client = signed_in(people[0])

    async def scene() -> None:
        mine = [socket(table, client) for _ in range(3)]
        for listener in mine:
            await listener.connect()
        assert await closing(mine[2]) == consumers.TOO_MANY
        await mine[0].disconnect()
        guests = [socket(table) for _ in range(3)]
        for listener in guests:
            await listener.connect()
        assert await number(guests[1])
        assert await closing(guests[2]) == consumers.TOO_MANY
        for listener in (*mine[1:], *guests):
            await listener.disconnect()

    run(scene)
