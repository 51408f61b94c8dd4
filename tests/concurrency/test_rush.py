"""Simultaneous answers of many seats: each turn is revealed once and nobody is refused.

Without the lock, this fails.
"""

import json
import os
import subprocess
import sys
from pathlib import Path
from shutil import copyfile
from typing import Any

import pytest

from tests.processes.programs import ROOT

ROUNDS, FULL_ROUNDS = 40, 2000
CROSSINGS, FULL_CROSSINGS = 21, 1400
UNDOINGS, FULL_UNDOINGS = 16, 400
CONTROL_ROUNDS = 12

# A game joins these tests by its `Scenario`, as a dotted path.
SCENARIOS = ["tests.scenarios.TOY", "tests.scenarios.CARTOGRAPHERS", "tests.scenarios.GISBORNE"]

TOY, CARTOGRAPHERS, GISBORNE = SCENARIOS
# In a normal run each scenario and each database has its turn; with `--full` each scenario on each database.
CROSSED = [
    ("sqlite", CARTOGRAPHERS),
    ("sqlite", GISBORNE),
    pytest.param("sqlite", TOY, marks=pytest.mark.long),
    pytest.param("postgres", TOY, marks=pytest.mark.postgres),
    pytest.param("postgres", CARTOGRAPHERS, marks=[pytest.mark.postgres, pytest.mark.long]),
    pytest.param("postgres", GISBORNE, marks=[pytest.mark.postgres, pytest.mark.long]),
]
# Only Gisborne refuses some of those who undo, so a normal run takes that.
UNDONE = [
    ("sqlite", GISBORNE),
    *(pytest.param("sqlite", scenario, marks=pytest.mark.long) for scenario in (TOY, CARTOGRAPHERS)),
    *(pytest.param("postgres", one, marks=[pytest.mark.postgres, pytest.mark.long]) for one in SCENARIOS),
]


@pytest.fixture
def environment(request: pytest.FixtureRequest, tmp_path: Path, migrated: Path) -> dict[str, str]:
    """The environment of a process with its own empty database, of the kind the test names."""
    if request.param == "postgres":
        database = {"CARTO_DATABASE_URL": request.getfixturevalue("migrated_postgres_url"), "CARTO_DATABASE_POOL": "20"}
    else:
        copyfile(migrated, tmp_path / "rush.sqlite3")
        database = {"CARTO_DATABASE_URL": "", "CARTO_DATABASE_FILE": str(tmp_path / "rush.sqlite3")}
    return {**os.environ, **database, "DJANGO_SETTINGS_MODULE": "tests.served_settings", "CARTO_REDIS_URL": ""}


def rush(environment: dict[str, str], *arguments: str) -> dict[str, Any]:
    """Run a scenario in a separate process and parse its output."""
    run = subprocess.run(
        [sys.executable, "-m", "tests.concurrency", *arguments],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        timeout=1800,
    )
    assert run.returncode == 0, run.stderr[-4000:]
    result: dict[str, Any] = json.loads(run.stdout.splitlines()[-1])
    return result


@pytest.mark.parametrize(("environment", "scenario"), CROSSED, indirect=["environment"])
def test_every_turn_is_revealed_once(environment: dict[str, str], scenario: str, full: bool) -> None:
    rounds = FULL_ROUNDS if full else ROUNDS
    result = rush(environment, "barrier", scenario, str(rounds))
    assert (result["rounds"], result["lost"], result["doubled"], result["errors"]) == (rounds, 0, 0, {})


@pytest.mark.parametrize(("environment", "scenario"), CROSSED, indirect=["environment"])
def test_without_the_lock_reveals_are_lost(environment: dict[str, str], scenario: str) -> None:
    result = rush(environment, "barrier", scenario, str(CONTROL_ROUNDS), "--unlocked")
    assert result["lost"] + result["doubled"] > CONTROL_ROUNDS // 2, result
    # What is lost is lost to other answers, not to a mistake of the control.
    assert result["errors"] == {}


@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize("environment", ["sqlite"], indirect=True)
def test_eighty_writers_wait_in_line(environment: dict[str, str], scenario: str) -> None:
    result = rush(environment, "writers", scenario)
    assert (result["writers"], result["errors"]) == (80, {})
    assert result["revealed"] == result["tables"]
    # Two seconds on a free machine; the tests beside this one take their share.
    assert result["slowest"] < 6


@pytest.mark.parametrize(("environment", "scenario"), CROSSED, indirect=["environment"])
def test_who_acts_as_their_time_is_out_is_heard_once(environment: dict[str, str], scenario: str, full: bool) -> None:
    rounds = FULL_CROSSINGS if full else CROSSINGS
    result = rush(environment, "crossing", scenario, str(rounds))
    assert (result["rounds"], result["doubled"], result["errors"], result["wrong"]) == (rounds, 0, {}, {})
    # Neither always comes first.
    assert min(result["given"][who] for who in ("stand-in", "person")) > 3


@pytest.mark.parametrize(("environment", "scenario"), UNDONE, indirect=["environment"])
def test_answer_is_either_undone_or_revealed(environment: dict[str, str], scenario: str, full: bool) -> None:
    rounds = FULL_UNDOINGS if full else UNDOINGS
    result = rush(environment, "undoing", scenario, str(rounds))
    assert (result["rounds"], result["doubled"], result["errors"], result["wrong"]) == (rounds, 0, {}, {})
    # One of the two tabs is heard, the other is told that the answer is there.
    assert (result["answer"], result["refused answer"]) == (rounds, rounds)
    assert 0 < result["closed"] < rounds
    assert result["undo"]
    assert result["refused undo"]
