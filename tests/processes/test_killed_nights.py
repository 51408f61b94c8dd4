"""Game nights whose process is killed (SIGKILL) between and in its commits: each step is still taken exactly once."""

import json
import signal
from pathlib import Path
from typing import Any

import pytest

from tests.processes.manage import attempt, manage
from tests.processes.nights import Moment

OPENED, REMINDED, NEXT = [True, True], [True, False], [False, False]
EXPECTED: dict[str, Any] = {
    # Nobody started the first game, so its table is closed, and the night waits for the week after.
    "over": {
        "dates": [["2026-03-20", *OPENED], ["2026-03-27", *NEXT]],
        "tables": [{"status": "closed", "seats": ["Ann", "Ben"], "invited": []}],
        "acts_at": "2026-03-26T14:00:00+00:00",
    },
    "opening": {
        "dates": [["2026-03-20", *OPENED]],
        "tables": [{"status": "gathering", "seats": ["Ann", "Ben"], "invited": ["Cas"]}],
        "acts_at": "2026-03-20T23:00:00+00:00",
    },
    "reminding": {
        "dates": [["2026-03-21", *REMINDED]],
        "tables": [],
        "acts_at": "2026-03-21T17:45:00+00:00",
    },
    "tables": 2,
}
MOST_RUNS = 12


def sweep_until_done(variables: dict[str, str], moment: Moment) -> tuple[int, dict[str, Any]]:
    """Kill one run after another until one ends by itself; return the number of kills and what is stored then."""
    script = f"from tests.processes.nights import sweep; sweep({moment.value!r})"
    for kills in range(MOST_RUNS):
        run = attempt("shell", "-v", "0", "-c", script, **variables)
        if run.returncode == 0:
            return kills, json.loads(run.stdout)
        assert run.returncode == -signal.SIGKILL, run.stderr
    raise AssertionError("the sweep never ends")


def check(variables: dict[str, str], moment: Moment) -> None:
    variables |= {"DJANGO_SETTINGS_MODULE": "tests.processes.toy_settings", "CARTO_CLOCK": "process"}
    manage("shell", "-v", "0", "-c", "from tests.processes.nights import prepare; prepare()", **variables)
    kills, stored = sweep_until_done(variables, moment)
    # A table is closed, and three nights are acted for. The last commit has none after it in which to die.
    assert kills == (4 if moment is Moment.AFTER else 3)
    assert {name: stored[name] for name in EXPECTED} == EXPECTED
    assert stored["notices"] == {f"night {name}": count for name, count in (("Ann", 2), ("Ben", 2), ("Cas", 1))}
    assert stored["reminders"] == [f"{name} {channel}" for name in ("Cas", "Dee") for channel in ("mail", "push")]


@pytest.mark.parametrize("moment", Moment)
@pytest.mark.usefixtures("migrated_folder")
def test_killed_sweeps_act_once_with_sqlite(tmp_path: Path, moment: Moment) -> None:
    check({"CARTO_VAR_DIR": str(tmp_path / "var"), "CARTO_DATABASE_URL": ""}, moment)


@pytest.mark.postgres
def test_killed_sweeps_act_once_with_postgresql(tmp_path: Path, migrated_postgres_url: str) -> None:
    check({"CARTO_VAR_DIR": str(tmp_path / "var"), "CARTO_DATABASE_URL": migrated_postgres_url}, Moment.BEFORE)
