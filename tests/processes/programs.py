"""Paths of programs that some tests need and that may not be installed."""

import os
import shutil
from glob import glob
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent


def chromium() -> str | None:
    """Return the path of a Chromium, or None; the headless shell is preferred as twice as fast."""
    known = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
    names = (os.environ.get("CARTO_CHROMIUM", ""), *known)
    return next(filter(None, (shutil.which(name) for name in names if name)), None)


def redis() -> str | None:
    """Return the path of Redis's server, or None."""
    return shutil.which("redis-server")


def nginx() -> str | None:
    """Return the path of nginx, or None."""
    return shutil.which("nginx", path=os.defpath + ":/usr/sbin:/usr/local/sbin")


def gettext() -> str | None:
    """Return the path of the gettext tools' extractor, or None."""
    return shutil.which("xgettext")


def postgres() -> Path | None:
    """Return the folder of the newest PostgreSQL's server programs, or None."""
    folders = [Path(path).parent for path in glob("/usr/lib/postgresql/*/bin/initdb")]
    if folders:
        return max(folders, key=lambda folder: int(folder.parent.name))
    plain = shutil.which("initdb")
    return Path(plain).resolve().parent if plain else None
