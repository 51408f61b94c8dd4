"""People who play Cartographers."""

from collections.abc import Iterator

import pytest

from games.accounts.models import User
from games.tables.loading import cache
from tests.engine.tools import seed_of
from tests.games.cartographers.play import people_named, seeded


@pytest.fixture(autouse=True)
def _known_decks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every game begins alike: the first card is a Hinterland Stream, the second a Gnoll Raid."""
    seeded(monkeypatch, seed_of(196))


@pytest.fixture
def people(db: None) -> Iterator[list[User]]:
    """Ann, Ben, Cas and Dee."""
    yield people_named("Ann", "Ben", "Cas", "Dee")
    cache.clear()
