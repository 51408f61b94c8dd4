"""Concurrent changes to a player's set: no request fails."""

from collections.abc import Callable
from typing import Any

import pytest

from games.cartographers.models import OwnSet
from games.cartographers.workshop import own_sets
from games.catalog import suggestions
from games.catalog.drafts import make_link
from games.catalog.models import CatalogEntry, EntryState
from games.catalog.site_cards import load_published
from games.tables.people.personal_data import erase
from tests.concurrency.waiting import amid, where_writers_meet
from tests.games.tables.clients import people_named

pytestmark = [pytest.mark.django_db(transaction=True), where_writers_meet]


def test_a_set_is_given_while_its_owner_goes_for_good(monkeypatch: pytest.MonkeyPatch) -> None:
    """Check that submitting a set locks its owner before the set, as account deletion does."""
    load_published()
    (ann,) = people_named("Ann")
    own_set = own_sets.create_own_set(owner=ann, name="Lakes")
    make_link(entry=own_set, by=ann)
    own_sets.ask_to_publish(own_set=own_set)
    begin = suggestions.create_draft

    def agree(pause: Callable[[], object]) -> None:
        def late(**given: Any) -> CatalogEntry:
            pause()
            return begin(**given)

        monkeypatch.setattr(suggestions, "create_draft", late)
        own_sets.answer_publish_request(own_set=own_set, owner=ann, agreed=True)

    with amid(agree, lambda: erase(user=ann)) as both:
        pass
    for one in both:
        one.result()
    assert not OwnSet.objects.exists()
    assert CatalogEntry.objects.get(kind="set", box="workshop").state == EntryState.IN_REVIEW
