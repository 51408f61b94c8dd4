"""Messages on WebSockets: the table's code, version and public news for every listener, nothing for strangers."""

import json
import re
from collections.abc import Awaitable, Callable
from random import Random
from typing import Any
from uuid import uuid4

import pytest
from asgiref.sync import async_to_sync
from channels.auth import AuthMiddlewareStack
from channels.db import database_sync_to_async
from channels.routing import URLRouter
from channels.testing import WebsocketCommunicator
from django.conf import settings
from django.test import Client

from engine.gisborne import RULES
from games.accounts.models import User
from games.tables import changes
from games.tables.models import Access, Table
from games.tables.pages import consumers
from games.tables.pages.consumers import websocket_urlpatterns
from tests.engine.tools import any_placement
from tests.games.cartographers.play import awaited, fields, gather, offer_to, state_of, take_back, url
from tests.games.gisborne import play as gisborne
from tests.games.tables.clients import signed_in
from tests.safety.watch import Leak, forms_of_seed

pytestmark = pytest.mark.django_db(transaction=True)
application = AuthMiddlewareStack(URLRouter(websocket_urlpatterns))


def socket(table: Table, client: Client) -> WebsocketCommunicator:
    name = settings.SESSION_COOKIE_NAME
    header = [(b"cookie", f"{name}={client.cookies[name].value}".encode())] if name in client.cookies else []
    return WebsocketCommunicator(application, f"/ws/tables/{table.code}/", headers=header)


def check(text: str, table: Table, version: int) -> None:
    """Raise Leak for a message that contains more than the code, the version and what a stranger's page shows.

    Without the elements of its news, there is no text left, and each of them is on that page.
    """
    message = json.loads(text)
    news = message.pop("news", {"seat": 0, "html": {}})
    if message != {"table": table.code, "number": version} or set(news) != {"seat", "html"}:
        raise Leak(f"a socket was sent {text}")
    for language, html in news["html"].items():
        page = Client(headers={"accept-language": language}).get(f"/tables/{table.code}/").content.decode()
        shown, left = " ".join(page.split()), " ".join(html.split())
        for element in re.findall(r"<(?:span|p|li) id=.*?(?=<(?:span|p|li) id=|$)", left):
            if element.strip() not in shown:
                raise Leak(f"a socket was sent {element}")
            left = left.replace(element, "")
        if left:
            raise Leak(f"a socket was sent {left}")


class Play:
    """A game that announces every command to sockets; `messages` are those sent to the channel layer."""

    gather = staticmethod(gather)

    def __init__(self, table: Table, people: list[User], monkeypatch: pytest.MonkeyPatch) -> None:
        self.table, self.rng = table, Random(7)
        self.clients = [signed_in(user) for user in people]
        self.messages: list[dict[str, Any]] = []
        original: Callable[..., Any] = changes.send

        def send(group: str, message: dict[str, Any]) -> None:
            self.messages.append(message)
            original(group, message)

        monkeypatch.setattr(changes, "send", send)

    def step(self) -> int:
        """Submit a command; return the table's new version."""
        state = state_of(self.table)
        drawn = [seat for seat, drawing in enumerate(state.answers) if drawing]
        if drawn and self.rng.random() < 0.2:
            answer = take_back(self.clients[drawn[0]], self.table, state.turn)
        else:
            seat = self.rng.choice(awaited(state))
            sent = fields(any_placement(self.rng, offer_to(state, seat)), command_id=str(uuid4()))
            answer = self.clients[seat].post(url(self.table, state.turn), sent)
        assert answer.status_code == 303
        return Table.objects.get(pk=self.table.pk).version


class PlayOfGisborne(Play):
    """The same for Gisborne: plays, rivers, wolves, scorings, and plays that are undone."""

    gather = staticmethod(gisborne.gather)

    def step(self) -> int:
        """Submit a command; return the table's new version."""
        answered = [ask for ask in RULES.asks(state_of(self.table)) if ask.answered and ask.withdrawable]
        if answered and self.rng.random() < 0.2:
            ask = self.rng.choice(answered)
            round_, question, _seat = ask.id.split(".")
            body = {"question": question, "command_id": str(uuid4())}
            answer = self.clients[ask.seat].post(f"/tables/{self.table.code}/turns/{round_}/undo", body)
            assert answer.status_code == 303
        else:
            assert gisborne.answer_one(self.table, self.clients)
        return Table.objects.get(pk=self.table.pk).version


def turn_of(table: Table) -> int:
    return Table.objects.get(pk=table.pk).turn


def listen(table: Table, clients: list[Client], play: Play, turns: int) -> list[str]:
    """Play some turns and return everything these clients' sockets receive. Raises Leak."""
    messages: list[str] = []

    async def hear(listener: WebsocketCommunicator, version: int) -> None:
        messages.append(await listener.receive_from(timeout=5))
        await database_sync_to_async(check)(messages[-1], table, version)

    async def scene() -> None:
        listeners = [socket(table, client) for client in clients]
        for listener in listeners:
            assert (await listener.connect())[0]
            await hear(listener, table.version)
        while await database_sync_to_async(turn_of)(table) <= turns:
            version = await database_sync_to_async(play.step)()
            for listener in listeners:
                await hear(listener, version)
        for listener in listeners:
            assert await listener.receive_nothing(timeout=0.01)
            await listener.disconnect()

    run(scene)
    return messages


def run(scene: Callable[[], Awaitable[None]]) -> None:
    async_to_sync(scene)()


@pytest.mark.parametrize(("game", "turns"), [(Play, 9), (PlayOfGisborne, 4)])
def test_sockets_are_sent_what_a_stranger_sees_and_nothing_else(
    game: type[Play], turns: int, people: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    table = game.gather(*people[:3])
    play = game(table, people[:3], monkeypatch)
    messages = listen(table, [play.clients[1], signed_in(people[4]), Client()], play, turns)
    assert len(messages) > 60
    assert all(set(message) - {"news"} == {"type", "number"} for message in play.messages)
    assert any("news" in message for message in play.messages) == (game is Play)
    everything = "\n".join(messages).encode()
    assert not any(form in everything for form in forms_of_seed(bytes(table.seed or b"")))


def test_strangers_are_sent_nothing(people: list[User], monkeypatch: pytest.MonkeyPatch) -> None:
    table = gather(*people[:2], access=Access.INVITATION)
    play = Play(table, people[:2], monkeypatch)
    strangers = [signed_in(people[4]), Client()]

    async def scene() -> None:
        listeners = [socket(table, client) for client in strangers]
        for listener, code in zip(listeners, (consumers.UNKNOWN, consumers.SIGN_IN), strict=True):
            assert (await listener.connect())[0]
            assert await listener.receive_output() == {"type": "websocket.close", "code": code}
        await database_sync_to_async(play.step)()
        for listener in listeners:
            assert await listener.receive_nothing()
            await listener.disconnect()

    run(scene)


def test_a_planted_leak_is_found(people: list[User], monkeypatch: pytest.MonkeyPatch) -> None:
    table = gather(*people[:2])
    play = Play(table, people[:2], monkeypatch)

    async def leaking(self: consumers.TableConsumer, event: dict[str, Any]) -> None:
        state = await database_sync_to_async(state_of)(table)
        drawn = [drawing.cells for drawing in state.answers if drawing]
        await self.send(text_data=json.dumps({"table": self.code, "number": event["number"], "drawn": drawn}))

    monkeypatch.setattr(consumers.TableConsumer, "table_changed", leaking)
    with pytest.raises(Leak):
        listen(table, [play.clients[1]], play, turns=1)
