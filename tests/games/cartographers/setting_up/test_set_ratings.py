"""Ratings of sets by players who have finished a game with them."""

import re
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from games.accounts.models import User
from games.accounts.services import make_guest
from games.cartographers.models import OwnSet, SetRating
from games.cartographers.setting_up.set_ratings import has_finished
from games.cartographers.workshop import own_sets
from games.catalog.drafts import make_link
from games.catalog.site_cards import load_published
from games.people.services import block
from games.tables.models import Seat, Status, Table
from games.tables.models.players import AwayCause
from games.tables.people.personal_data import erase, export_user_data
from tests.games.cartographers.play import gather
from tests.games.cartographers.shelf.sets import published_set
from tests.games.catalog.making import curator
from tests.games.tables.clients import people_named, signed_in, text_of

pytestmark = pytest.mark.django_db

SET = "/cartographers/sets/riverside/"
RATE = "/cartographers/sets/rate/workshop/riverside/"
FORM = "Your rating, in stars"


@pytest.fixture
def people() -> list[User]:
    published_set()
    return people_named("Ann", "Ben", "Cas")


@pytest.fixture
def lakes(people: list[User]) -> OwnSet:
    """Return Ann's set, which she shares by link."""
    load_published()
    own_set = own_sets.create_own_set(owner=people[0], name="Lakes")
    make_link(entry=own_set, by=people[0])
    own_set.refresh_from_db()
    return own_set


def finished(user: User, ref: str = "workshop/riverside", status: Status = Status.FINISHED) -> Table:
    """Return a user's solo game with a set."""
    table = gather(user)
    Table.objects.filter(pk=table.pk).update(status=status, options={**table.options, "set": ref})
    return table


def rated(user: User, stars: str = "4", url: str = RATE, **more: str) -> Any:
    return signed_in(user).post(url, {"stars": stars, "next": SET, **more})


def test_player_rates_changes_and_withdraws(people: list[User]) -> None:
    ann = people[0]
    finished(ann)
    browser = signed_in(ann)
    assert FORM in text_of(browser.get(SET))
    assert rated(ann, "4").headers["Location"] == SET
    assert rated(ann, "2").status_code == 303
    assert [rating.stars for rating in SetRating.objects.filter(user=ann)] == [2]
    assert re.search('name="stars" value="2"[^>]* checked', text_of(browser.get(SET)))
    assert "Withdraw your rating" in text_of(browser.get(SET))
    assert browser.post(f"{RATE}withdraw/", {"next": SET}).headers["Location"] == SET
    assert not SetRating.objects.exists()
    assert "Withdraw your rating" not in text_of(browser.get(SET))


def test_only_players_who_finished_a_game_rate(people: list[User]) -> None:
    ann, ben, cas = people
    finished(ben, status=Status.PLAYING)
    left: dict[str, Any] = {
        "resigned_at": timezone.now(),
        "away_since": timezone.now(),
        "away_cause": AwayCause.RESIGNED,
    }
    left["played_by"] = "stand_in"
    Seat.objects.filter(table=finished(cas)).update(**left)
    for user in people:
        assert rated(user).status_code == 404
        assert FORM not in text_of(signed_in(user).get(SET))
    guest = make_guest(display_name="Heron")
    finished(guest)
    assert rated(guest).headers["Location"].startswith("/accounts/keep/")
    assert not SetRating.objects.exists()
    finished(ann, "workshop/other")
    assert not has_finished(ann, "workshop/riverside")
    assert rated(ann, url="/cartographers/sets/rate/workshop/other/").status_code == 404, "no such set"


def test_authors_do_not_rate_their_own_sets(people: list[User], lakes: OwnSet) -> None:
    finished(curator())
    finished(people[0], f"own/{lakes.key}")
    assert rated(curator()).status_code == 404
    assert rated(people[0], url=f"/cartographers/sets/rate/own/{lakes.key}/").status_code == 404


@pytest.mark.parametrize("stars", ["0", "6", "", "x", "4.5"])
def test_other_numbers_of_stars_are_refused(people: list[User], stars: str) -> None:
    finished(people[0])
    answer = rated(people[0], stars)
    assert (answer.status_code, "Choose 1 to 5 stars." in text_of(answer)) == (400, True)


def test_mean_is_shown_from_three_ratings_on(people: list[User]) -> None:
    for user, stars in zip(people[:2], "45", strict=True):
        finished(user)
        rated(user, stars)
    lists = ("/cartographers/sets/", "/cartographers/sets/?sort=rating")
    for page in (SET, *lists):
        assert "of 5 stars by" not in text_of(Client().get(page))
    finished(people[2])
    rated(people[2], "4")
    for page in (SET, *lists):
        assert "Rated 4.3 out of 5 stars by 3 players." in text_of(Client().get(page))


def test_list_is_sorted_by_rating(people: list[User]) -> None:
    for user in people:
        finished(user)
        rated(user)
    plain, by_rating = (
        text_of(Client().get(f"/cartographers/sets/{query}")).partition("<main")[2] for query in ("", "?sort=rating")
    )
    heroes = "/cartographers/sets/boxes/heroes/"
    assert plain.index(heroes) < plain.index(f'"{SET}"')
    assert by_rating.index(f'"{SET}"') < by_rating.index(heroes)


def test_shared_set_is_rated_on_its_page(people: list[User], lakes: OwnSet) -> None:
    ann, ben, _cas = people
    page, url = f"/cartographers/sets/try/{lakes.link}/", f"/cartographers/sets/rate/own/{lakes.key}/"
    finished(ben, f"own/{lakes.key}")
    assert FORM in text_of(signed_in(ben).get(page))
    assert rated(ben, "5", url).status_code == 303
    assert SetRating.objects.get().ref == f"own/{lakes.key}"
    block(blocker=ann, blocked=ben)
    assert rated(ben, "1", url).status_code == 404
    signed_in(ann).post(f"{lakes.url}delete/")
    assert not SetRating.objects.exists()


def test_ratings_are_deleted_with_the_account_and_exported(people: list[User], lakes: OwnSet) -> None:
    ann, ben, _cas = people
    finished(ben)
    finished(ben, f"own/{lakes.key}")
    rated(ben, "5")
    rated(ben, "3", f"/cartographers/sets/rate/own/{lakes.key}/")
    exported = export_user_data(ben)["set_ratings"]
    assert [(row["ref"], row["stars"]) for row in exported] == [("workshop/riverside", 5), (f"own/{lakes.key}", 3)]
    erase(user=ann)
    assert [rating.stars for rating in SetRating.objects.all()] == [5], "those of Ann's sets are deleted"
    erase(user=ben)
    assert not SetRating.objects.exists()
