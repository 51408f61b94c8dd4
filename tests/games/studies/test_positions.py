"""Positions of analysis boards in collections, with a game that reads them."""

from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.test import Client
from django.utils.safestring import SafeString

from games.accounts.models import User
from games.cartographers.game import CARTOGRAPHERS
from games.play.positions import Positions, ShownPosition
from games.studies.models import Collection, Entry
from games.tables.people.personal_data import export_user_data
from tests.games.studies.writing import collection, page
from tests.games.tables.clients import signed_in

BOARD = "/cartographers/cards/?board=lake&x=1"


def read_position(query: str) -> ShownPosition:
    if "lake" not in query:
        raise ValidationError("There is no lake.")
    return ShownPosition("A lake", SafeString('<svg class="lake"></svg>'))


@pytest.fixture
def positions(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        CARTOGRAPHERS,
        "positions",
        Positions("cartographers:cards", "cartographers:game_analysis", read_position),
        raising=False,
    )


@pytest.fixture
def kept(people: list[User]) -> Collection:
    return collection(people[0])


def add(user: User, kept: Collection, **fields: str) -> Any:
    return signed_in(user).post(
        f"/collections/{kept.code}/add/", {f"add-{name}": text for name, text in fields.items()}
    )


@pytest.mark.usefixtures("positions")
def test_a_position_is_added_once_and_shown_with_marks(people: list[User], kept: Collection) -> None:
    for _ in range(2):
        assert add(people[0], kept, position=f"http://testserver{BOARD}", words="Look").status_code == 303
    entry = Entry.objects.get()
    assert (entry.game, entry.position, entry.table) == ("cartographers", "board=lake&x=1", None)
    url = f"/collections/{kept.code}/turns/{entry.pk}/edit/"
    assert signed_in(people[0]).post(url, {"words": "Look", "marks": "blue C4"}).status_code == 303
    for address in ("", "1/"):
        text = page(Client(), f"/collections/{kept.code}/{address}")
        assert '<svg class="lake"></svg>' in text
        assert "A lake" in text
        assert "Marked blue: C4." in text
        assert 'href="/cartographers/cards/?board=lake&amp;x=1"' in text
    again = add(people[0], kept, position=BOARD, words="Other")
    assert (again.status_code, "This position is already in the collection." in again.content.decode()) == (422, True)
    (exported,) = export_user_data(people[0])["collections"][0]["turns"]
    assert (exported["game"], exported["position"]) == ("cartographers", "board=lake&x=1")


@pytest.mark.usefixtures("positions")
@pytest.mark.parametrize(
    ("fields", "problem"),
    [
        ({"position": "/cartographers/cards/?board=hill"}, "There is no lake."),
        ({"position": "/cartographers/cards/"}, "This address has no position."),
        ({"position": "/gisborne/cards/?lake"}, "This isn’t a link to an analysis board on this site."),
        ({"position": "http://[lake"}, "This isn’t a link to an analysis board on this site."),
        ({"position": BOARD + "&" * 2000}, "at most 2000"),
        ({}, "Enter either a link to a turn or a link to an analysis board."),
    ],
)
def test_wrong_addresses_are_refused_and_not_lost(
    people: list[User], kept: Collection, fields: dict[str, str], problem: str
) -> None:
    answer = add(people[0], kept, **fields, words="My text")
    text = answer.content.decode()
    assert (answer.status_code, problem in text) == (422, True)
    assert "My text</textarea>" in text
    assert not Entry.objects.exists()


@pytest.mark.usefixtures("positions")
def test_a_position_that_its_game_no_longer_reads_keeps_its_text(people: list[User], kept: Collection) -> None:
    add(people[0], kept, position=BOARD, words="Look")
    Entry.objects.update(position="board=hill")
    for address in ("", "1/"):
        text = page(Client(), f"/collections/{kept.code}/{address}")
        assert "This position can’t be shown." in text
        assert "Look" in text
    pk = Entry.objects.get().pk
    ann = signed_in(people[0])
    page(ann, f"/collections/{kept.code}/turns/{pk}/edit/")
    assert "Remove “Position” from the collection?" in page(ann, f"/collections/{kept.code}/turns/{pk}/remove/")


def test_games_without_positions_ask_for_turns_only(
    people: list[User], kept: Collection, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(CARTOGRAPHERS, "positions", None, raising=False)
    assert 'name="add-position"' not in page(signed_in(people[0]), f"/collections/{kept.code}/")
    assert add(people[0], kept, position=BOARD).status_code == 422


def test_a_position_of_the_analysis_board_is_shown_with_its_map(people: list[User], kept: Collection) -> None:
    board = "/cartographers/analysis/?sheet=A&edicts=treetower,,,&season=summer&map=11/2F8/11/11/11/11/11/11/11/11/11"
    assert add(people[0], kept, position=board, words="Look").status_code == 303
    text = page(Client(), f"/collections/{kept.code}/1/")
    assert "Summer, Treetower" in text
    assert "small-map" in text
    assert "/cartographers/analysis/?sheet=A&amp;edicts=treetower,,," in text
    answer = add(people[0], kept, position="/cartographers/analysis/?sheet=A&season=never", words="")
    assert (answer.status_code, "There is no season" in answer.content.decode()) == (422, True)
