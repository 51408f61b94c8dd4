"""Messages of a page about its visibility."""

from typing import Any

import pytest
from channels.db import database_sync_to_async
from channels.testing import WebsocketCommunicator
from django.db import OperationalError

from games import clock
from games.accounts.models import User
from games.tables import presence
from games.tables.models import Seat
from games.tables.pages import consumers
from tests.games.tables.clients import signed_in
from tests.games.tables.conftest import gather
from tests.games.tables.pages.test_socket import closing, number, run, socket

pytestmark = pytest.mark.django_db(transaction=True)


def visible_now(user: User) -> bool:
    seat = Seat.objects.get(user=user)
    return presence.is_visible(seat, clock.now())


_is_visible = database_sync_to_async(visible_now)


async def says(listener: WebsocketCommunicator, text: str) -> None:
    """Send a text from the page, and wait until the socket has handled it."""
    await listener.send_to(text_data=text)
    assert await listener.receive_nothing()


def test_a_visible_page_marks_its_seat_until_it_is_hidden_or_closed(people: list[User]) -> None:
    table = gather(people[0], people[1])
    client = signed_in(people[0])

    async def scene() -> None:
        first, second = socket(table, client), socket(table, client)
        for listener in (first, second):
            await listener.connect()
            await number(listener)
        assert not await _is_visible(people[0])
        await says(first, "visible")
        assert await _is_visible(people[0])
        assert not await _is_visible(people[1])
        await says(second, "visible")
        await says(first, "hidden")
        assert await _is_visible(people[0]), "the other page is visible"
        await says(second, "hidden")
        assert not await _is_visible(people[0])
        await says(first, "visible")
        await first.disconnect()
        assert not await _is_visible(people[0])
        await second.disconnect()

    run(scene)


def test_the_heartbeat_renews_marks_of_visible_pages(people: list[User], monkeypatch: pytest.MonkeyPatch) -> None:
    table = gather(people[0], people[1])
    client = signed_in(people[0])
    monkeypatch.setattr(presence.pulse, "every", 0.05)

    async def scene() -> None:
        listener = socket(table, client)
        await listener.connect()
        await number(listener)
        await listener.send_to(text_data="visible")
        await number(listener)
        await database_sync_to_async(Seat.objects.update)(visible_until=None)
        for _ in range(2):
            await number(listener)
        assert await _is_visible(people[0])
        await listener.disconnect()

    run(scene)


def test_the_heartbeat_outlasts_an_outage_of_the_database(
    people: list[User], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    table = gather(people[0], people[1])
    client = signed_in(people[0])
    numbers, failures = presence._numbers, iter([OperationalError("the database is away")] * 2)

    async def fail_at_first(codes: list[str]) -> Any:
        if failure := next(failures, None):
            raise failure
        return await numbers(codes)

    monkeypatch.setattr(presence, "_numbers", fail_at_first)
    monkeypatch.setattr(presence.pulse, "every", 0.05)

    async def scene() -> None:
        listener = socket(table, client)
        await listener.connect()
        for _ in range(2):  # the first when the socket opens
            await number(listener)
        await listener.disconnect()

    run(scene)
    assert caplog.messages.count("Heartbeat failed.") == 2


def test_a_socket_stays_open_when_a_mark_cannot_be_stored(
    people: list[User], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def fail(_seats: list[int]) -> None:
        raise OperationalError("the database is away")

    table = gather(people[0], people[1])
    client = signed_in(people[0])
    monkeypatch.setattr(consumers, "_mark_visible", fail)
    monkeypatch.setattr(presence.pulse, "every", 0.05)

    async def scene() -> None:
        listener = socket(table, client)
        await listener.connect()
        await number(listener)
        await listener.send_to(text_data="visible")
        await number(listener)
        await listener.disconnect()

    run(scene)
    assert any("Failed to record a visible page" in message for message in caplog.messages)


def test_a_spectator_who_sees_the_page_marks_nothing(people: list[User]) -> None:
    table = gather(people[0], people[1])

    async def scene() -> None:
        listener = socket(table)
        await listener.connect()
        await number(listener)
        await says(listener, "visible")
        await listener.disconnect()

    run(scene)
    assert not Seat.objects.exclude(visible_until=None).exists()


def test_a_page_that_says_too_much_is_cut_off(people: list[User]) -> None:
    table = gather(people[0], people[1])
    client = signed_in(people[0])

    async def scene() -> None:
        listener = socket(table, client)
        await listener.connect()
        await number(listener)
        for turn in range(consumers.MOST_MESSAGES + 1):
            await listener.send_to(text_data=("visible", "hidden")[turn % 2])
        assert await closing(listener) == consumers.UNEXPECTED
        await listener.wait()

    run(scene)
    assert not visible_now(people[0])
