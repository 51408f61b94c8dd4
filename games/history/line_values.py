"""Parsers for the values of a line; each raises RecordError for a wrong type."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from engine.records import NoRecord, RecordError


def a_list(value: Any, key: str) -> list[Any]:
    """A list."""
    if not isinstance(value, list):
        raise RecordError(f"{key}: must be a list")
    return value


def an_object(value: Any, key: str) -> dict[str, Any]:
    """An object of JSON."""
    if not isinstance(value, dict):
        raise RecordError(f"{key}: must be an object")
    return value


def a_text(value: Any, key: str) -> str:
    """A text."""
    if not isinstance(value, str):
        raise RecordError(f"{key}: must be text")
    return value


def a_time(value: Any, number: int | None = None) -> datetime:
    """A moment that has its zone, in UTC: as it is stored and written again, so that what is taken once always is. It
    may be that of the event of a number.
    """
    try:
        told = datetime.fromisoformat(a_text(value, "time"))
        time = told.astimezone(UTC)
    except (ValueError, OverflowError):
        raise RecordError(f"{str(value)[:40]}: is no time", number, NoRecord.TIME) from None
    if told.tzinfo is None or not 2000 <= time.year < 3000:
        words = f"{str(value)[:40]}: a time has a zone, and is after the year 2000"
        raise RecordError(words, number, NoRecord.TIME)
    return time
