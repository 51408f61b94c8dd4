"""Account migrations: existing users, and old processes that keep writing during a deployment."""

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.contrib.sessions.backends.db import SessionStore
from django.contrib.sessions.models import Session
from django.utils import timezone

from games.accounts.models import UserSession
from tests.running.empty_database import empty_database
from tests.running.old_migrations import migrate_to

pytestmark = pytest.mark.django_db(transaction=True)
BEFORE, AFTER = "0001_initial", "0002_guests"
LASTS = timedelta(days=30)


def migrate(to: str) -> Any:
    """Migrate the accounts app; return the User model of that version."""
    return migrate_to("accounts", to).get_model("accounts", "User")


@pytest.fixture(autouse=True)
def _empty_database(transactional_db: None, tmp_path: Path) -> Iterator[None]:
    with empty_database(tmp_path):
        migrate_to("sessions", "0001_initial")
        yield


def test_people_of_before_come_through_every_step() -> None:
    """All steps in one test, because migrating back takes longest.

    The models of a step are those with which a process of that version writes.
    """
    first = migrate(BEFORE)
    first.objects.create(username="anne", display_name="Anne")
    guests = migrate(AFTER)
    first.objects.create(username="bob", display_name="Bob")
    assert set(guests.objects.values_list("username", "guest")) == {("anne", False), ("bob", False)}
    expect_sessions_to_be_noted(migrate("0003_themes"))
    expect_addresses_to_count()
    before = migrate("0007_silent_guests")
    after = migrate("0008_ways_to_draw")
    before.objects.create(username="eve", display_name="Eve")
    assert set(after.objects.values_list("double_tap", "keys_on_map")) == {(False, False)}


def expect_sessions_to_be_noted(before: Any) -> None:
    """Expect the step that records the users of sessions to fill them in for existing ones."""
    anne = before.objects.get(username="anne")
    for data in ({"_auth_user_id": str(anne.pk)}, {"_auth_user_id": "987654"}, {"invitations": ["x"]}):
        store = SessionStore()
        store.update(data)
        store.save()
    Session.objects.create(session_key="damaged", session_data="nonsense", expire_date=timezone.now() + LASTS)
    migrate("0004_user_sessions")
    noted = UserSession.objects.get()
    assert (noted.user_id, noted.browser) == (anne.pk, "")
    assert SessionStore(noted.session_id)["_auth_user_id"] == str(anne.pk)


def expect_addresses_to_count() -> None:
    """Expect existing addresses to count as confirmed after the step that adds pending ones."""
    before = migrate("0005_erased_people")
    before.objects.filter(username="anne").update(email="anne@example.org")
    after = migrate("0006_pending_email")
    before.objects.create(username="dan", display_name="Dan")
    addresses = dict(after.objects.values_list("username", "email"))
    assert addresses == {"anne": "anne@example.org", "bob": "", "dan": ""}
    assert set(after.objects.values_list("pending_email", flat=True)) == {""}
