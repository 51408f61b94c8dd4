"""Fixtures: a finished game of Ann and Ben, users who have not played (Cas, Dee), and a guest, Gil."""

from collections.abc import Iterator

import pytest

from games.accounts.models import User
from games.accounts.services import make_guest
from games.studies import turns
from games.tables.log.state import cache
from games.tables.models import Table
from tests.games.history.finished import ended
from tests.games.history.playing import played
from tests.games.tables.clients import people_named


@pytest.fixture
def people(db: None) -> Iterator[list[User]]:
    """Users named Ann, Ben, Cas and Dee."""
    cache.clear()
    yield people_named("Ann", "Ben", "Cas", "Dee")
    cache.clear()
    turns.clear_glimpses()


@pytest.fixture
def guest(db: None) -> User:
    """A guest."""
    return make_guest(display_name="Gil")


@pytest.fixture
def table(people: list[User]) -> Table:
    """Return a finished 30-turn game of Ann and Ben without stored events."""
    return ended((people[0], 40), (people[1], 30), turn=30)


@pytest.fixture
def game(people: list[User]) -> Table:
    """Return another game of Ann and Ben, which was actually played."""
    return played(*people[:2])
