"""The accounts' migrations: people of a version before, and processes of that version that go on writing."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.sessions.backends.db import SessionStore
from django.contrib.sessions.models import Session
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.utils import timezone

from games.accounts.models import UserSession

pytestmark = pytest.mark.django_db(transaction=True)
BEFORE, AFTER = "0001_initial", "0002_guests"
LASTS = timedelta(days=30)


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


def test_sessions_of_before_are_noted_with_whose_they_are() -> None:
    before = migrate("0003_themes")
    anne = before.objects.create(username="anne", display_name="Anne")
    for data in ({"_auth_user_id": str(anne.pk)}, {"_auth_user_id": "987654"}, {"invitations": ["x"]}):
        store = SessionStore()
        store.update(data)
        store.save()
    Session.objects.create(session_key="damaged", session_data="nonsense", expire_date=timezone.now() + LASTS)
    migrate("0004_user_sessions")
    noted = UserSession.objects.get()
    assert (noted.user_id, noted.browser) == (anne.pk, "")
    assert SessionStore(noted.session_id)["_auth_user_id"] == str(anne.pk)


def test_addresses_of_before_count_as_confirmed() -> None:
    before = migrate("0003_themes")
    before.objects.create(username="anne", display_name="Anne", email="anne@example.org")
    after = migrate("0006_pending_email")
    before.objects.create(username="bob", display_name="Bob")  # by a process of the version before
    assert list(after.objects.order_by("pk").values_list("email", "pending_email")) == [
        ("anne@example.org", ""),
        ("", ""),
    ]


def test_who_was_there_before_draws_as_before() -> None:
    before = migrate("0007_silent_guests")
    before.objects.create(username="anne", display_name="Anne")
    after = migrate("0008_ways_to_draw")
    before.objects.create(username="bob", display_name="Bob")  # by a process of the version before
    assert set(after.objects.values_list("double_tap", "keys_on_map")) == {(False, False)}
