"""Limit on concurrent requests, and on the time that a request waits for its turn."""

from __future__ import annotations

import asyncio
from typing import Final

LONGEST: Final = 0.25
"""Maximum length of a turn, in seconds. A request that is still busy then is waiting for something else, such as a
lock or a password hashing slot. It continues without a turn so that it doesn't block requests that could run.
"""


class RequestQueue:
    """Lets `at_once` requests be worked on, in the order they came.

    Each request has a thread, and all threads share one processor: with many at once each answer takes as long as all
    of them together, and the event loop itself hardly gets on. Runs in that loop, so it needs no lock.
    """

    def __init__(self, at_once: int, patience: float) -> None:
        """`patience` is in seconds."""
        self.patience = patience
        self._free = asyncio.Semaphore(at_once)

    async def take(self) -> QueueTurn | None:
        """Wait for a turn, which the caller must end; None if it takes longer than `patience`."""
        try:
            async with asyncio.timeout(self.patience):
                await self._free.acquire()
        except TimeoutError:
            return None
        return QueueTurn(self._free)


class QueueTurn:
    """Turn of one request, from its creation until its end, but for `LONGEST` at most."""

    def __init__(self, free: asyncio.Semaphore) -> None:
        self._free: asyncio.Semaphore | None = free
        self._timer = asyncio.get_running_loop().call_later(LONGEST, self.end)

    def end(self) -> None:
        """End the turn and let the next request run; further calls have no effect."""
        if self._free:
            self._timer.cancel()
            self._free.release()
            self._free = None
