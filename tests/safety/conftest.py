"""Fixtures: users for the safety tests."""

from collections.abc import Iterator

import pytest

from games.accounts.models import User
from games.tables.log.state import cache
from tests.engine.tools import seed_of
from tests.games.tables.clients import people_named, seeded


@pytest.fixture(autouse=True)
def _known_decks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Start every game from the same seed, unless a test sets another."""
    seeded(monkeypatch, seed_of(196))


@pytest.fixture
def people(db: None) -> Iterator[list[User]]:
    """Ann, Ben, Cas, Dee and Eve."""
    yield people_named("Ann", "Ben", "Cas", "Dee", "Eve")
    cache.clear()
