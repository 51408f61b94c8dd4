"""Runs management commands in processes of their own."""

import os
import subprocess
import sys

from tests.processes.programs import ROOT


def attempt(*command: str, **variables: str) -> subprocess.CompletedProcess[str]:
    """Run a command with these variables added to the present ones."""
    return subprocess.run(
        [sys.executable, "manage.py", *command],
        cwd=ROOT,
        env={**os.environ, **variables},
        capture_output=True,
        text=True,
        timeout=60,
    )


def manage(*command: str, **variables: str) -> str:
    """Run a command that must succeed and return what it printed."""
    done = attempt(*command, **variables)
    assert done.returncode == 0, done.stderr
    return done.stdout
