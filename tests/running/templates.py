"""Migrated databases that hold nothing, made once and copied: a migration takes seconds, a copy none.

The processes of one run share them, and so do later runs until a file that a migration may read changes.
"""

from __future__ import annotations

import fcntl
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Final

from tests.processes import programs
from tests.processes.manage import manage

_SOURCES: Final = ("carto_site", "engine", "games")
_FOLDER: Final = programs.ROOT / "var" / "templates"


def sqlite_template() -> Path:
    """Return a migrated SQLite database, to be copied."""
    return _made("sqlite3", _migrate_sqlite)


def postgres_template(url: str) -> Path:
    """Return the dump of a migrated database; if missing, make it in the empty database at this URL."""
    return _made("sql", lambda file: _migrate_postgres(url, file))


def restore(dump: Path, url: str) -> None:
    """Fill an empty database from a dump."""
    _run_client("psql", url, "--quiet", "--set=ON_ERROR_STOP=1", "--output=/dev/null", f"--file={dump}")


def _made(ending: str, make: Callable[[Path], None]) -> Path:
    """Return the template of these sources; one process makes it while others wait."""
    _FOLDER.mkdir(parents=True, exist_ok=True)
    file = _FOLDER / f"{_fingerprint()}.{ending}"
    with _locked(_FOLDER / f"{ending}.lock"):
        if not file.exists():
            for outdated in _FOLDER.glob(f"*.{ending}"):
                outdated.unlink()
            unfinished = file.with_suffix(".unfinished")
            unfinished.unlink(missing_ok=True)
            make(unfinished)
            unfinished.rename(file)
    return file


@contextmanager
def _locked(path: Path) -> Iterator[None]:
    with path.open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


@cache
def _fingerprint() -> str:
    """Return a digest of every source, the locked packages and Python's version."""
    files = [path for folder in _SOURCES for path in (programs.ROOT / folder).rglob("*") if path.is_file()]
    sources = sorted(path for path in files if "__pycache__" not in path.parts)
    digest = sha256(sys.version.encode())
    for path in (*sources, programs.ROOT / "requirements-dev.lock"):
        digest.update(f"{path}:{path.stat().st_size}:".encode() + path.read_bytes())
    return digest.hexdigest()[:24]


def _migrate_sqlite(file: Path) -> None:
    _migrate(CARTO_DATABASE_URL="", CARTO_DATABASE_FILE=str(file))


def _migrate_postgres(url: str, file: Path) -> None:
    _migrate(CARTO_DATABASE_URL=url)
    _run_client("pg_dump", url, "--no-owner", f"--file={file}")


def _migrate(**database: str) -> None:
    manage("migrate", "--verbosity", "0", DJANGO_SETTINGS_MODULE="tests.served_settings", **database)


def _run_client(program: str, url: str, *arguments: str) -> None:
    folder = programs.postgres()
    assert folder
    run = subprocess.run([folder / program, f"--dbname={url}", *arguments], capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
