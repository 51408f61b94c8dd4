"""Shared fixtures of the tests that kill servers."""

from pathlib import Path
from shutil import copyfile

import pytest


@pytest.fixture
def environment(
    request: pytest.FixtureRequest, tmp_path: Path, collected_static: Path, migrated: Path
) -> dict[str, str]:
    """The environment of a separate site with SQLite and the test module's SETTINGS."""
    copyfile(migrated, tmp_path / "site.sqlite3")
    return {
        "CARTO_VAR_DIR": str(tmp_path / "var"),
        "CARTO_STATIC_ROOT": str(collected_static),
        "CARTO_DATABASE_URL": "",
        "CARTO_DATABASE_FILE": str(tmp_path / "site.sqlite3"),
        "CARTO_SECRET_KEY": "the same after every kill " * 3,
        "DJANGO_SETTINGS_MODULE": request.module.SETTINGS,
    }
