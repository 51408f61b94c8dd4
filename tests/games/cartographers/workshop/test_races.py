"""Concurrent changes to a player's set: no request fails."""

from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any

import pytest

from games.accounts.models import AccountDeleted, User
from games.cartographers.models import OwnSet
from games.cartographers.workshop import own_sets
from games.catalog import suggestions
from games.catalog.drafts import make_link
from games.catalog.errors import CatalogRefusal
from games.catalog.models import CatalogEntry, EntryState
from games.catalog.site_cards import load_published
from games.tables.people.personal_data import erase
from tests.concurrency.waiting import amid, in_flight, where_writers_meet
from tests.games.catalog.making import reviewer
from tests.games.tables.clients import people_named
from tests.games.tables.test_races import clicked

pytestmark = [pytest.mark.django_db(transaction=True), where_writers_meet]
ROUNDS = 5


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


def test_suggestion_accepted_while_its_owner_deletes_the_account_is_in_review(monkeypatch: pytest.MonkeyPatch) -> None:
    own_set = suggested()
    ann, begin = User.objects.get(username="ann"), suggestions.create_draft

    def accept(pause: Callable[[], object]) -> None:
        def late(**given: Any) -> CatalogEntry:
            pause()
            return begin(**given)

        monkeypatch.setattr(suggestions, "create_draft", late)
        suggestions.accept(entry=own_set, by=reviewer())

    with amid(accept, lambda: erase(user=ann)) as both:
        pass
    for one in both:
        one.result()
    assert not OwnSet.objects.exists()
    entry = CatalogEntry.objects.get(kind="set", box="workshop")
    assert (entry.state, entry.name) == (EntryState.IN_REVIEW, "Lakes")


def test_suggestion_whose_owner_is_deleting_the_account_is_not_accepted() -> None:
    own_set = suggested()
    ann, by = User.objects.get(username="ann"), reviewer()
    with in_flight(lambda: erase(user=ann), lambda: suggestions.accept(entry=own_set, by=by)) as both:
        pass
    both[0].result()
    with pytest.raises(AccountDeleted):
        both[1].result()
    assert not CatalogEntry.every.filter(kind="set", box="workshop").exists()


def test_suggestion_accepted_and_account_deleted_at_once_leave_no_suggestion() -> None:
    load_published()
    by = reviewer()
    for number in range(ROUNDS):
        (owner,) = people_named(f"Owner{number}")
        own_set = own_sets.create_own_set(owner=owner, name=f"Lakes {number}")
        suggestions.suggest(entry=own_set, owner=owner, note="")
        accepted: list[bool] = []

        def accept(own_set: OwnSet = own_set, accepted: list[bool] = accepted) -> None:
            with suppress(AccountDeleted, CatalogRefusal):
                suggestions.accept(entry=own_set, by=by)
                accepted.append(True)

        clicked(accept, partial(erase, user=owner))
        assert not OwnSet.objects.exists()
        found = CatalogEntry.objects.filter(kind="set", box="workshop", name=f"Lakes {number}")
        assert [entry.state for entry in found] == [EntryState.IN_REVIEW] * len(accepted)


def suggested() -> OwnSet:
    """Return a set of Ann, which she suggests for publication."""
    load_published()
    (ann,) = people_named("Ann")
    own_set = own_sets.create_own_set(owner=ann, name="Lakes")
    suggestions.suggest(entry=own_set, owner=ann, note="My islands")
    return own_set
