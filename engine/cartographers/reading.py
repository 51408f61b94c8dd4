"""Values of stored data, read: each is of its kind or refused with a ValueError."""

from __future__ import annotations

from typing import Any


def number(value: Any) -> int:
    """A whole number."""
    if type(value) is not int:
        raise ValueError(f"{_shown(value)} is no whole number")
    return value


def count(value: Any) -> int:
    """A whole number from 0."""
    if type(value) is not int or value < 0:
        raise ValueError(f"{_shown(value)} is no whole number from 0")
    return value


def flag(value: Any) -> bool:
    """True or false."""
    if type(value) is not bool:
        raise ValueError(f"{_shown(value)} is neither true nor false")
    return value


def text(value: Any) -> str:
    """A text that can be written down: JSON lets halves of characters pass."""
    if type(value) is not str:
        raise ValueError(f"{_shown(value)} is no text")
    if not value.isascii():
        value.encode()
    return value


def items(value: Any) -> list[Any]:
    """A list."""
    if type(value) is not list:
        raise ValueError(f"{_shown(value)} is no list")
    return value


def texts(value: Any) -> tuple[str, ...]:
    """A list of texts."""
    return tuple(map(text, items(value)))


def initial(value: Any) -> str:
    """The initial of a monster; older data have null where there is none."""
    return "" if value is None else text(value)


def _shown(value: Any) -> str:
    return repr(value)[:40]
