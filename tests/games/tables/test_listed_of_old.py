"""Open tables that were opened before the list knew of an end."""

from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from games.accounts.models import User
from games.tables.models import Access, Table
from tests.games.tables.conftest import gather

pytestmark = pytest.mark.django_db(transaction=True)
NOON = datetime(2026, 6, 1, 12, tzinfo=UTC)


def test_they_stay_listed_for_a_day(people: list[User]) -> None:
    listed, playing = gather(people[0], capacity=3), gather(people[0], people[1])
    friends = gather(people[0], capacity=3, access=Access.INVITATION)
    try:
        MigrationExecutor(connection).migrate([("tables", "0009_paces")])
        with time_machine.travel(NOON, tick=False):
            MigrationExecutor(connection).migrate([("tables", "0010_lobby")])
    finally:
        executor = MigrationExecutor(connection)
        executor.migrate(executor.loader.graph.leaf_nodes())
    until = dict(Table.objects.values_list("pk", "listed_until"))
    assert until == {listed.pk: NOON + timedelta(days=1), playing.pk: None, friends.pk: None}
