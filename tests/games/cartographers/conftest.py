"""Players for the Cartographers tests."""

from collections.abc import Iterator
from random import Random

import pytest
from django.test import Client

from games.accounts.models import User
from games.tables.log.state import cache
from games.tables.models import Table
from tests.engine.tools import seed_of
from tests.games.cartographers.play import gather, play_until
from tests.games.tables.clients import people_named, seeded, signed_in


@pytest.fixture(autouse=True)
def _known_decks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Start every game with the same cards.

    The first is a Hinterland Stream (farm or water, 3 in a row and 2 below the first), the second a Gnoll Raid.
    """
    seeded(monkeypatch, seed_of(196))


@pytest.fixture
def people(db: None) -> Iterator[list[User]]:
    """Users named Ann, Ben, Cas and Dee."""
    yield people_named("Ann", "Ben", "Cas", "Dee")
    cache.clear()


@pytest.fixture
def table(people: list[User]) -> Table:
    """A public game of Ann and Ben."""
    return gather(*people[:2])


@pytest.fixture
def ann(people: list[User]) -> Client:
    """Ann's signed-in client."""
    return signed_in(people[0])


@pytest.fixture
def ben(people: list[User]) -> Client:
    """Ben's signed-in client."""
    return signed_in(people[1])


@pytest.fixture
def summer(people: list[User]) -> Table:
    """A game of two in its second season."""
    table = gather(*people[:2])
    play_until(table, Random(5), lambda state: state.season == 1 and state.time > 2)
    return Table.objects.get(pk=table.pk)
