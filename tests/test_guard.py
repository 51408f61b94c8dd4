"""Requests rejected before they reach Django."""

import asyncio
from typing import Any

import pytest
from asgiref.sync import async_to_sync

from carto_site import request_queue
from carto_site.request_limits import Application, BodyLimiter
from carto_site.request_queue import RequestQueue, RetrySchedule

LARGER = {"/records/": 20, "/drafts/[0-9]+/change/": 30}
NEVER = 3600.0
"""Seconds, more than any test takes."""


async def read_and_answer(scope: Any, receive: Any, send: Any) -> None:
    """Read the whole body and respond with its length."""
    length, more = 0, True
    while more:
        message = await receive()
        length, more = length + len(message.get("body", b"")), message.get("more_body", False)
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": str(length).encode()})


async def _call(
    guard: BodyLimiter, chunks: list[bytes], headers: list[tuple[bytes, bytes]], method: str = "POST"
) -> list[Any]:
    messages = [{"type": "http.request", "body": chunk, "more_body": True} for chunk in chunks]
    messages.append({"type": "http.request", "body": b"", "more_body": False})
    sent: list[Any] = []

    async def receive() -> Any:
        return messages.pop(0)

    async def send(message: Any) -> None:
        sent.append(message)

    await guard({"type": "http", "method": method, "headers": headers}, receive, send)
    return sent


def guarding(
    application: Application, *, max_requests: int = 2, at_once: int = 2, patience: float = NEVER
) -> BodyLimiter:
    return BodyLimiter(application, max_body=10, max_requests=max_requests, turns=RequestQueue(at_once, patience))


def answer(chunks: list[bytes], headers: list[tuple[bytes, bytes]] | None = None) -> list[Any]:
    return async_to_sync(_call)(guarding(read_and_answer), chunks, headers or [])


class Workshop:
    """ASGI application whose requests block until the door opens; `begun` has their numbers in order."""

    def __init__(self) -> None:
        self.door = asyncio.Event()
        self.begun: list[int] = []

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        self.begun.append(len(self.begun))
        await self.door.wait()
        await read_and_answer(scope, receive, send)


async def settle() -> None:
    """Run all pending tasks as far as possible without time passing."""
    for _ in range(20):
        await asyncio.sleep(0)


def in_line(guard: BodyLimiter, count: int) -> list[asyncio.Task[list[Any]]]:
    return [asyncio.create_task(_call(guard, [], [])) for _ in range(count)]


def statuses(answers: list[list[Any]]) -> list[int]:
    return [sent[0]["status"] for sent in answers]


def test_a_body_up_to_the_limit_passes() -> None:
    sent = answer([b"12345", b"67890"], [(b"content-length", b"10")])
    assert (sent[0]["status"], sent[1]["body"]) == (200, b"10")


def test_an_announced_long_body_is_refused_unread() -> None:
    assert answer([], [(b"Content-Length", b"11")])[0]["status"] == 413


def test_a_long_body_is_refused_however_it_was_announced() -> None:
    for headers in ([], [(b"content-length", b"3")], [(b"content-length", b"-1")], [(b"content-length", b"many")]):
        assert [message.get("status") for message in answer([b"123456", b"123456"], headers)] == [413, None]


def test_the_flood_is_told_when_to_come_back() -> None:
    async def scenario() -> tuple[list[list[Any]], int, list[Any]]:
        shop = Workshop()
        guard = guarding(shop)
        inside = in_line(guard, 2)
        await settle()
        refused = [
            await _call(guard, [], [], method="GET"),
            await _call(guard, [], [(b"HX-Request", b"true")], method="GET"),
            await _call(guard, [], []),
        ]
        shop.door.set()
        await asyncio.gather(*inside)
        return refused, guard.in_flight, await _call(guard, [], [])

    refused, left, later = async_to_sync(scenario)()
    assert statuses(refused) == [503] * 3
    headers = [dict(sent[0]["headers"]) for sent in refused]
    assert [(each[b"retry-after"], each.get(b"refresh")) for each in headers] == [
        (b"2", b"2"),  # browsers load a page again
        (b"3", None),  # scripts read Retry-After
        (b"4", None),  # a form is not sent again
    ]
    assert [sent[1]["body"].decode() for sent in refused[:2]] == [
        "The site is busy. This page tries again in 2 seconds.\n",
        "The site is busy. Please try again in 3 seconds.\n",
    ]
    assert left == 0
    assert later[0]["status"] == 200


