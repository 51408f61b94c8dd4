"""Messages to open sockets: sent from any thread, without delaying responses."""

import asyncio
import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from asgiref.sync import async_to_sync, sync_to_async
from channels.layers import get_channel_layer
from channels_redis.pubsub import RedisPubSubChannelLayer
from redis import Redis

from carto_site.environment import redis_hosts
from games.accounts import sockets
from tests.processes import servers

WORD = {"type": "session.ended"}
LONG = 30.0
"""Seconds after which a test that waits for something is broken."""


class Hung:
    """Channel layer that blocks until it is released."""

    def __init__(self) -> None:
        self.asked, self.may_go_on = asyncio.Event(), asyncio.Event()

    async def group_send(self, group: str, message: dict[str, Any]) -> None:
        self.asked.set()
        await self.may_go_on.wait()


class Broken:
    async def group_send(self, group: str, message: dict[str, Any]) -> None:
        raise ConnectionError


@pytest.fixture(autouse=True)
def _counted_anew(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(sockets, "failures", 0)
    # What a coroutine sets, the thread that waited for it has too.
    before = sockets.server_loop.set(None)
    yield
    sockets.server_loop.reset(before)


def test_an_answer_does_not_wait_for_a_layer_that_hangs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sockets, "PATIENCE", LONG)

    async def scene() -> None:
        layer = Hung()
        monkeypatch.setattr(sockets, "get_channel_layer", lambda: layer)
        sockets.server_loop.set(asyncio.get_running_loop())
        for _ in range(16):
            await sync_to_async(sockets.send)("user.1", WORD)
        await layer.asked.wait()
        assert len(sockets._under_way) == 16
        layer.may_go_on.set()
        await asyncio.gather(*sockets._under_way)

    async_to_sync(scene)()
    assert sockets.failures == 0


def test_a_layer_that_hangs_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sockets, "PATIENCE", 0.01)
    monkeypatch.setattr(sockets, "get_channel_layer", Hung)
    sockets.send("user.1", WORD)
    assert sockets.failures == 1


def test_a_layer_that_is_broken_is_nobody_s_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sockets, "get_channel_layer", Broken)
    sockets.send("user.1", WORD)
    assert sockets.failures == 1


@pytest.mark.parametrize("thread", ["the loop's", "a request's", "another"])
def test_it_is_sent_where_a_loop_runs(thread: str) -> None:
    async def scene() -> None:
        layer = get_channel_layer()
        channel = await layer.new_channel()
        await layer.group_add("user.1", channel)
        if thread == "a request's":
            sockets.server_loop.set(asyncio.get_running_loop())
        if thread == "the loop's":
            sockets.send("user.1", WORD)
        else:
            await sync_to_async(sockets.send)("user.1", WORD)
        assert await asyncio.wait_for(layer.receive(channel), LONG) == WORD

    async_to_sync(scene)()
    assert sockets.failures == 0


@contextmanager
def frozen(redis_url: str) -> Iterator[None]:
    """Suspend a Redis server, which keeps its connections open and accepts new ones."""
    with Redis.from_url(redis_url) as asking:
        process = int(asking.info("server")["process_id"])
    os.kill(process, signal.SIGSTOP)
    try:
        yield
    finally:
        os.kill(process, signal.SIGCONT)


@pytest.mark.redis
@pytest.mark.parametrize("known", [True, False], ids=["connected", "not yet connected"])
def test_a_redis_that_stands_still_is_given_up(known: bool, tmp_path: Path) -> None:
    async def scene(url: str) -> None:
        layer = RedisPubSubChannelLayer(hosts=redis_hosts(url))
        if known:
            await layer.group_send("user.1", WORD)
        with frozen(url), pytest.raises(Exception, match=r"(?i)timeout"):
            await asyncio.wait_for(layer.group_send("user.1", WORD), LONG)
        await layer.group_send("user.1", WORD)
        await layer.flush()

    with servers.redis(tmp_path) as url:
        async_to_sync(scene)(url)
