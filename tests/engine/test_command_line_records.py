"""The command line: `check`, and `deck`."""

import json
import re
from copy import deepcopy
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest

from engine.cartographers import read_record
from engine.cartographers.rules import replay
from tests.engine.commanding import CommandResult, command

GOLDEN = Path(__file__).resolve().parents[1] / "golden"
OTHER = "5a" * 32


@lru_cache
def _golden(name: str) -> Any:
    return json.loads((GOLDEN / f"{name}.json").read_text("utf-8"))


@pytest.fixture
def record() -> Any:
    """A valid record of a game of two, for tests to corrupt."""
    return deepcopy(_golden("two_plain"))


def check(document: Any, *more: str) -> CommandResult:
    return command("check", *more, given=json.dumps(document))


def first(record: Any, kind: str) -> Any:
    """The first event of a kind."""
    return next(event for event in record["events"] if event["kind"] == kind)


@pytest.mark.parametrize("name", ["two_plain", "heroes_solo"])
def test_a_record_that_holds(name: str) -> None:
    events = len(_golden(name)["events"])
    result = command("check", str(GOLDEN / f"{name}.json"))
    assert result == (0, [f"The record is valid: {events} events, and the decks match the seed."], [])


def test_the_first_wrong_event_is_named_with_what_the_rules_write_instead(record: Any) -> None:
    event = first(record, "season_scored")
    event["data"]["scores"][0]["coins"] += 1
    result = check(record)
    assert result.status == 1
    (line,) = result.out
    assert line.startswith(f"WRONG event {event['number']}: the rules give season_scored {{")
    assert json.dumps(event["data"]) in line


def test_what_the_rules_refuse_is_told_with_its_reason(record: Any) -> None:
    drawn = [event for event in record["events"] if event["kind"] == "drawn" and event["data"]["seat"] == 0]
    drawn[1]["data"]["placement"] = "9 forest r0 A1"
    (line,) = check(record).out
    assert line.startswith(f"WRONG event {drawn[1]['number']}: the rules don't allow drawn {{")
    assert line.endswith("(unknown_option)")


def test_what_nobody_brings_about_is_told(record: Any) -> None:
    event = first(record, "drawn")
    event |= {"kind": "game_ended", "data": {}}
    expected = f"WRONG event {event['number']}: no action of a player leads to this event: game_ended {{}}"
    assert check(record).out == [expected]


def test_a_record_without_a_beginning_is_wrong(record: Any) -> None:
    record["events"] = []
    assert check(record).out == ["WRONG event 1: the record doesn't begin with the start of a game and its edicts"]


def test_another_seed_is_found_out_by_promise_and_decks(record: Any) -> None:
    result = check(record, "--seed", OTHER)
    assert result.status == 1
    promised, *decks = result.out
    assert promised == "WRONG the seed doesn't match the commitment (SHA-256)"
    assert [line for line in decks if not re.fullmatch("WRONG [a-z/]+: the seed gives a different order", line)] == []
    assert "WRONG deck/spring: the seed gives a different order" in decks


def test_without_a_seed_the_game_may_be_under_way_and_a_seed_can_be_given(record: Any) -> None:
    seed = record.pop("seed")
    number = max(event["number"] for event in record["events"] if event["kind"] == "drawn") - 1
    del record["events"][number:]
    expected = f"The record is valid: {number} events, decks not checked because there is no seed."
    assert check(record) == (0, [expected], [])
    result = check(record, "--seed", seed)
    assert result == (1, [f"WRONG event {number + 1}: the record ends before the game is over"], [])


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        ("", "line 1, column 1: Expecting value"),
        ('{\n  "format": 3,,\n}', "line 2, column 15: "),
        ("[" * 100_000, "is nested too deeply"),
        ("1" * 5_000, "Exceeds the limit"),
        ("[]", "this is no record of a game"),
        ('{"format": "carto-game", "version": 1, "game": "chess"}', "the game is not cartographers"),
    ],
)
def test_what_is_no_record_is_wrong(given: str, reason: str) -> None:
    result = command("check", given=given)
    assert (result.status, result.err) == (1, [])
    assert result.out[0].startswith(f"WRONG standard input: {reason}")


def test_a_file_that_is_not_there_is_wrong_use() -> None:
    result = command("check", "nowhere.json")
    assert (result.status, result.err) == (2, ["python -m engine check: nowhere.json: No such file or directory"])


@pytest.mark.parametrize("name", ["two_plain", "heroes_solo", "both_three"])
def test_the_decks_of_a_record_are_those_that_were_played(name: str) -> None:
    """Placements are not checked."""
    result = command("deck", "--record", str(GOLDEN / f"{name}.json"))
    dealt = {label: tuple(cards.split()) for label, cards in (line.split(": ") for line in result.out)}
    played = replay.decks(read_record(_golden(name)).events)
    assert result.status == 0
    assert {label: dealt[label] for label in played} == played
    laid = first(_golden(name), "edicts_laid")["data"]
    assert laid["drawn"] == ("edicts" in dealt)
    if laid["drawn"]:
        assert list(dealt["edicts"]) == laid["cards"]
        tops = {cards[0] for label, cards in dealt.items() if label.startswith("stack/")}
        assert tops == set(laid["cards"])


def test_another_seed_gives_other_decks_and_a_label_only_one(record: Any) -> None:
    whole = command("deck", "--record", "-", given=json.dumps(record))
    other = command("deck", "--record", "-", "--seed", OTHER, given=json.dumps(record))
    assert set(whole.out).isdisjoint(other.out)
    one = command("deck", "--record", "-", "--label", "deck/fall", given=json.dumps(record))
    assert one.out == [line for line in whole.out if line.startswith("deck/fall: ")]


def test_a_published_game_needs_no_record() -> None:
    result = command("deck", "--game", "heroes", "--seed", OTHER)
    labels = [line.split(": ")[0] for line in result.out]
    stacks = [f"stack/{stack}" for stack in ("forest", "village", "farm_water", "spatial")]
    seasons = [f"deck/{season}" for season in ("spring", "summer", "fall", "winter")]
    assert labels == [*stacks, "edicts", "ambushes", "heroes", *seasons]
    chosen = command("deck", "--seed", OTHER, "--edicts", "sentinel_wood,wildholds,canal_lake,borderlands")
    assert [line.split(": ")[0] for line in chosen.out] == ["ambushes", *seasons]


def test_a_record_without_a_start_has_no_decks(record: Any) -> None:
    record["events"][1] |= {"kind": "game_ended", "data": {}}
    result = command("deck", "--record", "-", given=json.dumps(record))
    assert result.err == ["python -m engine deck: standard input: does not begin with a game's start and its edicts"]


def test_a_byte_order_mark_is_skipped(record: Any, tmp_path: Path) -> None:
    text = "\ufeff" + json.dumps(record)
    (file := tmp_path / "game.json").write_text(text, "utf-8")
    assert command("check", given=text).status == command("check", str(file)).status == 0
