"""Fixtures: users named Ann, Ben, Cas and Dee, and a guest, Gil."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from games.accounts.models import User
from games.accounts.services import make_guest
from games.tables.log.state import cache
from tests.games.tables.clients import people_named


@pytest.fixture
def people(db: None) -> Iterator[list[User]]:
    """Users named Ann, Ben, Cas and Dee."""
    cache.clear()
    yield people_named("Ann", "Ben", "Cas", "Dee")
    cache.clear()


@pytest.fixture
def guest(db: None) -> User:
    """A guest."""
    return make_guest(display_name="Gil")
