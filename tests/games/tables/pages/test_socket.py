"""The WebSocket of a table: access, messages, and when it closes."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from asgiref.sync import async_to_sync
from channels.auth import AuthMiddlewareStack
from channels.db import database_sync_to_async
from channels.layers import get_channel_layer
from channels.routing import URLRouter
from channels.testing import WebsocketCommunicator
from django.test import Client

from games.accounts.models import User
from games.accounts.services import end_sockets
from games.tables import changes, presence
from games.tables.lobby import services
from games.tables.models import Access, Table
from games.tables.pages import consumers
from games.tables.pages.consumers import websocket_urlpatterns
from tests.games.tables.clients import signed_in
from tests.games.tables.conftest import gather, pick

pytestmark = pytest.mark.django_db(transaction=True)
application = AuthMiddlewareStack(URLRouter(websocket_urlpatterns))


def socket(table: Table, client: Client | None = None, address: str = "") -> WebsocketCommunicator:
    """Return a WebSocket with a client's cookies, from an address given by the proxy."""
    cookies = "; ".join(f"{name}={morsel.value}" for name, morsel in client.cookies.items()) if client else ""
    header = [(b"cookie", cookies.encode())] if cookies else []
    communicator = WebsocketCommunicator(
        application, f"/ws/tables/{table.code}/", headers=[*header, (b"x-real-ip", address.encode())]
    )
    communicator.scope["client"] = ["127.0.0.1", 50_000]
    return communicator


def run(scene: Callable[[], Awaitable[None]]) -> None:
    async_to_sync(scene)()


async def closing(listener: WebsocketCommunicator) -> int:
    return code_of(await listener.receive_output())


def code_of(message: dict[str, Any]) -> int:
    assert message["type"] == "websocket.close", message
    assert 4000 <= message["code"] < 5000, "the server sends no other"
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
            await database_sync_to_async(changes.announce)(table.code, 9)
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


@pytest.mark.parametrize("text", ['{"pick": 3}', "é" * 2000])
def test_sockets_take_no_commands_and_end_with_the_first(people: list[User], text: str) -> None:
    table = gather(people[0], people[1])
    client = signed_in(people[0])

    async def scene() -> None:
        listener = socket(table, client)
        await listener.connect()
        await number(listener)
        for _ in range(50):
            await listener.send_to(text_data=text)
        assert await closing(listener) == consumers.UNEXPECTED
        await listener.wait()
        assert await listener.receive_nothing()

    run(scene)
    assert Table.objects.get(pk=table.pk).version == table.version
    assert presence.pulse.sockets_of_visitor(f"person {people[0].pk}") == 0


def test_the_heartbeat_heals_a_lost_announcement(people: list[User], monkeypatch: pytest.MonkeyPatch) -> None:
    table = gather(people[0], people[1])
    monkeypatch.setattr(presence.pulse, "every", 0.05)

    async def scene() -> None:
        listener = socket(table)
        await listener.connect()
        assert await number(listener) == table.version
        await database_sync_to_async(Table.objects.filter(pk=table.pk).update)(version=table.version + 7)
        numbers = [await number(listener) for _ in range(3)]
        assert numbers[-1] == table.version + 7
        await listener.disconnect()

    run(scene)
    assert presence.pulse.spectator_count(table.code) == 0


def test_who_plays_and_who_watches_look_at_a_table(people: list[User]) -> None:
    table = gather(people[0], people[1])
    player = signed_in(people[0])

    async def scene() -> None:
        listeners = [socket(table, player), socket(table)]
        for listener in listeners:
            await listener.connect()
            await number(listener)
        assert (presence.pulse.socket_count(table.code), presence.pulse.spectator_count(table.code)) == (2, 1)
        for listener in listeners:
            await listener.disconnect()

    run(scene)
    assert presence.pulse.socket_count(table.code) == 0


def test_versions_are_never_told_backwards(people: list[User]) -> None:
    table = gather(people[0], people[1])

    async def scene() -> None:
        listener = socket(table)
        await listener.connect()
        await number(listener)
        await database_sync_to_async(changes.announce)(table.code, 40)
        await database_sync_to_async(changes.announce)(table.code, 39)
        assert [await number(listener), await number(listener)] == [40, 40]
        await listener.disconnect()

    run(scene)


async def opened(sockets: list[WebsocketCommunicator]) -> list[int]:
    """Open the sockets concurrently; return the first version number or close code of each."""
    await asyncio.gather(*(listener.connect() for listener in sockets))
    answers = [await listener.receive_output() for listener in sockets]
    return [json.loads(answer["text"])["number"] if "text" in answer else code_of(answer) for answer in answers]


async def ended(sockets: list[WebsocketCommunicator]) -> None:
    for listener in sockets:
        await listener.disconnect()