def test_refused_clients_retry_at_the_pace_of_answers() -> None:
    now = 0.0
    schedule = RetrySchedule(lambda: now)
    assert [schedule.next_delay() for _ in range(4)] == [2, 3, 4, 5]  # nothing is known of the pace: one a second
    for _ in range(600):
        now += 0.05
        schedule.answered()
    later = [schedule.next_delay() for _ in range(60)]
    assert later[0] == 2
    assert 4 <= later[-1] <= 6  # 20 a second
    assert {schedule.next_delay() for _ in range(5_000)} == set(range(later[-1], 61))
    now += 120
    assert [schedule.next_delay() for _ in range(2)] == [2, 3]


def test_only_so_many_are_worked_on_at_once_and_the_others_in_their_turn() -> None:
    async def scenario() -> tuple[int, list[int]]:
        shop = Workshop()
        line = in_line(guarding(shop, max_requests=9), 5)
        await settle()
        busy = len(shop.begun)
        shop.door.set()
        return busy, statuses(await asyncio.gather(*line))

    assert async_to_sync(scenario)() == (2, [200] * 5)


def test_who_has_waited_too_long_is_refused_and_never_worked_on() -> None:
    async def scenario() -> tuple[list[Any], int, list[int], int]:
        shop = Workshop()
        guard = guarding(shop, max_requests=9)
        busy = in_line(guard, 2)
        await settle()
        guard.turns.patience = 0
        refused = await _call(guard, [], [])
        begun = len(shop.begun)
        shop.door.set()
        answers = await asyncio.gather(*busy, *in_line(guard, 1))
        return refused, begun, statuses(answers), guard.in_flight

    refused, begun, answered, left = async_to_sync(scenario)()
    assert refused[0]["status"] == 503
    assert dict(refused[0]["headers"])[b"retry-after"] == b"2"
    assert (begun, answered, left) == (2, [200] * 3, 0)


def test_who_is_busy_for_long_does_not_keep_others_out(monkeypatch: pytest.MonkeyPatch) -> None:
    async def scenario() -> tuple[int, list[int], int]:
        shop = Workshop()
        guard = guarding(shop, max_requests=9, at_once=1)
        line = in_line(guard, 3)
        while len(shop.begun) < 3:
            await asyncio.sleep(0)
        shop.door.set()
        answered = statuses(await asyncio.gather(*line))
        shop.door.clear()
        monkeypatch.setattr(request_queue, "LONGEST", NEVER)
        later = in_line(guard, 2)
        await settle()
        busy = len(shop.begun) - 3
        shop.door.set()
        return busy, answered + statuses(await asyncio.gather(*later)), guard.in_flight

    monkeypatch.setattr(request_queue, "LONGEST", 0)
    assert async_to_sync(scenario)() == (1, [200] * 5, 0)


def test_a_failing_answer_frees_its_place() -> None:
    async def fails(scope: Any, receive: Any, send: Any) -> None:
        raise ValueError("broken")

    guard = guarding(fails, max_requests=1, at_once=1, patience=0)
    for _ in range(3):
        with pytest.raises(ValueError, match="broken"):
            async_to_sync(_call)(guard, [], [])
    assert guard.in_flight == 0


def test_sockets_pass_untouched() -> None:
    seen: list[str] = []

    async def note(scope: Any, receive: Any, send: Any) -> None:
        seen.append(scope["type"])

    nobody: Any = None
    async_to_sync(guarding(note, max_requests=0))({"type": "websocket", "headers": []}, nobody, nobody)
    assert seen == ["websocket"]


@pytest.mark.parametrize(
    ("path", "length", "status"),
    [
        *(("/records/", 20, 200), ("/records/", 21, 413), ("/", 20, 413)),
        *(("/drafts/7/change/", 30, 200), ("/drafts/7/change/", 31, 413)),
        *(("/drafts/7/change/8", 30, 413), ("/drafts/x/change/", 30, 413), ("/old/drafts/7/change/", 30, 413)),
    ],
)
@pytest.mark.parametrize("announced", [True, False])
def test_one_path_may_take_more_than_the_others(path: str, length: int, status: int, announced: bool) -> None:
    guard = BodyLimiter(read_and_answer, max_body=10, max_requests=2, turns=RequestQueue(2, NEVER), larger=LARGER)
    headers, sent = [(b"content-length", str(length).encode())] if announced else [], list[Any]()

    async def receive() -> Any:
        return {"type": "http.request", "body": b"x" * length}

    async def send(message: Any) -> None:
        sent.append(message)

    async_to_sync(guard)({"type": "http", "path": path, "headers": headers}, receive, send)
    assert sent[0]["status"] == status
