"""Independence of games and scores from Python's hash seed."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def _digest(hash_seed: str) -> str:
    run = subprocess.run(
        [sys.executable, "-m", "tests.engine.digest"],
        cwd=ROOT,
        env={**os.environ, "PYTHONHASHSEED": hash_seed},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    return run.stdout.strip()


def test_hash_seeds_change_nothing() -> None:
    digests = {hash_seed: _digest(hash_seed) for hash_seed in ("0", "1", "2")}
    assert len(set(digests.values())) == 1, digests
    assert len(digests["0"]) == 64
