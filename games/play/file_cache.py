"""File cache for generated pictures, limited by number and age.

Each file is named by its inputs, so no file is ever out of date.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress
from itertools import count
from pathlib import Path
from tempfile import NamedTemporaryFile
from time import monotonic, time
from typing import Final

from django.conf import settings

_EVERY: Final = 32
"""Number of files that a process creates between two checks of the total size."""
OLDEST: Final = 60 * 60 * 24
"""Seconds that a file is kept after it was created. Data about a user in it must not outlive the account by much."""

_PAUSE: Final = 600.0
"""Seconds between two sweeps."""

_made = count()
_tidied = float("-inf")


def kept(name: str) -> bytes | None:
    """Return the cached file of this name, or None if there is none."""
    try:
        file = _folder() / name
        return file.read_bytes() if file.stat().st_mtime > time() - OLDEST else None
    except OSError:
        return None


def keep(name: str, make: Callable[[], bytes]) -> bytes:
    """Return the cached file of this name, or make it; nothing is cached if the disk is not writable."""
    content = kept(name)
    if content is None:
        content = make()
        with suppress(OSError):
            _write(name, content)
            if next(_made) % _EVERY == 0:
                tidy()
    return content


def _write(name: str, content: bytes) -> None:
    folder = _folder()
    folder.mkdir(parents=True, exist_ok=True)
    with NamedTemporaryFile(dir=folder, prefix="half-", delete=False) as file:
        try:
            file.write(content)
            file.flush()
            os.replace(file.name, folder / name)  # nobody ever reads half a file
        except OSError:
            Path(file.name).unlink(missing_ok=True)
            raise


def sweep() -> int:
    """Tidy the cache if that has not been done for some minutes; always return 0.

    Nothing waits for this work, so it does not count as any.
    """
    global _tidied
    if monotonic() - _tidied > _PAUSE:
        _tidied = monotonic()
        tidy()
    return 0


def tidy() -> int:
    """Delete what is old, and then the oldest until the rest is no more than the settings allow; return how many files
    went.
    """
    files = sorted(_files(), reverse=True)
    most, oldest, total, gone = settings.PICTURES_MB * 1024 * 1024, time() - OLDEST, 0, 0
    for made, size, file in files:
        total += size
        if made < oldest or total > most:
            file.unlink(missing_ok=True)
            gone += 1
    return gone


def _files() -> list[tuple[float, int, Path]]:
    """Return the time, size in bytes and path of each file."""
    files = []
    with suppress(FileNotFoundError):
        for entry in os.scandir(_folder()):
            with suppress(FileNotFoundError):  # another process was quicker
                stat = entry.stat()
                files.append((stat.st_mtime, stat.st_size, Path(entry.path)))
    return files


def _folder() -> Path:
    return Path(settings.PICTURES_DIR)
