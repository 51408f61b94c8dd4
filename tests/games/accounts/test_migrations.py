"""The accounts' migrations: people of a version before, and processes of that version that go on writing."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

pytestmark = pytest.mark.django_db(transaction=True)
BEFORE, AFTER = "0001_initial", "0002_guests"


def migrate(to: str) -> Any:
    """Bring the accounts to a migration; the person as the models were then."""
    executor = MigrationExecutor(connection)
    executor.migrate([("accounts", to)])
    return MigrationExecutor(connection).loader.project_state([("accounts", to)]).apps.get_model("accounts", "User")


@pytest.fixture(autouse=True)
def _as_it_was() -> Iterator[None]:
    yield
    executor = MigrationExecutor(connection)
    executor.migrate(executor.loader.graph.leaf_nodes())


def test_who_was_there_before_is_no_guest() -> None:
    migrate(BEFORE).objects.create(username="anne", display_name="Anne")
    assert not migrate(AFTER).objects.get().guest


def test_a_process_of_the_version_before_goes_on_signing_people_up() -> None:
    before, after = migrate(BEFORE), migrate(AFTER)
    before.objects.create(username="anne", display_name="Anne")
    assert not after.objects.get().guest
