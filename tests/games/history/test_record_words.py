"""Errors of invalid records: worded for users, without text from the engine or Python."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from engine.records import RecordError, RecordProblem
from games.history import record as module
from games.history.record import record_words
from games.history.upload_checks import InvalidUpload, check_upload

GOLDEN = Path(__file__).resolve().parents[2] / "golden"
NOTHING_SAID = "This isn’t a game file."


def test_each_reason_has_a_sentence_of_its_own() -> None:
    details: dict[str, str | int] = {"line": 2, "column": 7, "key": "seats", "digits": 64, "detail": "in English"}
    sentences = {record_words(RecordError("in English", 5, reason, **details)) for reason in RecordProblem}
    assert len(sentences) == len(RecordProblem)
    assert NOTHING_SAID not in sentences
    assert not any("English" in sentence or "%" in sentence for sentence in sentences)


def test_each_is_said_in_the_viewer_s_language(monkeypatch: pytest.MonkeyPatch) -> None:
    translations = dict.fromkeys(RecordProblem, "%(number)d en français")
    monkeypatch.setattr(module, "_WORDS", translations)
    monkeypatch.setattr(module, "_", lambda words: f"fr: {words}")
    error = RecordError("x", 5, RecordProblem.EVENT, detail="drawn: turn: must be a number")
    assert record_words(error) == "5 en français fr: See drawn: turn."
    assert record_words(RecordError("x")) == f"fr: {NOTHING_SAID}"


def entry(at_number: int, /, **changes: Any) -> Callable[[dict[str, Any]], None]:
    """Return a function that changes the event with this number."""
    return lambda document: document["events"][at_number - 1].update(changes)


WRONG: dict[str, Callable[[dict[str, Any]], Any]] = {
    "This isn’t a game file: its “format” isn’t “carto-game”.": lambda record: record.update(format="x"),
    "This game file version isn’t supported.": lambda record: record.update(version=2),
    "This game isn’t available on Carto.": lambda record: record.update(game="chess"),
    "“events” must be a list.": lambda record: record.update(events={}),
    "“seats” must be the list of player names.": lambda record: record.update(seats=[1]),
    "“seed” must have 64 hexadecimal digits.": lambda record: record.update(seed="00"),
    "The file of a finished game must have a “seed” and a “commitment”.": lambda record: record.pop("commitment"),
    "Event 5 is missing “kind” or “data”.": entry(5, data=[]),
    "Event 5 has a duplicate number.": entry(5, number=7),
    "Event 5 isn’t a valid event of this game.": entry(5, kind="sneezed"),
    "Event 1 isn’t a valid event of this game. See game_started: seats.": lambda record: record["events"][0][
        "data"
    ].update(seats="two"),
    "Event 5 refers to a seat that doesn’t exist.": entry(5, seat=12),
    "Event 5 has an invalid time. Include the time zone, and use a year from 2000 to 2999.": entry(5, at="soon"),
    "The file contains an invalid or too long number.": entry(5, at=float("nan")),
    "The file contains characters that can’t be stored.": entry(5, at="\ud800"),
}


@pytest.mark.parametrize("words", WRONG)
def test_what_is_wrong_is_told_with_the_event_where_it_is(words: str) -> None:
    document = json.loads((GOLDEN / "solo_coins.json").read_text())
    WRONG[words](document)
    looked = check_upload(json.dumps(document))
    assert isinstance(looked, InvalidUpload)
    assert looked.words == (words,)
    assert [f"Event {line.number} " for line in looked.lines if line.wrong] == (
        [words[: len("Event 5 ")]] if words.startswith("Event") else []
    )


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('{\n  "format": carto', "Invalid JSON at line 2, column 13."),
        ("", "Invalid JSON at line 1, column 1."),
        ("9" * 5000, "The file contains an invalid or too long number."),
        ("[" * 100_000, "The file has too many nested brackets."),
        ('"\\u0000"', "The file contains characters that can’t be stored."),
        ("[]", "This isn’t a game file: its “format” isn’t “carto-game”."),
    ],
)
def test_what_is_no_json_is_told_with_its_place(text: str, words: str) -> None:
    assert check_upload(text) == InvalidUpload((words,))
