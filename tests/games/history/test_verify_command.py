"""The `verify` command: valid games, invalid games, and files that are not records."""

import json
import os
import subprocess
import sys
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from engine.randomness import commitment
from games.accounts.models import User
from games.history.record import record_of
from tests.games.history.playing import Verify, first, played

ROOT = Path(__file__).resolve().parents[3]
GOLDEN = ROOT / "tests" / "golden"


def test_a_game_of_two_holds(record: dict[str, Any], verify: Verify) -> None:
    printed, content = verify(record)
    assert content
    assert printed.splitlines()[:8] == [
        "ok    The seed matches the hash published before the first card.",
        "ok    The map sheet and cards match the published versions.",
        "ok    Edicts: order matches the seed.",
        "ok    Ambush deck: order matches the seed.",
        "ok    Spring deck: order matches the seed.",
        "ok    Summer deck: order matches the seed.",
        "ok    Fall deck: order matches the seed.",
        "ok    Winter deck: order matches the seed.",
    ]
    assert "drawings follow the rules." in printed
    assert "of 4 seasons are scored correctly." in printed
    assert "WRONG" not in printed
    assert "note" not in printed


def test_every_deck_has_its_name(verify: Verify) -> None:
    printed, content = verify((GOLDEN / "heroes_solo.json").read_bytes())
    assert content
    assert "ok    Hero deck: order matches the seed." in printed
    assert "     deck:" not in printed


def test_a_game_alone_with_chosen_edicts_holds(people: list[User], verify: Verify) -> None:
    chosen = ["sentinel_wood", "wildholds", "canal_lake", "borderlands"]
    printed, content = verify(record_of(played(people[0], edicts=chosen)))
    assert content
    assert "Edicts: chosen by the host, not random." in printed


def test_another_seed_is_found_out(record: dict[str, Any], verify: Verify) -> None:
    record["seed"] = "5a" * 32
    printed, content = verify(record)
    assert not content
    assert "WRONG The seed doesn’t match the hash published before the first card" in printed
    assert "WRONG Spring deck: order doesn’t match the seed." in printed


def test_another_seed_with_its_own_commitment_is_found_out_by_the_decks(record: dict[str, Any], verify: Verify) -> None:
    record["seed"] = "5a" * 32
    record["commitment"] = commitment(bytes.fromhex(record["seed"]))
    printed, content = verify(record)
    assert not content
    assert "ok    The seed matches the hash published before the first card." in printed
    assert "WRONG Spring deck" in printed


@pytest.mark.parametrize("key", ["seed", "commitment"])
def test_without_seed_or_promise_nothing_can_be_verified(record: dict[str, Any], verify: Verify, key: str) -> None:
    del record[key]
    assert verify(record) == ("seed and commitment: a finished game's record has both", False)


def test_a_deck_exchanged_below_the_cards_that_were_seen_is_found_out(record: dict[str, Any], verify: Verify) -> None:
    deck = first(record, "season_began", 1)["data"]["deck"]
    deck[-1], deck[-2] = deck[-2], deck[-1]
    printed, content = verify(record)
    assert not content
    assert "WRONG Summer deck: order doesn’t match the seed." in printed
    assert "ok    Spring deck" in printed
    assert "ok    Fall deck" in printed
    assert "drawings follow the rules." in printed


def test_a_stacked_deck_is_found_out_where_it_was_played(record: dict[str, Any], verify: Verify) -> None:
    deck = first(record, "season_began")["data"]["deck"]
    deck.reverse()
    printed, content = verify(record)
    assert not content
    assert "WRONG Spring deck" in printed
    assert "WRONG Event 5: expected card_revealed" in printed


def test_a_score_that_was_made_better_is_found_out(record: dict[str, Any], verify: Verify) -> None:
    event = first(record, "season_scored", 2)
    event["data"]["scores"][1]["edicts"][0] += 3
    printed, content = verify(record)
    assert not content
    assert f"WRONG Event {event['number']}: expected season_scored" in printed


