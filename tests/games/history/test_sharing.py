"""The pictures that stand beside links: who sits there before the end, what came of it after, and no secret."""

import re
import struct
from typing import Any

import pytest
from django.test import Client

from games.accounts.models import User
from games.history import sharing_views
from games.tables.models import Access, Table
from tests.games.history.playing import begun, played


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The SVG of every picture that is asked for."""
    pictures: list[str] = []
    make = sharing_views.png_of

    def noted(svg: str, width: int) -> Any:
        pictures.append(svg)
        return make(svg, width)

    monkeypatch.setattr(sharing_views, "png_of", noted)
    return pictures


def words(svg: str) -> list[str]:
    return re.findall(r"<text[^>]*>([^<]+)</text>", svg)


def image_of(page: str) -> str:
    """The address of the picture that a page names, on this site."""
    found = re.search(r'property="og:image" content="http://testserver([^"]+)"', Client().get(page).content.decode())
    assert found, page
    return found[1]


def assert_is_picture(address: str) -> None:
    answer = Client().get(address)
    assert (answer.status_code, answer["Content-Type"]) == (200, "image/png")
    assert struct.unpack(">II", answer.content[16:24]) == (1200, 630)


@pytest.mark.django_db
def test_the_first_page_has_a_picture() -> None:
    assert_is_picture(image_of("/"))


def test_a_table_that_plays_shows_who_sits_there(people: list[User], drawn: list[str]) -> None:
    table = begun(*people)
    assert_is_picture(image_of(f"/tables/{table.code}/"))
    assert "Desk" in words(drawn[0])
    assert "Ann and Bén" in words(drawn[0])


def test_what_lies_on_a_table_that_plays_changes_nothing(people: list[User], drawn: list[str]) -> None:
    table = begun(*people)
    before = Client().get(f"/tables/{table.code}/picture.png")
    Table.objects.filter(pk=table.pk).update(turn=7, phase="winter")
    assert Client().get(f"/tables/{table.code}/picture.png")["ETag"] == before["ETag"]
    assert table.commitment not in drawn[0]


def test_a_game_that_is_over_shows_its_winner(people: list[User], drawn: list[str]) -> None:
    table = played(*people)
    assert_is_picture(image_of(f"/tables/{table.code}/"))
    assert any("First of 2" in text for text in words(drawn[0]))
    assert {"Ann", "Bén"} <= set(words(drawn[0]))


def test_all_six_are_named_with_their_stars(db: None, drawn: list[str]) -> None:
    names = ["Ann", "Ben", "Cas", "Dee", "Eve", "Fay"]
    table = played(*(User.objects.create_user(name.lower(), "chart and compass", display_name=name) for name in names))
    assert_is_picture(image_of(f"/tables/{table.code}/"))
    assert set(names) <= set(words(drawn[0]))
    lines = sorted({int(y) for y in re.findall(r'<text x="468" y="(\d+)"', drawn[0])})
    assert len(lines) == 6
    assert lines[-1] < 530, "the name of the site stands below"


def test_a_turn_has_a_picture_of_its_own(people: list[User], drawn: list[str]) -> None:
    table = played(*people)
    address = image_of(f"/tables/{table.code}/turns/2/")
    assert address == f"/tables/{table.code}/turns/2/picture.png"
    assert_is_picture(address)
    assert any("Turn 2" in text for text in words(drawn[0]))
    assert Client().get(f"/tables/{table.code}/turns/999/picture.png").status_code == 404


def test_an_invitation_shows_its_table_to_who_has_it_and_to_nobody_else(people: list[User]) -> None:
    table = begun(*people, access=Access.INVITATION)
    assert_is_picture(f"/invitations/{table.invitation}/picture.png")
    assert Client().get(f"/tables/{table.code}/picture.png").status_code == 404
    assert Client().get("/invitations/nobody-has-this/picture.png").status_code == 404


def test_a_game_that_draws_no_end_shows_who_sat_there(people: list[User], drawn: list[str], settings: Any) -> None:
    settings.CARTO_GAMES = {**settings.CARTO_GAMES, "toy": "tests.games.tables.toy.TOY"}
    table = played(*people, game="toy")
    assert Client().get(f"/tables/{table.code}/picture.png").status_code == 200
    assert "Ann and Bén" in drawn[0]


def test_names_are_text(people: list[User], drawn: list[str]) -> None:
    User.objects.filter(pk=people[0].pk).update(display_name='<a "b&amp;')
    table = begun(*people)
    assert_is_picture(f"/tables/{table.code}/picture.png")
    assert "&lt;a &quot;b&amp;amp;" in drawn[0]
