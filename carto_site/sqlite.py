"""SQLite library in use, and the journal mode that is safe with it."""

import sys

# Earlier releases can lose a committed transaction when a checkpoint resets the log under concurrent writers.
FIRST_SAFE_WAL = (3, 51, 3)


def use_bundled_sqlite() -> None:
    """Use `pysqlite3` as `sqlite3` if installed; call it before Django's backend is imported."""
    if "django.db.backends.sqlite3.base" in sys.modules:
        return
    try:
        import pysqlite3
        import pysqlite3.dbapi2
    except ImportError:
        return
    sys.modules["sqlite3"] = pysqlite3
    sys.modules["sqlite3.dbapi2"] = pysqlite3.dbapi2


def version() -> tuple[int, ...]:
    """Return the version of the SQLite library as (major, minor, patch)."""
    import sqlite3

    return sqlite3.sqlite_version_info


def journal_mode(release: tuple[int, ...]) -> str:
    """Return the fastest safe journal mode for a release: write-ahead log or rollback journal."""
    return "WAL" if release >= FIRST_SAFE_WAL else "DELETE"


def init_command(journal: str, synchronous: str) -> str:
    """Return the PRAGMAs that every connection starts with."""
    pragmas = {
        "journal_mode": journal,
        "synchronous": synchronous,
        "foreign_keys": "ON",
        "temp_store": "MEMORY",
        "cache_size": "-16000",
        "mmap_size": str(128 * 1024 * 1024),
        "journal_size_limit": str(64 * 1024 * 1024),
    }
    return " ".join(f"PRAGMA {name}={value};" for name, value in pragmas.items())
