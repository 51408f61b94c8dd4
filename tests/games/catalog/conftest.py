"""Fixtures for a site that has the toy game's catalog next to the real one."""

from typing import Any

import pytest


@pytest.fixture
def toy_beside(settings: Any) -> None:
    """Install the toy's shelf after the others."""
    settings.CARTO_SHELVES = {**settings.CARTO_SHELVES, "toy": "tests.games.catalog.toy_shelf.SHELF"}