def test_coins_that_nobody_earned_are_found_out(record: dict[str, Any], verify: Verify) -> None:
    event = first(record, "drawn", 3)
    event["data"]["coin"] = not event["data"]["coin"]
    printed, content = verify(record)
    assert not content
    assert f"WRONG Event {event['number']}: expected drawn" in printed


def test_a_drawing_on_what_is_filled_is_found_out(record: dict[str, Any], verify: Verify) -> None:
    before, event = first(record, "drawn", 0), first(record, "drawn", 2)
    event["data"]["placement"] = before["data"]["placement"]
    printed, content = verify(record)
    assert not content
    assert f"WRONG Event {event['number']}: " in printed


def test_edicts_that_chance_did_not_draw_are_found_out(record: dict[str, Any], verify: Verify) -> None:
    first(record, "edicts_laid")["data"]["cards"].reverse()
    printed, content = verify(record)
    assert not content
    assert "WRONG Edicts: order doesn’t match the seed." in printed


def test_a_record_that_ends_too_soon_is_found_out(record: dict[str, Any], verify: Verify) -> None:
    for end in (0, 1, 4, len(record["events"]) // 2, len(record["events"]) - 1):
        short = {**deepcopy(record), "events": record["events"][:end]}
        printed, content = verify(short)
        assert not content
        assert "WRONG Event" in printed


def test_what_is_not_as_published_is_noted_and_no_fault(verify: Verify) -> None:
    printed, content = verify((GOLDEN / "heroes_cramped.json").read_bytes())
    assert content
    notes = [line for line in printed.splitlines() if line.startswith("note")]
    assert notes == ["note  Map sheet cramped: differs from the published version."]
    assert "The map sheet and cards match the published versions." not in printed
    assert printed.endswith("The game file is valid.\nThe game uses modified cards.\n")


def test_another_number_of_players_is_found_out(record: dict[str, Any], verify: Verify) -> None:
    record["seats"].append("Cas")
    printed, content = verify(record)
    assert not content
    assert "The number of players in the file doesn’t match the number of seats." in printed


def test_events_of_other_types_are_explained(record: dict[str, Any], verify: Verify) -> None:
    for key, value in (("turn", "1"), ("seat", None), ("subject", [0]), ("attempt", {})):
        tampered = deepcopy(record)
        event = first(tampered, "drawn", 1)
        event["data"][key] = value
        printed, content = verify(tampered)
        assert not content
        assert printed.startswith(f"event {event['number']}: drawn: {key}: ")


@pytest.mark.parametrize(
    ("document", "reason"),
    [
        (b"", "not JSON"),
        (b"{", "not JSON"),
        (b"\xff", "not JSON"),
        (b"[" * 100_000, "not JSON"),
        ([], "no record"),
        ({"format": "carto-game", "version": 9}, "version"),
    ],
)
def test_what_is_no_record_is_said_to_be_none(document: Any, reason: str, verify: Verify) -> None:
    printed, content = verify(document)
    assert not content
    assert reason in printed


def test_as_a_process_it_needs_no_database(record: dict[str, Any], tmp_path: Path) -> None:
    environment = {
        **os.environ,
        "CARTO_DATABASE_FILE": str(tmp_path / "nowhere" / "none.sqlite3"),
        "DJANGO_SETTINGS_MODULE": "carto_site.settings",
    }
    for changes, status in (({}, 0), ({"seed": "00" * 32}, 1)):
        run = subprocess.run(
            [sys.executable, "manage.py", "verify", "-"],
            cwd=ROOT,
            env=environment,
            input=json.dumps({**record, **changes}),
            capture_output=True,
            text=True,
            check=False,
        )
        assert run.returncode == status
        assert ("The game file is valid." in run.stdout) is (status == 0)
        assert run.stderr == ("" if not status else "CommandError: Invalid game file.\n")
