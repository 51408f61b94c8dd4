"""A site with the toy's shelf beside that of the real game."""

from typing import Any

import pytest


@pytest.fixture
def toy_beside(settings: Any) -> None:
    """Install the toy's shelf after the others."""
    settings.CARTO_SHELVES = {**settings.CARTO_SHELVES, "toy": "tests.games.catalog.toy_shelf.SHELF"}