def test_one_person_opens_only_so_many_at_once(people: list[User], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(consumers, "MOST_OF_PERSON", 2)
    table = gather(people[0], people[1])
    client = signed_in(people[0])

    async def scene() -> None:
        mine = [socket(table, client) for _ in range(8)]
        assert sorted(await opened(mine)) == [table.version] * 2 + [consumers.TOO_MANY] * 6
        await ended(mine)
        again = [socket(table, client)]
        assert await opened(again) == [table.version]
        await ended(again)

    run(scene)


def test_strangers_and_guests_are_counted_by_their_address(
    people: list[User], monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    monkeypatch.setattr(consumers, "MOST_OF_ADDRESS", 2)
    settings.PROXY_ADDRESSES = frozenset({"127.0.0.1"})
    table = gather(people[0], people[1])
    User.objects.filter(pk__in=[people[0].pk, people[2].pk]).update(guest=True)
    host, guest, known = (signed_in(people[index]) for index in (0, 2, 3))

    async def scene() -> None:
        crowd = [socket(table, client, "192.0.2.7") for client in (None, guest, guest, None)]
        assert sorted(await opened(crowd)) == [table.version] * 2 + [consumers.TOO_MANY] * 2
        others = [socket(table, client, "192.0.2.7") for client in (host, known)] + [socket(table, None, "192.0.2.8")]
        assert await opened(others) == [table.version] * 3
        await ended([*crowd, *others])

    run(scene)


def test_a_crowd_keeps_nobody_from_their_seat(people: list[User], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(consumers, "MOST_WATCHING", 2)
    table = gather(people[0], people[1])
    player = signed_in(people[0])

    async def scene() -> None:
        crowd = [socket(table) for _ in range(5)]
        assert sorted(await opened(crowd)) == [table.version] * 2 + [consumers.TOO_MANY] * 3
        seated = [socket(table, player)]
        assert await opened(seated) == [table.version]
        await ended([*crowd, *seated])

    run(scene)


@pytest.mark.parametrize("code", ["a" * 200, "nowhere2"])
def test_a_table_that_is_none_is_told_in_peace(people: list[User], code: str) -> None:
    client = signed_in(people[0])

    async def scene() -> None:
        listeners = [socket(Table(code=code), None), socket(Table(code=code), client)]
        assert await opened(listeners) == [consumers.SIGN_IN, consumers.UNKNOWN]
        await ended(listeners)

    run(scene)


def test_strangers_join_no_group(people: list[User], monkeypatch: pytest.MonkeyPatch) -> None:
    table = gather(people[0], people[1], access=Access.INVITATION)

    async def joined(group: str, channel: str) -> None:
        raise AssertionError(group)

    async def scene() -> None:
        monkeypatch.setattr(get_channel_layer(), "group_add", joined)
        listener = socket(table)
        assert await opened([listener]) == [consumers.SIGN_IN]
        await ended([listener])

    run(scene)


def test_a_change_while_a_page_comes_in_is_not_missed(people: list[User], monkeypatch: pytest.MonkeyPatch) -> None:
    table = gather(people[0], people[1])
    layer = get_channel_layer()
    original = layer.group_add

    async def late(group: str, channel: str) -> None:
        await Table.objects.filter(pk=table.pk).aupdate(version=table.version + 7)
        await original(group, channel)

    async def scene() -> None:
        monkeypatch.setattr(layer, "group_add", late)
        listener = socket(table)
        assert await opened([listener]) == [table.version + 7]
        await ended([listener])

    run(scene)


def test_a_layer_that_hangs_sends_the_page_away(people: list[User], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(consumers, "PATIENCE", 0.01)
    table = gather(people[0], people[1])

    async def hanging(group: str, channel: str) -> None:
        await asyncio.Event().wait()

    async def scene() -> None:
        monkeypatch.setattr(get_channel_layer(), "group_add", hanging)
        listener = socket(table)
        assert await opened([listener]) == [consumers.UNAVAILABLE]
        await ended([listener])

    run(scene)
    assert presence.pulse.spectator_count(table.code) == 0


def test_players_hear_at_other_tables_that_their_game_has_started(people: list[User]) -> None:
    """Check the page of Ann's other game, and not that of a table where she only watches."""
    here, watched = gather(people[0]), gather(*people[2:])
    there = gather(people[0], capacity=2)
    ann = signed_in(people[0])

    async def scene() -> None:
        own, other = socket(here, ann), socket(watched, ann)
        for listener in (own, other):
            assert (await listener.connect())[0]
            await listener.receive_json_from()
        await database_sync_to_async(services.join)(table=there.code, user=people[1])
        expected = {"table": here.code, "number": here.version, "started": True}
        assert await own.receive_json_from() == expected
        assert await other.receive_nothing()
        for listener in (own, other):
            await listener.disconnect()

    run(scene)
