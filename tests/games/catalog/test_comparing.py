"""Line-by-line comparison of two versions."""

from difflib import Differ
from typing import Any

import pytest

from games.catalog.differences import entry_diff
from games.catalog.drafts import DraftContent


def entry(**definition: Any) -> DraftContent:
    return DraftContent("Pebble", definition)


def diff_lines(older: DraftContent, newer: DraftContent) -> list[str]:
    signs = {"added": "+", "removed": "-", "": " "}
    return [f"{signs[line.change]} {line.text.strip()}" for line in entry_diff(older, newer)]


def test_what_differs_stands_where_it_was_with_the_rest_around_it() -> None:
    lines = diff_lines(entry(worth=2, colours=["grey", "red"]), entry(worth=3, colours=["grey", "blue", "red"]))
    assert [line for line in lines if line[0] != " "] == ["+ " + '"blue",', "- " + '"worth": 2', "+ " + '"worth": 3']
    assert lines[0] == "  {"
    assert '  "name": "Pebble",' in lines


def test_what_stays_is_no_difference() -> None:
    assert {line.change for line in entry_diff(entry(worth=2), entry(worth=2))} == {""}


def test_many_lines_that_are_like_others_are_not_looked_into(monkeypatch: pytest.MonkeyPatch) -> None:
    def looked_into(*_: Any) -> None:
        raise AssertionError("with hundreds of such lines that takes half a minute")

    monkeypatch.setattr(Differ, "compare", looked_into)
    across = range(-10, 11)
    older = entry(attack=[[row, column] for row in across for column in across])
    newer = entry(attack=[[-row, column] for row in across for column in reversed(across)])
    lines = entry_diff(older, newer)
    for version, change in ((older, "removed"), (newer, "added")):
        kept = [line.text for line in lines if line.change in ("", change)]
        assert kept == [line.text for line in entry_diff(version, version)]
