"""Limit on concurrent requests and on the time that a request waits for its turn, and the times to retry later."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from math import ceil, exp
from typing import Final

LONGEST: Final = 0.25
"""Maximum length of a turn, in seconds. A request that is still busy then is waiting for something else, such as a
lock or a password hashing slot. It continues without a turn so that it doesn't block requests that could run.
"""


class RequestQueue:
    """Queue that lets `at_once` requests run at the same time, in the order of their arrival.

    Each request has a thread, and all threads share one processor: with too many of them, each response takes as long
    as all together, and the event loop itself is starved. The queue runs in that loop, so it needs no lock.
    """

    def __init__(self, at_once: int, patience: float) -> None:
        """`patience` is in seconds."""
        self.patience = patience
        self._free = asyncio.Semaphore(at_once)

    async def take(self) -> QueueTurn | None:
        """Wait for a turn, which the caller must end. Returns None after `patience` seconds."""
        try:
            async with asyncio.timeout(self.patience):
                await self._free.acquire()
        except TimeoutError:
            return None
        return QueueTurn(self._free)


class QueueTurn:
    """Turn of one request, from its creation until its end, for at most `LONGEST` seconds."""

    def __init__(self, free: asyncio.Semaphore) -> None:
        self._free: asyncio.Semaphore | None = free
        self._timer = asyncio.get_running_loop().call_later(LONGEST, self.end)

    def end(self) -> None:
        """End the turn and let the next request run; further calls have no effect."""
        if self._free:
            self._timer.cancel()
            self._free.release()
            self._free = None


class RetrySchedule:
    """Seconds after which refused clients are to retry: one after another, at the pace at which requests are answered.

    With the same time for everyone, thousands who wait would use up the processor with refusals.
    """

    SOONEST: Final = 2
    LATEST: Final = 60
    SLOWEST: Final = 1.0
    """Requests per second that are expected to be answered at least."""
    _WINDOW: Final = 10.0
    """Seconds over which the pace is averaged."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._now = self._last = clock()
        self._pace = 0.0

    def answered(self) -> None:
        """Count a request that has been answered."""
        self._look_at_clock()
        self._pace += 1 / self._WINDOW

    def next_delay(self) -> int:
        """Return the seconds for the next refused client, from `SOONEST` to `LATEST`."""
        self._look_at_clock()
        after_the_last = self._last + 1 / max(self._pace, self.SLOWEST)
        self._last = min(max(after_the_last, self._now + self.SOONEST), self._now + self.LATEST)
        return ceil(self._last - self._now)

    def _look_at_clock(self) -> None:
        now = self._clock()
        self._pace *= exp((self._now - now) / self._WINDOW)
        self._now = now
