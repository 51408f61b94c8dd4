"""What is refused before Django sees it."""

import asyncio
from typing import Any

import pytest
from asgiref.sync import async_to_sync

from carto_site.guard import Guard


async def read_and_answer(scope: Any, receive: Any, send: Any) -> None:
    """An application that reads the whole body and says how long it was."""
    length, more = 0, True
    while more:
        message = await receive()
        length, more = length + len(message.get("body", b"")), message.get("more_body", False)
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": str(length).encode()})


async def _call(guard: Guard, chunks: list[bytes], headers: list[tuple[bytes, bytes]]) -> list[Any]:
    messages = [{"type": "http.request", "body": chunk, "more_body": True} for chunk in chunks]
    messages.append({"type": "http.request", "body": b"", "more_body": False})
    sent: list[Any] = []

    async def receive() -> Any:
        return messages.pop(0)

    async def send(message: Any) -> None:
        sent.append(message)

    await guard({"type": "http", "headers": headers}, receive, send)
    return sent


def answer(chunks: list[bytes], headers: list[tuple[bytes, bytes]] | None = None, **limits: int) -> list[Any]:
    guard = Guard(read_and_answer, **({"max_body": 10, "max_requests": 2} | limits))
    return async_to_sync(_call)(guard, chunks, headers or [])


def test_a_body_up_to_the_limit_passes() -> None:
    sent = answer([b"12345", b"67890"], [(b"content-length", b"10")])
    assert (sent[0]["status"], sent[1]["body"]) == (200, b"10")


def test_an_announced_long_body_is_refused_unread() -> None:
    assert answer([], [(b"Content-Length", b"11")])[0]["status"] == 413


def test_a_long_body_is_refused_however_it_was_announced() -> None:
    for headers in ([], [(b"content-length", b"3")], [(b"content-length", b"-1")], [(b"content-length", b"many")]):
        assert [message.get("status") for message in answer([b"123456", b"123456"], headers)] == [413, None]


def test_the_flood_is_told_when_to_come_back() -> None:
    async def scenario() -> tuple[list[Any], int, list[Any]]:
        door = asyncio.Event()

        async def waits(scope: Any, receive: Any, send: Any) -> None:
            await door.wait()
            await read_and_answer(scope, receive, send)

        guard = Guard(waits, max_body=10, max_requests=2)
        inside = [asyncio.create_task(_call(guard, [], [])) for _ in range(2)]
        await asyncio.sleep(0)
        refused = await _call(guard, [], [])
        door.set()
        await asyncio.gather(*inside)
        return refused, guard.in_flight, await _call(guard, [], [])

    refused, left, later = async_to_sync(scenario)()
    assert refused[0]["status"] == 503
    assert dict(refused[0]["headers"])[b"retry-after"] == b"2"
    assert left == 0
    assert later[0]["status"] == 200


def test_a_failing_answer_frees_its_place() -> None:
    async def fails(scope: Any, receive: Any, send: Any) -> None:
        raise ValueError("broken")

    guard = Guard(fails, max_body=10, max_requests=1)
    for _ in range(3):
        with pytest.raises(ValueError, match="broken"):
            async_to_sync(_call)(guard, [], [])
    assert guard.in_flight == 0


def test_sockets_pass_untouched() -> None:
    seen: list[str] = []

    async def note(scope: Any, receive: Any, send: Any) -> None:
        seen.append(scope["type"])

    nobody: Any = None
    async_to_sync(Guard(note, max_body=1, max_requests=0))({"type": "websocket", "headers": []}, nobody, nobody)
    assert seen == ["websocket"]
