"""Pages of sets that are shared with followers: for these and the owner alone."""

import re
from typing import Any

import pytest
from django.test import Client

from games.accounts.models import User
from games.accounts.services import make_guest
from games.cartographers.models import OwnSet, SetRating
from games.cartographers.workshop import own_sets
from games.catalog.site_cards import load_published
from games.people.services import block, follow, unfollow
from games.tables.models import Status, Table
from tests.games.tables.clients import people_named, signed_in, text_of

pytestmark = pytest.mark.django_db


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


def addresses(own_set: OwnSet, client: Client) -> list[str]:
    """Return the addresses of the page, of its cover and of the page that prints the set, as the page shows them."""
    page = f"/cartographers/sets/followed/{own_set.key}/"
    cover = re.search(rf"{page}cover/[^\"]+\.svg", text_of(client.get(page)))
    assert cover
    return [page, cover[0], f"/cartographers/paper/sets/followed/{own_set.key}/"]


def statuses(client: Client, urls: list[str]) -> list[int]:
    return [client.get(url).status_code for url in urls]


def test_page_is_for_followers_and_the_owner_alone(people: list[User], lakes: OwnSet) -> None:
    ann, ben, cas = people
    urls = addresses(lakes, signed_in(ben))
    page = text_of(signed_in(ben).get(urls[0]))
    assert ("By Ann" in page, f'href="{urls[2]}"' in page) == (True, True)
    assert statuses(signed_in(ann), urls) == statuses(signed_in(ben), urls) == [200] * 3
    assert statuses(signed_in(cas), urls) == [404] * 3
    assert statuses(signed_in(make_guest(display_name="Heron")), urls) == statuses(Client(), urls) == [303] * 3
    assert signed_in(cas).post(urls[0], {"seats": "1"}).status_code == 404


def test_page_is_gone_once_sharing_or_following_ends(people: list[User], lakes: OwnSet) -> None:
    ann, ben, _cas = people
    urls, browser = addresses(lakes, signed_in(ben)), signed_in(ben)
    unfollow(follower=ben, followed=ann)
    assert statuses(browser, urls) == [404] * 3
    follow(follower=ben, followed=ann)
    own_sets.share_with_followers(own_set=lakes, owner=ann, shared=False)
    assert statuses(browser, urls) == [404] * 3
    assert statuses(signed_in(ann), urls) == [404] * 3


@pytest.mark.parametrize("first", [0, 1])
def test_page_is_not_for_people_with_a_block_between_them(people: list[User], lakes: OwnSet, first: int) -> None:
    urls = addresses(lakes, signed_in(people[1]))
    block(blocker=people[first], blocked=people[1 - first])
    if first == 0:
        follow(follower=people[1], followed=people[0])
    assert statuses(signed_in(people[1]), urls) == [404] * 3


@pytest.mark.parametrize(("player", "followed"), [(0, None), (1, True)])
def test_table_opened_on_the_page_is_invite_only(people: list[User], lakes: OwnSet, player: int, followed: Any) -> None:
    browser = signed_in(people[player])
    url = f"/cartographers/sets/followed/{lakes.key}/"
    assert browser.post(url, {"seats": "13"}).status_code == 422
    assert browser.post(url, {"seats": "2"}).status_code == 303
    table = Table.objects.get()
    assert (table.options["set"], table.options.get("followed")) == (f"own/{lakes.key}", followed)
    assert (table.options["trial"], table.options.get("linked")) == (True, None)


def test_follower_rates_the_set_on_its_page(people: list[User], lakes: OwnSet) -> None:
    browser = signed_in(people[1])
    url = f"/cartographers/sets/followed/{lakes.key}/"
    assert "Your rating, in stars" not in text_of(browser.get(url))
    browser.post(url, {"seats": "1"})
    Table.objects.update(status=Status.FINISHED)
    assert "Your rating, in stars" in text_of(browser.get(url))
    answer = browser.post(f"/cartographers/sets/rate/own/{lakes.key}/", {"stars": "4", "next": url})
    assert (answer.status_code, answer.headers["Location"]) == (303, url)
    assert SetRating.objects.get().ref == f"own/{lakes.key}"


def test_form_of_a_new_table_links_to_the_page(people: list[User], lakes: OwnSet) -> None:
    url = f"/cartographers/sets/followed/{lakes.key}/"
    assert f'href="{url}"' in text_of(signed_in(people[1]).get("/tables/new/"))
    assert f'href="{url}"' not in text_of(signed_in(people[0]).get("/tables/new/")), "it is her own"
