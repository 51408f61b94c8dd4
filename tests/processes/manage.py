"""Management commands run in separate processes."""

import os
import subprocess
import sys
from pathlib import Path

from tests.processes.programs import ROOT


def attempt(*command: str, **variables: str) -> subprocess.CompletedProcess[str]:
    """Run a command with these environment variables added."""
    return _attempt_in(ROOT, *command, **variables)


def manage(*command: str, **variables: str) -> str:
    """Run a command that must succeed and return what it printed."""
    return manage_in(ROOT, *command, **variables)


def manage_in(root: Path, /, *command: str, **variables: str) -> str:
    """Run a management command, which must succeed, with the code in a folder; return its output."""
    run = _attempt_in(root, *command, **variables)
    assert run.returncode == 0, run.stderr
    return run.stdout


def _attempt_in(root: Path, /, *command: str, **variables: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "manage.py", *command],
        cwd=root,
        env={**os.environ, **variables},
        capture_output=True,
        text=True,
        timeout=180,
    )
