"""Private sets in the form of a new table: one's own, and those of people one follows."""

import re
from typing import Any

import pytest
from django.test import Client

from games.accounts.models import User
from games.accounts.services import make_guest
from games.cartographers.models import OwnSet
from games.cartographers.setting_up.options_form import CartographersOptionsForm
from games.cartographers.setting_up.private_sets import private_sets
from games.cartographers.workshop import own_sets
from games.catalog.active_catalog import read_once
from games.catalog.drafts import discard_draft
from games.catalog.site_cards import load_published
from games.people.services import block, follow, unfollow
from games.tables.errors import TableRefusal
from games.tables.lobby.services import join
from games.tables.models import Access, KeptChoices, Status, Table
from games.tables.people.personal_data import export_user_data
from tests.games.cartographers.play import state_of
from tests.games.tables.clients import people_named, signed_in, text_of
from tests.safety.bodies import new_table

pytestmark = pytest.mark.django_db

NEW = "/tables/new/"


@pytest.fixture
def people() -> list[User]:
    load_published()
    return people_named("Ann", "Ben", "Cas")


@pytest.fixture
def lakes(people: list[User]) -> OwnSet:
    """Return Ann's set, which she shares with her followers; Ben follows her."""
    ann, ben, _cas = people
    own_set = own_sets.create_own_set(owner=ann, name="Lakes")
    own_sets.share_with_followers(own_set=own_set, owner=ann, shared=True)
    follow(follower=ben, followed=ann)
    return own_set


def offered(user: User | None) -> dict[str, list[str]]:
    """Return the names of the private sets in the user's form, by title."""
    found = CartographersOptionsForm(host=user).private_offers
    return {title: [offer.name for offer in offers] for title, offers in found}


def opened(client: Client, own_set: OwnSet, **more: str) -> Any:
    """Post the form of a new table with a private set."""
    return client.post(
        NEW, new_table(**{"options-preset": f"own/{own_set.key}", "capacity": "2", "start_when_full": "on", **more})
    )


def test_own_sets_are_offered_to_their_owner_alone(people: list[User]) -> None:
    ann, ben, cas = people
    own_sets.create_own_set(owner=ann, name="Lakes")
    follow(follower=ben, followed=ann)
    assert offered(ann) == {"Your sets": ["Lakes"]}
    for other in (ben, cas, None, make_guest(display_name="Heron")):
        assert offered(other) == {}


def test_shared_sets_are_offered_to_followers(people: list[User], lakes: OwnSet) -> None:
    ann, ben, cas = people
    assert (offered(ben), offered(cas)) == ({"Sets of people you follow": ["Lakes"]}, {})
    page = text_of(signed_in(ben).get(NEW))
    assert ("By Ann. With" in page, "Tables with these sets are invite-only" in page) == (True, True)
    assert lakes.key not in text_of(signed_in(cas).get(NEW))
    unfollow(follower=ben, followed=ann)
    assert offered(ben) == {}


@pytest.mark.parametrize("first", [0, 1])
def test_blocked_people_never_see_each_others_sets(people: list[User], lakes: OwnSet, first: int) -> None:
    pair = people[:2]
    block(blocker=pair[first], blocked=pair[1 - first])
    assert offered(people[1]) == {}
    if first == 0:
        follow(follower=people[1], followed=people[0])
        assert offered(people[1]) == {}, "the follow has no effect"
    assert opened(signed_in(people[1]), lakes).status_code == 422


def test_sets_of_closed_accounts_are_not_offered(people: list[User], lakes: OwnSet) -> None:
    User.objects.filter(pk=people[0].pk).update(is_active=False)
    assert offered(people[1]) == {}


def test_unplayable_set_is_not_offered(people: list[User], lakes: OwnSet) -> None:
    OwnSet.objects.filter(pk=lakes.pk).update(definition={**lakes.definition, "sheets": []})
    assert offered(people[1]) == {}


