"""People for the safety tests."""

from collections.abc import Iterator

import pytest

from games.accounts.models import User
from games.tables.loading import cache
from tests.games.cartographers.play import people_named


@pytest.fixture
def people(db: None) -> Iterator[list[User]]:
    """Ann, Ben, Cas, Dee and Eve."""
    yield people_named("Ann", "Ben", "Cas", "Dee", "Eve")
    cache.clear()
