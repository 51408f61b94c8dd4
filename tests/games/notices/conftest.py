"""Fixtures: users with confirmed addresses at tables of two; the clock stands at noon."""

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

import pytest
import time_machine

from games.accounts.models import User
from games.notices import upkeep
from games.tables.log.state import cache
from games.tables.models import Pace, Table
from tests.games.notices.telling import table_of
from tests.games.tables.clients import people_named

NOON = datetime(2026, 3, 10, 12, tzinfo=UTC)


@pytest.fixture(autouse=True)
def _site(settings: Any) -> Iterator[None]:
    settings.EMAIL_HOST = "mail.example"
    upkeep.forget()
    yield
    cache.clear()


@pytest.fixture
def clock() -> Iterator[Any]:
    """Stop the clock until a test moves it."""
    with time_machine.travel(NOON, tick=False) as traveller:
        yield traveller


@pytest.fixture
def people(db: None, clock: Any) -> list[User]:
    """Ann, Ben and Cas."""
    people = people_named("Ann", "Ben", "Cas")
    for person in people:
        person.email = f"{person.username}@example.org"
        person.save()
    return people


@pytest.fixture
def table(people: list[User]) -> Table:
    """Create a turn-based table that waits for Ann and Ben."""
    return table_of(people[:2], Pace.DAYS)
