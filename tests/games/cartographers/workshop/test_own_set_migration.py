"""Own sets from before they were entries of the catalog: nothing of them is lost, and their links stay."""

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

import pytest
from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType

from games.accounts.models import User
from games.cartographers.models import OwnSet
from games.cartographers.shelf.trials import find_draft_by_link, find_stored_draft
from tests.games.cartographers.shelf.sets import small_set
from tests.games.tables.clients import signed_in, text_of
from tests.running.old_migrations import load_old_migrations, migrate_fully, migrate_old

pytestmark = pytest.mark.django_db(transaction=True)
BEFORE = [("catalog", "0009_wording"), ("cartographers", "0004_voted_sheets")]
MADE, CHANGED = datetime(2026, 3, 1, tzinfo=UTC), datetime(2026, 4, 1, tzinfo=UTC)


@pytest.fixture(autouse=True)
def _as_it_was() -> Iterator[None]:
    yield
    migrate_fully()


def backwards() -> Any:
    migrate_old(*BEFORE)
    return load_old_migrations().project_state(BEFORE).apps.get_model("cartographers", "OwnSet")


def test_own_sets_become_private_entries_and_keep_number_link_and_dates() -> None:
    ann = User.objects.create_user("ann", "chart and compass")
    before = backwards()
    definition = {**small_set(), "id": "own_set"}
    old = before.objects.create(
        pk=71, owner_id=ann.pk, name="Lakes", definition=definition, saves=3, link="abc", published_as="lakes"
    )
    before.objects.filter(pk=old.pk).update(created_at=MADE, changed_at=CHANGED, asked_at=CHANGED)
    kind = ContentType.objects.get_by_natural_key("cartographers", "ownset")
    for number in ("71", "72"):  # there is no set of the second number any more
        LogEntry.objects.create(user=ann, content_type=kind, object_id=number, object_repr="Lakes", action_flag=2)
    migrate_fully()
    own_set = OwnSet.objects.get()
    assert list(LogEntry.objects.order_by("pk").values_list("object_id", flat=True)) == [str(own_set.pk), None]
    assert (own_set.key, own_set.owner_id, own_set.name, own_set.saves) == ("71", ann.pk, "Lakes", 3)
    assert (own_set.created_at, own_set.changed_at, own_set.asked_at) == (MADE, CHANGED, CHANGED)
    assert (own_set.published_as, own_set.definition) == ("lakes", {**definition, "id": "71"})
    assert find_draft_by_link("abc") == find_stored_draft("own/71", 1, linked=True)
    assert "Lakes" in text_of(signed_in(ann).get("/cartographers/sets/own/71/"))
    again = backwards().objects.get()
    assert (again.pk, again.definition, again.link, again.changed_at) == (71, definition, "abc", CHANGED)
