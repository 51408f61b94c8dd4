"""Differences between two events."""

from typing import Any

import pytest

from engine.differences import Difference, event_differences


@pytest.mark.parametrize(
    ("expected", "given", "differences"),
    [
        ({"a": 1}, {"a": 1}, []),
        ({"a": 1, "b": 2}, {"a": 1, "b": 3}, [("b", "2", "3")]),
        ({"scores": [{"coins": 3}, {"a": 4}]}, {"scores": [{"coins": 3}, {"a": 5}]}, [("scores[1].a", "4", "5")]),
        ({"deck": ["a", "b", "c"]}, {"deck": ["b", "a", "c"]}, [("deck[0]", '"a"', '"b"'), ("deck[1]", '"b"', '"a"')]),
        ({"deck": ["a"]}, {"deck": ["a", "b"]}, [("deck", '["a"]', '["a", "b"]')]),
        ({"a": 1}, {"b": None}, [("a", "1", ""), ("b", "", "null")]),
        ({"a": "é"}, {"a": "\u202e"}, [("a", '"é"', '"\\u202e"')]),
        ({"a": "x" * 200}, {"a": 0}, [("a", '"' + "x" * 79 + "…", "0")]),
    ],
)
def test_each_field_that_differs_is_named(expected: Any, given: Any, differences: list[tuple[str, ...]]) -> None:
    found = event_differences(("drawn", expected), ("drawn", given))
    assert list(found) == [Difference(*one) for one in differences]


def test_of_events_of_two_kinds_only_the_kinds_differ() -> None:
    assert event_differences(("drawn", {"a": 1}), ("chosen", {})) == (Difference("kind", "drawn", "chosen"),)
