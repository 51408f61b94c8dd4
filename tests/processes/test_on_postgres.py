"""The tests of the apps, which the rest of the suite runs on SQLite, pass on PostgreSQL too."""

import os
import subprocess
import sys

import pytest

from tests.processes.programs import ROOT

# What writes or asks for more than a game's events. Pages that only show a game show it from any database alike, and
# `tests/concurrency` asks for both by itself.
APPS = ("accounts", "catalog", "history", "tables")
PLAY = ("again", "behind", "choice", "lesson", "plans")
SUITES = [*(f"tests/games/{app}" for app in APPS), *(f"tests/games/cartographers/test_{name}.py" for name in PLAY)]
# Those start databases of their own, and have had their turn.
LEFT_OUT = "not browser and not postgres and not redis"


@pytest.mark.postgres
def test_the_apps_behave_alike(postgres_url: str) -> None:
    own = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-n", "0", "-q", "-p", "no:cacheprovider", "-m", LEFT_OUT, *SUITES],
        cwd=ROOT,
        env={**own, "CARTO_DATABASE_URL": postgres_url},
        capture_output=True,
        text=True,
        timeout=500,
    )
    assert done.returncode == 0, done.stdout[-6000:] + done.stderr[-2000:]
    assert " passed" in done.stdout
