"""Call for the worker that answers for bots, from the code that asks them; both are in the same process."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

_listeners: list[Callable[[str], object]] = []


def wake_bots(code: str) -> None:
    """Tell the worker of this process that bots of the table with that code are asked.

    Call it after the commit. Without a worker here, nothing happens, and a sweep of another process finds the bots.
    """
    for listener in tuple(_listeners):
        listener(code)


@contextmanager
def listening(listener: Callable[[str], object]) -> Iterator[None]:
    """Let a function be called with the codes of tables meanwhile, from any thread."""
    _listeners.append(listener)
    try:
        yield
    finally:
        _listeners.remove(listener)
