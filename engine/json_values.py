"""Readers for stored data. Each returns a value of its type or raises ValueError."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar


def number(value: Any) -> int:
    """Read an integer."""
    if type(value) is not int:
        raise ValueError(f"{_shown(value)} is no whole number")
    return value


def count(value: Any) -> int:
    """Read an integer of at least 0."""
    if type(value) is not int or value < 0:
        raise ValueError(f"{_shown(value)} is no whole number from 0")
    return value


def flag(value: Any) -> bool:
    """Read a boolean."""
    if type(value) is not bool:
        raise ValueError(f"{_shown(value)} is neither true nor false")
    return value


def text(value: Any) -> str:
    """Read a text that can be encoded. JSON allows lone surrogates."""
    if type(value) is not str:
        raise ValueError(f"{_shown(value)} is no text")
    if not value.isascii():
        value.encode()
    return value


def optional_text(value: Any) -> str:
    """Read a text, or null for "", which older data has."""
    return "" if value is None else text(value)


def items(value: Any) -> list[Any]:
    """Read a list."""
    if type(value) is not list:
        raise ValueError(f"{_shown(value)} is no list")
    return value


def mapping(value: Any) -> dict[str, Any]:
    """Read a JSON object."""
    if type(value) is not dict:
        raise ValueError(f"{_shown(value)} is no object")
    return value


Value = TypeVar("Value")


def each(value: Any, read: Callable[[dict[str, Any]], Value]) -> tuple[Value, ...]:
    """Read a list of objects. Raises ValueError with the number of the invalid one, from 1."""
    values = []
    for number, entry in enumerate(items(value), 1):
        try:
            values.append(read(mapping(entry)))
        except KeyError as missing:
            raise ValueError(f"{number}: {missing.args[0]}: is missing") from None
        except ValueError as error:
            raise ValueError(f"{number}: {error}") from None
    return tuple(values)


def texts(value: Any) -> tuple[str, ...]:
    """Read a list of texts."""
    return tuple(map(text, items(value)))


def _shown(value: Any) -> str:
    return repr(value)[:40]
