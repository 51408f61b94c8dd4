"""Differences between the event that the rules produce and the recorded one, field by field."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

_LONGEST: Final = 80
"""Maximum number of characters of a value that are shown."""


@dataclass(frozen=True, slots=True)
class Difference:
    """Field that differs: its `place`, as in "scores[0].rank", and both values as JSON, "" for a missing one."""

    place: str
    expected: str
    given: str


def event_differences(expected: tuple[str, Any], given: tuple[str, Any]) -> tuple[Difference, ...]:
    """Compare two events, given as kind and data. If the kinds differ, the data is not compared."""
    if expected[0] != given[0]:
        return (Difference("kind", expected[0], given[0]),)
    return tuple(_differences(expected[1], given[1], ""))


def _differences(expected: Any, given: Any, place: str) -> Iterator[Difference]:
    if isinstance(expected, dict) and isinstance(given, dict):
        for key in {**expected, **given}:
            within = f"{place}.{key}" if place else key
            if key in expected and key in given:
                yield from _differences(expected[key], given[key], within)
            else:
                yield Difference(within, *(shown_value(one[key]) if key in one else "" for one in (expected, given)))
    elif isinstance(expected, list) and isinstance(given, list) and len(expected) == len(given):
        for index, pair in enumerate(zip(expected, given, strict=True)):
            yield from _differences(*pair, f"{place}[{index}]")
    elif expected != given:
        yield Difference(place, shown_value(expected), shown_value(given))


def shown_value(value: Any, most: int = _LONGEST) -> str:
    """Return a value as shortened JSON with invisible characters escaped."""
    text = json.dumps(value, ensure_ascii=False)
    text = text if text.isprintable() else json.dumps(value)
    return text if len(text) <= most else f"{text[:most]}…"
