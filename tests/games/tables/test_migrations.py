"""The tables' migrations: on SQLite a change of a column copies all that a table of the database holds."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from games.accounts.models import User
from games.tables.loading import cache, load
from games.tables.models import Exclusion, Seat, Table, TableCommand, TableEvent
from games.tables.services import kick
from tests.games.tables.conftest import gather, pick

pytestmark = pytest.mark.django_db(transaction=True)
MODELS = (Table, Seat, Exclusion, TableEvent, TableCommand)


def migrate(to: str) -> None:
    MigrationExecutor(connection).migrate([("tables", to)])


@pytest.fixture(autouse=True)
def _as_it_was() -> Iterator[None]:
    yield
    executor = MigrationExecutor(connection)
    executor.migrate(executor.loader.graph.leaf_nodes())


def test_games_are_as_they_were_under_other_indexes(people: list[User]) -> None:
    table = gather(*people[:2])
    pick(table, people[0], 1)
    kick(table=gather(*people[:2], capacity=3).code, host=people[0], user_id=people[1].pk)
    before = stored()
    migrate("0003_merge")
    assert stored() == before
    migrate("0004_indexes_of_lists")
    assert stored() == before
    cache.clear()
    assert load(table).number == len(before[TableEvent])


def stored() -> dict[Any, list[dict[str, Any]]]:
    """All rows."""
    rows = {model: list(model._default_manager.order_by("pk").values()) for model in MODELS}
    assert all(rows.values())
    return rows
