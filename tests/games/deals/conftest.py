"""Fixtures for daily maps and races of the toy."""

from collections.abc import Iterator

import pytest

from games.deals import daily
from tests.games.tables.conftest import _only_the_toy as _only_the_toy
from tests.games.tables.conftest import people as people


@pytest.fixture(autouse=True)
def _no_day_seen() -> Iterator[None]:
    yield
    daily._seen_days.clear()
