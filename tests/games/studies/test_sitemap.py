"""Collections in the sitemap for search engines."""

from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from games.accounts.models import User
from games.studies.models import Collection, Entry, Visibility
from games.tables.models import Table
from tests.games.studies.writing import collection, entry, page


def named() -> str:
    return page(Client(), "/sitemap-collections.xml")


def test_public_collections_are_named_and_no_others(people: list[User], table: Table) -> None:
    kept = {visibility: collection(people[0], visibility=visibility) for visibility in Visibility.values}
    for one in kept.values():
        entry(one, table)
    empty = collection(people[0])
    assert f"<loc>http://testserver/collections/{kept['public'].code}/</loc>" in named()
    assert not any(one.code in named() for one in (kept["link"], kept["private"], empty))
    assert "/sitemap-collections.xml" in page(Client(), "/sitemap.xml")


def hide(keeper: User) -> None:
    User.objects.filter(pk=keeper.pk).update(hidden=True)


def lock_out(keeper: User) -> None:
    User.objects.filter(pk=keeper.pk).update(is_active=False)


def remove(_keeper: User) -> None:
    Collection.objects.update(removed_at=timezone.now(), removal="Rude")


def remove_all_that_is_in_it(_keeper: User) -> None:
    Entry.objects.update(removed_at=timezone.now(), removal="Rude")


@pytest.mark.parametrize("act", [hide, lock_out, remove, remove_all_that_is_in_it])
def test_none_of_who_hides_and_none_that_the_site_removed(people: list[User], table: Table, act: Any) -> None:
    kept, other = collection(people[0]), collection(people[1])
    entry(kept, table)
    assert kept.code in named()
    act(people[0])
    assert (kept.code in named(), other.code in named()) == (False, False)


def test_the_list_takes_one_statement_however_many(
    people: list[User], table: Table, django_assert_max_num_queries: Any
) -> None:
    for number in range(5):
        entry(collection(people[number % 2], f"{number}"), table)
    named()
    with django_assert_max_num_queries(3):
        assert named().count("<loc>") == 5
