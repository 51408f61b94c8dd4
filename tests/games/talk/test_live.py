"""Sockets announce changes of a chat to those who may read it; double sends are stored once."""

from concurrent.futures import ThreadPoolExecutor
from uuid import uuid4

import pytest
from channels.db import database_sync_to_async
from channels.testing import WebsocketCommunicator
from django.db import close_old_connections, connections

from games.accounts.models import User
from games.tables.models import Room, Table
from games.tables.presence import pulse
from games.talk import services
from games.talk.models import Message, Phrase
from tests.games.cartographers.play import gather
from tests.games.tables.clients import signed_in
from tests.games.tables.pages.test_socket import run, socket
from tests.games.talk.chatting import finish, messages, say

pytestmark = pytest.mark.django_db(transaction=True)
_say = database_sync_to_async(say)


async def opened(listener: WebsocketCommunicator) -> WebsocketCommunicator:
    """Connect, and take the message with the version."""
    assert (await listener.connect())[0]
    await listener.receive_json_from()
    return listener


def test_players_and_spectators_hear_of_their_own_chat_alone(people: list[User]) -> None:
    table = gather(*people[:2])
    clients = signed_in(people[1]), signed_in(people[3])

    async def scene() -> None:
        player, watcher, visitor = [await opened(socket(table, client)) for client in (*clients, None)]
        await _say(table, people[0])
        heard = {"table": table.code, "number": table.version, "talk": {"players": 1}}
        assert await player.receive_json_from() == heard
        assert await watcher.receive_nothing()
        assert await visitor.receive_nothing()
        await _say(table, people[2])
        for listener in (watcher, visitor):
            assert (await listener.receive_json_from())["talk"] == {"spectators": 1}
        assert await player.receive_nothing()
        for listener in (player, watcher, visitor):
            await listener.disconnect()

    run(scene)


def test_everybody_hears_of_both_once_the_game_is_over(people: list[User]) -> None:
    table = gather(*people[:2])
    finish(table)
    clients = signed_in(people[1]), signed_in(people[3])

    async def scene() -> None:
        listeners = [await opened(socket(table, client)) for client in clients]
        await _say(table, people[0])
        assert [(await listener.receive_json_from())["talk"] for listener in listeners] == [{"players": 1}] * 2
        for listener in listeners:
            await listener.disconnect()

    run(scene)


def test_a_late_page_and_each_heartbeat_hear_the_last_number(
    people: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Lose a message, and expect its number with the next heartbeat."""
    table = gather(*people[:2])
    say(table, people[0])
    say(table, people[2])
    clients = signed_in(people[1]), signed_in(people[3])
    monkeypatch.setattr(pulse, "every", 0.05)

    async def scene() -> None:
        for client, talk in zip(clients, ({"players": 1}, {"spectators": 1}), strict=True):
            listener = socket(table, client)
            await listener.connect()
            first, second = [await listener.receive_json_from() for _ in range(2)]
            assert first == second == {"table": table.code, "number": table.version, "talk": talk}
            await listener.disconnect()

    run(scene)


def test_a_form_sent_many_times_at_once_is_stored_once(people: list[User]) -> None:
    table, once = gather(*people[:2]), uuid4()

    def send(number: int) -> int:
        close_old_connections()
        try:
            content: Phrase | str = Phrase.HELLO if number % 2 else "Hello"
            return services.send(table=table.code, author=people[0], content=content, command_id=once).pk
        finally:
            connections.close_all()

    with ThreadPoolExecutor(8) as threads:
        assert len(set(threads.map(send, range(16)))) == 1
    assert Message.objects.count() == 1


def test_messages_sent_at_once_are_all_stored_in_order(people: list[User]) -> None:
    table = gather(*people[:3])

    def send(number: int) -> None:
        close_old_connections()
        try:
            say(table, people[number % 3], f"No. {number}")
        finally:
            connections.close_all()

    with ThreadPoolExecutor(6) as threads:
        list(threads.map(send, range(18)))
    assert sorted(messages(table)) == sorted(f"No. {number}" for number in range(18))
    numbers = Message.objects.in_room(table, Room.PLAYERS).values_list("number", flat=True)
    assert list(numbers) == list(range(18, 0, -1))
    assert Table.objects.get(pk=table.pk).talk_players == 18
