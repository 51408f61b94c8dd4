"""People, and a game that they have played."""

from typing import Any

import pytest

from games.accounts.models import User
from games.history.record import record_of
from games.tables.loading import cache
from tests.games.history.playing import played


@pytest.fixture
def people(db: None) -> list[User]:
    """Ann and Ben."""
    cache.clear()
    names = {"ann": "Ann", "ben": "Bén"}
    return [User.objects.create_user(login, "chart and compass", display_name=name) for login, name in names.items()]


@pytest.fixture
def record(people: list[User]) -> dict[str, Any]:
    """The record of a game of two with edicts by chance."""
    return record_of(played(*people))
