"""Ratings on profiles and at tables: shown to others only if their user wants it."""

from typing import Any

import pytest

from games.accounts.models import User
from games.accounts.services import make_guest
from games.ratings.models import Rating, RatingKind
from games.ratings.personal_data import rating_data
from games.ratings.rating import rate_due_tables
from games.tables.people.personal_data import export_user_data
from tests.games.ratings.test_rating import play
from tests.games.tables.clients import signed_in, text_of
from tests.games.tables.conftest import gather


@pytest.fixture
def rated(people: list[User]) -> list[User]:
    """Return people of whom Ann has won two games against Ben."""
    for _game in range(2):
        play((people[0], 9), (people[1], 5))
    rate_due_tables()
    return people


def show(user: User) -> None:
    User.objects.filter(pk=user.pk).update(shows_rating=True)


def test_own_profile_shows_the_rating_with_its_course(rated: list[User]) -> None:
    page = text_of(signed_in(rated[0]).get("/people/ann/"))
    number = Rating.objects.get(user=rated[0]).skill.number
    assert f'<strong class="rating">{number}</strong>' in page
    assert "provisional, ±" in page
    assert "2 results" in page
    assert page.count("1 of 2</td>") == 2
    assert "Rating after each of the latest results" in page
    assert "Only you can see your ratings." in page


def test_others_see_a_rating_only_if_it_is_shown(rated: list[User]) -> None:
    for viewer in (rated[1], None):
        assert "ratings-title" not in text_of(signed_in(viewer).get("/people/ann/"))
    show(rated[0])
    for viewer in (rated[1], None):
        page = text_of(signed_in(viewer).get("/people/ann/"))
        assert "ratings-title" in page
        assert "see your ratings" not in page
    assert "Everyone can see your ratings." in text_of(signed_in(rated[0]).get("/people/ann/"))


def test_rating_is_settled_after_ten_results(rated: list[User]) -> None:
    Rating.objects.update(results=9)
    assert "provisional, ±" in text_of(signed_in(rated[0]).get("/people/ann/"))
    Rating.objects.update(results=10)
    assert "provisional, ±" not in text_of(signed_in(rated[0]).get("/people/ann/"))


def test_profile_without_results_has_no_ratings(people: list[User]) -> None:
    assert "ratings-title" not in text_of(signed_in(people[0]).get("/people/ann/"))


def test_setting_is_off_at_first_and_can_be_changed(people: list[User]) -> None:
    client = signed_in(people[0])
    assert not people[0].shows_rating
    assert 'name="shows_rating"' in text_of(client.get("/accounts/profile/"))
    client.post("/accounts/profile/", {"display_name": "Ann", "shows_rating": "True"})
    assert User.objects.get(pk=people[0].pk).shows_rating
    assert 'name="shows_rating"' not in text_of(signed_in(make_guest(display_name="Gus")).get("/accounts/profile/"))


def test_waiting_room_shows_ratings_of_those_who_want_it(rated: list[User]) -> None:
    table = gather(rated[0], rated[1], capacity=3)
    assert "(provisional)" not in text_of(signed_in(rated[0]).get(f"/tables/{table.code}/"))
    show(rated[0])
    page = text_of(signed_in(rated[1]).get(f"/tables/{table.code}/"))
    assert page.count("(provisional)</span>") == 1
    assert f"Rating {Rating.objects.get(user=rated[0]).skill.number} (provisional)" in page


def test_export_has_ratings_and_results(rated: list[User]) -> None:
    data: dict[str, Any] = export_user_data(rated[0])
    assert data["version"] == 13
    assert data["profile"]["shows_rating"] is False
    (rating,), results = data["ratings"], data["rating_results"]
    assert (rating["game"], rating["kind"], rating["results"]) == ("toy", RatingKind.TABLES, 2)
    assert [result["place"] for result in results] == [1, 1]
    assert results[1]["mu"] == rating["mu"]
    assert rating_data(rated[2]) == {"ratings": [], "rating_results": []}
