"""Fixtures: Ann, Ben, Cas and Dee, a guest, and a game of Ann and Ben."""

from collections.abc import Iterator

import pytest

from games.accounts.models import User
from games.accounts.services import make_guest
from games.tables.log.state import cache
from games.tables.models import Table
from tests.games.cartographers.play import gather
from tests.games.tables.clients import people_named


@pytest.fixture
def people(db: None) -> Iterator[list[User]]:
    """Ann, Ben, Cas and Dee."""
    cache.clear()
    yield people_named("Ann", "Ben", "Cas", "Dee")
    cache.clear()


@pytest.fixture
def guest(db: None) -> User:
    """A guest."""
    return make_guest(display_name="Gil")


@pytest.fixture
def table(people: list[User]) -> Table:
    """A game of Ann and Ben, which anybody may watch."""
    return gather(*people[:2])
