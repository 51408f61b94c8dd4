"""The app tests on PostgreSQL; the rest of the suite runs on SQLite."""

import os
import subprocess
import sys

import pytest

from tests.processes.programs import ROOT

# What a database may answer differently: races, locks, constraints, upserts and plans. Of migrations the longest way
# that rows go; all of them have made the database that this runs on.
WRITES = (
    "accounts/test_deletion_waiting.py",
    "accounts/test_emails.py",
    "accounts/test_limits.py",
    "accounts/test_sessions.py",
    "catalog/test_guard.py",
    "catalog/test_races.py",
    "catalog/test_services.py",
    "cartographers/shelf/test_cards.py",
    "cartographers/test_plans.py",
    "history/test_definitions.py::test_games_of_one_kind_share_one_row",
    "history/test_definitions.py::test_the_whole_game_is_read_in_one_statement",
    "cartographers/workshop/test_races.py",
    "notices/test_clock_jumps.py",
    "studies/test_races.py",
    "tables/timeouts/test_clock_jumps.py",
    "tables/people/test_account_deletion.py",
    "tables/test_migrations.py::test_later_steps_bring_rows_to_what_is_written_today",
    "tables/lobby/test_double_submission.py",
    "tables/log/test_pruning.py",
    "tables/test_pairing_races.py",
    "tables/test_races.py",
    "tables/lobby/test_pairing.py",
    "tables/lobby/test_services.py",
    "tables/log/test_submit.py",
    "tables/timeouts/test_worker.py",
    "tables/people/test_guest_deletion.py",
    "test_clock.py",
    "test_migrations.py",
)
# All else but pages that only show a game, which they show from any database alike; `tests/concurrency` asks for both
# by itself.
APPS = ("accounts", "catalog", "history", "notices", "push", "staff", "tables")
PLAY = ("test_again", "table/test_behind", "desk/test_choice", "lesson/test_lesson", "test_plans")
ALL = (
    *APPS,
    "cartographers/shelf",
    "studies/test_races.py",
    "cartographers/workshop/test_races.py",
    *(f"cartographers/{name}.py" for name in PLAY),
    "test_clock.py",
    "test_migrations.py",
)
# Those start databases of their own, and have had their turn.
LEFT_OUT = "not browser and not postgres and not redis"


def test_every_suite_is_there() -> None:
    """Check in every run, not only in full ones, that no file has moved."""
    files = {suite.partition("::")[0] for suite in (*ALL, *WRITES)}
    assert [file for file in files if not (ROOT / "tests" / "games" / file).exists()] == []


@pytest.mark.postgres
def test_the_apps_behave_alike(postgres_url: str, migrated_postgres: str, full: bool) -> None:
    suites = [f"tests/games/{suite}" for suite in (ALL if full else WRITES)]
    own = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    run = subprocess.run(
        [sys.executable, "-m", "pytest", "-n", "0", "-q", "-p", "no:cacheprovider", "-m", LEFT_OUT, *suites],
        cwd=ROOT,
        env={**own, "CARTO_DATABASE_URL": postgres_url, "CARTO_TEST_TEMPLATE": migrated_postgres},
        capture_output=True,
        text=True,
        timeout=900,
    )
    assert run.returncode == 0, run.stdout[-6000:] + run.stderr[-2000:]
    assert " passed" in run.stdout
