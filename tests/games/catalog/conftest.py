"""Fixtures for a site that has the toy game's catalog next to the real one."""

from typing import Any

import pytest
from django.test import Client

from tests.games.catalog.making import RIGHTS, staff


@pytest.fixture
def toy_beside(settings: Any) -> None:
    """Install the toy's shelf after the others."""
    settings.CARTO_SHELVES = {**settings.CARTO_SHELVES, "toy": "tests.games.catalog.toy_shelf.SHELF"}


@pytest.fixture
def ada() -> Client:
    """Return the client of a curator with all rights."""
    return staff("ada", *RIGHTS)


@pytest.fixture
def author() -> Client:
    """Return the client of a curator who may not review."""
    return staff("ada", "view_catalogentry", "add_catalogentry", "change_catalogentry")
