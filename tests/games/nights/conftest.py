"""Fixtures for game nights: four people at a site of the toy, at noon of a Monday in Berlin."""

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

import pytest
import time_machine

from games.accounts.models import User
from games.nights.models import GameNight
from tests.games.nights.evenings import night_of
from tests.games.tables.conftest import _only_the_toy as _only_the_toy
from tests.games.tables.conftest import people as people

MONDAY = datetime(2026, 3, 16, 11, tzinfo=UTC)


@pytest.fixture
def clock() -> Iterator[Any]:
    """Stop the clock until a test moves it."""
    with time_machine.travel(MONDAY, tick=False) as traveller:
        yield traveller


@pytest.fixture
def night(clock: Any, people: list[User]) -> GameNight:
    """Create a game night of Ann, Ben and Cas, on Fridays at 20:00 in Berlin."""
    return night_of(people[0], *people[1:3])
