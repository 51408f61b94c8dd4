"""Retries of browser tests: reported if they then pass; repeated, numerous or other failures fail."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.processes.programs import ROOT
from tests.running.unsteady import FOLDER, MOST

FILE = """
from pathlib import Path
import pytest

def fails(name, times):
    tries = Path(__file__).with_name(name)
    tries.write_text(tries.read_text() + "x" if tries.exists() else "x")
    assert len(tries.read_text()) > times, "said at try " + tries.read_text()

@pytest.mark.parametrize("number", range({unsteady}))
@pytest.mark.browser
def test_unsteady(number):
    fails(f"unsteady{{number}}", 1)

@pytest.mark.parametrize("number", range({broken}))
@pytest.mark.browser
def test_broken(number):
    fails(f"broken{{number}}", 2)

@pytest.fixture
def shaky():
    yield
    fails("shaky", 1)

@pytest.mark.parametrize("number", range({leaving}))
@pytest.mark.browser
def test_leaving(number, shaky):
    pass

@pytest.mark.parametrize("number", range({plain}))
def test_plain(number):
    fails(f"plain{{number}}", 1)

def test_steady():
    pass
"""


def ran(folder: Path, workers: int, **counts: int) -> tuple[int, str]:
    """Run this many tests of each kind in a separate project; return the exit status and output."""
    (folder / "test_some.py").write_text(FILE.format(**{"unsteady": 0, "broken": 0, "plain": 0, "leaving": 0} | counts))
    (folder / "conftest.py").write_text('pytest_plugins = ["tests.running.unsteady"]\n')
    (folder / "pytest.ini").write_text("[pytest]\nmarkers = browser\n")
    command = [sys.executable, "-m", "pytest", "-n", str(workers)]
    plugins = {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "PYTEST_PLUGINS": "xdist.plugin"}
    environment = {**os.environ, **plugins, "PYTHONPATH": str(ROOT)}
    run = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    return run.returncode, run.stdout


@pytest.mark.parametrize(("kind", "count", "workers"), [("unsteady", MOST, 2), ("leaving", 1, 0)])
def test_what_passes_alone_does_not_fail_the_run(tmp_path: Path, kind: str, count: int, workers: int) -> None:
    status, output = ran(tmp_path, workers, **{kind: count})
    assert status == 0, output
    kept = sorted((tmp_path / FOLDER).iterdir())
    assert len(kept) == count
    for file in kept:
        assert "said at try x" in file.read_text()
        assert str(FOLDER / file.name) in output
    assert f"{count} unsteady" in output.splitlines()[-1]
    assert "failed" not in output.splitlines()[-1]


@pytest.mark.parametrize("counts", [{"broken": 1}, {"unsteady": 1, "plain": 1}, {"unsteady": MOST + 1}], ids=str)
def test_anything_else_stays_red(tmp_path: Path, counts: dict[str, int]) -> None:
    status, output = ran(tmp_path, 0, **counts)
    assert status == 1
    assert "failed" in output.splitlines()[-1]
    once = [*tmp_path.glob("plain*"), *(tmp_path.glob("unsteady*") if len(counts) == 1 else [])]
    assert {file.read_text() for file in once} <= {"x"}, "run twice"
