"""Games of two people together: figures, visibility and addresses."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from games.accounts.models import User
from games.accounts.services import make_guest
from games.history import head_to_head
from games.history.head_to_head import HeadToHeadPage, head_to_head_page
from games.history.models import Result, SeatSummary
from games.tables.models import Access
from tests.games.history.finished import ended, listed
from tests.games.tables.clients import people_named, signed_in, text_of


@pytest.fixture
def people(db: None) -> list[User]:
    """Users named Ann, Ben, Cas and Dee."""
    return people_named("Ann", "Ben", "Cas", "Dee")


def figures(page: HeadToHeadPage) -> Any:
    """Return the number of games, both people's wins and mean scores, shared wins and wins of others."""
    (one,) = page.figures
    return (one.games, *((person.wins, person.mean) for person in one.people), one.both, one.neither)


def test_figures_count_wins_and_scores(people: list[User]) -> None:
    ann, ben, cas, dee = people
    ended((ann, 50), (ben, 40))
    ended((ben, 45), (ann, 20))
    ended((ann, 30), (ben, 30))  # shared
    ended((ann, 30), (ben, 20), (cas, 60))
    ended((ann, 99), (cas, 1))
    ended((dee, 99), (ben, 1))
    page = head_to_head_page(ann, ben, None)
    assert figures(page) == ("4", ("2", "32.5"), ("2", "33.8"), "1", "1")
    assert len(page.rows) == 4
    other = head_to_head_page(ben, ann, None)
    assert figures(other) == ("4", ("2", "33.8"), ("2", "32.5"), "1", "1")


@pytest.mark.parametrize("result", [Result.PRACTICE, Result.LEFT, Result.ABSENT, Result.UNFINISHED])
@pytest.mark.parametrize("number", [0, 1])
def test_games_that_do_not_count_for_one_of_them_are_left_out(people: list[User], result: str, number: int) -> None:
    ann, ben, *_ = people
    ended((ann, 50), (ben, 40))
    left_out = ended((ann, 10), (ben, 90))
    SeatSummary.objects.filter(summary__table=left_out, user=people[number]).update(result=result)
    page = head_to_head_page(ann, ben, None)
    assert figures(page) == ("1", ("1", "50.0"), ("0", "40.0"), "", "")
    assert len(page.rows) == 2


def test_viewer_sees_public_games_and_their_own(people: list[User]) -> None:
    ann, ben, cas, dee = people
    ended((ann, 50), (ben, 40), name="Open")
    ended((ann, 30), (ben, 60), (cas, 10), name="Closed", access=Access.INVITATION)
    seen = {
        viewer: (figures(head_to_head_page(ann, ben, viewer))[0], listed(signed_in(viewer), "/people/ann/with/ben/"))
        for viewer in (None, dee, ann, ben, cas)
    }
    assert seen[None] == seen[dee] == ("1", ["Open"])
    assert seen[ann] == seen[ben]
    assert (seen[ann][0], set(seen[ann][1])) == ("2", {"Open", "Closed"})
    assert seen[cas] == seen[ann]


def test_page_of_hidden_people_and_guests_is_their_own(people: list[User], client: Client) -> None:
    ann, ben, cas, _ = people
    User.objects.filter(pk=ben.pk).update(hidden=True)
    for path in ("/people/ann/with/ben/", "/people/ben/with/ann/"):
        assert client.get(path).status_code == 404
        assert signed_in(ann).get(path).status_code == 404
        assert signed_in(ben).get(path).status_code == 200
    guest = make_guest(display_name="Heron")
    assert signed_in(ann).get(f"/people/ann/with/{guest.username}/").status_code == 404
    assert signed_in(ann).get("/people/ann/with/nobody/").status_code == 404
    assert cas.hidden is False


def test_address_is_spelled_as_the_names_are(people: list[User], client: Client) -> None:
    assert client.get("/people/ANN/with/Ben/")["Location"] == "/people/ann/with/ben/"
    assert client.get("/people/ann/with/ann/")["Location"] == "/people/ann/games/"


def test_title_is_in_the_second_person_for_one_of_them(people: list[User], client: Client) -> None:
    ann, ben, *_ = people
    assert "<h1>Ann and Ben</h1>" in text_of(client.get("/people/ann/with/ben/"))
    assert "<h1>You and Ben</h1>" in text_of(signed_in(ann).get("/people/ann/with/ben/"))
    assert "<h1>You and Ann</h1>" in text_of(signed_in(ben).get("/people/ann/with/ben/"))


def test_page_without_games_offers_a_table(people: list[User], client: Client) -> None:
    page = text_of(client.get("/people/ann/with/ben/"))
    assert "No finished games together yet." in page
    assert "Start a table" in page


def test_long_list_leads_to_all_games_together(people: list[User], monkeypatch: pytest.MonkeyPatch) -> None:
    ann, ben, cas, _ = people
    monkeypatch.setattr(head_to_head, "LATEST", 2)
    for days in range(3):
        ended((ann, 50), (ben, 40), name=f"Desk {days}", days=days)
        ended((ann, 50), (cas, 40), name="Other", days=days)
    page = head_to_head_page(ann, ben, None)
    assert [row.name for row in page.rows] == ["Desk 0", "Desk 1"]
    assert page.everything == "/people/ann/games/?opponent=ben"