def test_table_with_a_private_set_is_invite_only_and_uncounted(people: list[User], lakes: OwnSet) -> None:
    ann, ben, cas = people
    for host, followed in ((ann, None), (ben, True)):
        assert opened(signed_in(host), lakes, access="open").status_code == 303
        table = Table.objects.latest("pk")
        assert (table.access, table.set) == (Access.INVITATION, "own")
        assert table.options["set"] == f"own/{lakes.key}"
        assert (table.options["trial"], table.options.get("followed")) == (True, followed)
    assert join(table=table.code, user=cas).status == Status.PLAYING
    assert state_of(table).definition.sheet.id == "A"


def test_solo_game_starts_with_a_private_set(people: list[User], lakes: OwnSet) -> None:
    assert opened(signed_in(people[1]), lakes, capacity="1").status_code == 303
    assert (Table.objects.get().status, Table.objects.get().access) == (Status.PLAYING, Access.INVITATION)


def test_game_does_not_start_once_the_set_is_no_longer_shared(people: list[User], lakes: OwnSet) -> None:
    ann, ben, cas = people
    opened(signed_in(ben), lakes)
    opened(signed_in(ann), lakes)
    followers, own = Table.objects.order_by("pk")
    own_sets.share_with_followers(own_set=lakes, owner=ann, shared=False)
    with pytest.raises(TableRefusal):
        join(table=followers.code, user=cas)
    assert join(table=own.code, user=cas).status == Status.PLAYING


def test_set_of_someone_else_is_refused_by_its_key(people: list[User], lakes: OwnSet) -> None:
    assert opened(signed_in(people[2]), lakes).status_code == 422
    assert not Table.objects.exists()


def test_saved_settings_without_their_set_fall_back_to_the_default(people: list[User], lakes: OwnSet) -> None:
    ann, ben, _cas = people
    browser = signed_in(ben)
    opened(browser, lakes)
    assert KeptChoices.objects.get(user=ben).fields["options"]["preset"] == f"own/{lakes.key}"
    assert re.search(f'<input[^>]*value="own/{lakes.key}"[^>]* checked', text_of(browser.get(NEW)))
    assert browser.post("/tables/pair/", {"setup": "cartographers"}).status_code == 303
    assert Table.objects.latest("pk").access == Access.OPEN
    assert "trial" not in Table.objects.latest("pk").options
    discard_draft(entry=lakes, by=ann)
    assert lakes.key not in text_of(browser.get(NEW))


def test_owner_switches_sharing_on_and_off(people: list[User]) -> None:
    ann = people[0]
    own_set, browser = own_sets.create_own_set(owner=ann, name="Lakes"), signed_in(ann)
    assert export_user_data(ann)["own_sets"][0]["for_followers"] is False
    assert "Share with followers" in text_of(browser.get(own_set.url))
    assert browser.post(f"{own_set.url}followers/share/").status_code == 303
    assert "People who follow you can choose this set for new tables." in text_of(browser.get(own_set.url))
    assert export_user_data(ann)["own_sets"][0]["for_followers"] is True
    assert signed_in(people[1]).post(f"{own_set.url}followers/unshare/").status_code == 404
    assert browser.post(f"{own_set.url}followers/unshare/").status_code == 303
    own_set.refresh_from_db()
    assert own_set.for_followers is False


def test_many_private_sets_cost_no_more_queries(people: list[User], django_assert_num_queries: Any) -> None:
    ann, ben, _cas = people
    follow(follower=ben, followed=ann)
    make_sets = [(owner, number) for owner in (ann, ben) for number in range(5)]
    for owner, number in make_sets:
        own_set = own_sets.create_own_set(owner=owner, name=f"Lakes {number}")
        gone = {**own_set.definition, "explore": [*own_set.definition["explore"], f"workshop/gone{number}"]}
        OwnSet.objects.filter(pk=own_set.pk).update(for_followers=True, definition=gone)
    with read_once(), django_assert_num_queries(5):  # own sets, blocks, those followed, the catalog, retired cards
        assert private_sets(ben) == {}
    OwnSet.objects.update(definition=own_set.definition)
    with read_once(), django_assert_num_queries(4):
        assert len(private_sets(ben)) == len(make_sets)
