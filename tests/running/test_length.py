"""Window sizes and `long` tests in normal and full runs."""

import os
import subprocess
import sys
from pathlib import Path

from tests.processes.programs import ROOT

FILE = """
import pytest

@pytest.mark.parametrize("size", ["phone", "desktop"])
@pytest.mark.parametrize("script", ["on", "off"])
@pytest.mark.browser
def test_page(script, size):
    pass

@pytest.mark.parametrize("size", ["small", "large"])
def test_board(size):
    pass

@pytest.mark.long
def test_trial():
    pass
"""
NORMAL = {"test_page[on-phone]", "test_page[off-phone]", "test_board[small]", "test_board[large]"}
FURTHER = {"test_page[on-desktop]", "test_page[off-desktop]", "test_trial"}


def collected(folder: Path, *options: str) -> set[str]:
    """Return the tests that a run in a separate project would select."""
    (folder / "test_some.py").write_text(FILE)
    (folder / "pytest.ini").write_text("[pytest]\nmarkers =\n    browser\n    long\n")
    command = [sys.executable, "-m", "pytest", "-p", "tests.running.length", "--collect-only", "-q", *options]
    environment = {**os.environ, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "PYTHONPATH": str(ROOT)}
    run = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    return {line.partition("::")[2] for line in run.stdout.splitlines() if "::" in line}


def test_a_normal_run_leaves_out_further_sizes_and_long_tests(tmp_path: Path) -> None:
    assert collected(tmp_path) == NORMAL


def test_a_full_run_leaves_out_nothing(tmp_path: Path) -> None:
    assert collected(tmp_path, "--full") == NORMAL | FURTHER
