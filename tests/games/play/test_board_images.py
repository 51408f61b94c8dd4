"""Images of final boards: their addresses, colors and access, and the lists that show them."""

import re
from typing import Any
from xml.etree import ElementTree

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games.accounts.models import User
from games.play.toned_images import Tone
from games.studies.models import Collection, Entry, Visibility
from games.tables.models import Access, Table
from tests.games.history.finished import ended, person
from tests.games.history.playing import begun, played
from tests.games.tables.clients import signed_in

pytestmark = pytest.mark.django_db
NOBODY = Client()
IMAGE = re.compile(r'<img class="final-board" src="([^"]+)"[^>]*alt="([^"]+)"')


@pytest.fixture
def pair() -> tuple[User, User]:
    return person("Ann"), person("Ben")


def address(table: Table, seat: int = 1, tone: str = "day") -> str:
    return f"/tables/{table.code}/final/{seat}/1-{table.number}/{tone}.svg"


def images(client: Client, page: str) -> list[tuple[str, str]]:
    """Return the address and description of each image on a page."""
    answer = client.get(page)
    assert answer.status_code == 200
    return IMAGE.findall(answer.content.decode())


def test_final_board_is_kept_by_browsers_and_has_the_colors_of_its_tone(pair: tuple[User, User]) -> None:
    table = played(*pair)
    answers = {tone: NOBODY.get(address(table, tone=tone)) for tone in Tone}
    assert {answer.status_code for answer in answers.values()} == {200}
    assert {answer["Content-Type"] for answer in answers.values()} == {"image/svg+xml; charset=utf-8"}
    assert "immutable" in answers[Tone.DAY]["Cache-Control"]
    assert "private" in answers[Tone.DAY]["Cache-Control"]
    grounds = {ElementTree.fromstring(answer.content)[1].get("fill") for answer in answers.values()}
    assert grounds == {"#fdf9ef", "#24211c", "#ffffff", "#000000"}


def test_final_board_before_the_end_or_of_unknown_parts_is_not_found(pair: tuple[User, User]) -> None:
    over, running = played(*pair), begun(*pair)
    wrong = [address(running), address(over, seat=0), address(over, seat=3), address(over, tone="dusk")]
    assert [NOBODY.get(each).status_code for each in wrong] == [404] * 4


def test_final_board_of_an_invite_only_game_is_for_its_players(pair: tuple[User, User]) -> None:
    table = played(*pair, access=Access.INVITATION)
    assert NOBODY.get(address(table)).status_code == 404
    assert signed_in(person("Cas")).get(address(table)).status_code == 404
    assert signed_in(pair[0]).get(address(table)).status_code == 200


def test_final_board_of_a_game_without_images_is_not_found(pair: tuple[User, User], settings: Any) -> None:
    settings.CARTO_GAMES = {"toy": "tests.games.tables.toy_features.TOY"}
    table = played(*pair, game="toy")
    assert NOBODY.get(address(table)).status_code == 404
    assert images(NOBODY, "/games/") == []
    assert "Desk" in NOBODY.get("/games/").content.decode()


def test_games_list_shows_the_board_of_the_viewer_or_of_the_winner(pair: tuple[User, User]) -> None:
    ann, ben = pair
    table = played(ann, ben)
    seats = {seat.user: seat for seat in table.seats.all()}
    best = min(seats.values(), key=lambda seat: (seat.rank or 9, seat.index))
    assert images(NOBODY, "/games/") == [(address(table, best.index + 1), f"Final board: {best.user}")]
    for user in pair:
        assert images(signed_in(user), "/games/") == [(address(table, seats[user].index + 1), f"Final board: {user}")]
        assert images(NOBODY, f"/people/{user.username}/")[0][1] == f"Final board: {user}"


def test_games_list_as_text_keeps_its_view_in_all_links(pair: tuple[User, User]) -> None:
    played(*pair)
    assert images(NOBODY, "/games/?view=list") == []
    page = NOBODY.get("/games/?view=list&seats=2").content.decode()
    assert 'href="/games/?view=list">' in page, "the list without filters"
    assert 'href="/games/?seats=2"' in page, "the same games as images"
    assert '<input type="hidden" name="view" value="list">' in page
    assert "Similar games" in page
    assert len(images(NOBODY, "/games/?view=unknown")) == 1


def test_page_asks_for_the_colors_of_its_theme(pair: tuple[User, User]) -> None:
    ann = pair[0]
    played(*pair)
    shown = {}
    for theme in ("dark", "contrast", "paper"):
        User.objects.filter(pk=ann.pk).update(theme=theme)
        shown[theme] = images(signed_in(ann), "/games/")[0][0].rpartition("/")[2]
    assert shown == {"dark": "night.svg", "contrast": "day-contrast.svg", "paper": "day.svg"}
    page = NOBODY.get("/games/").content.decode()
    assert re.search(r'<source media="print" srcset="[^"]+/day.svg">', page), "paper is white in any theme"
    assert re.search(r'<source media="\(prefers-color-scheme: dark\)" srcset="[^"]+/night.svg">', page)


@pytest.mark.parametrize(("page", "times"), [("/games/", 1), ("/people/ann/", 2)])
def test_images_take_no_queries_however_many(page: str, times: int, pair: tuple[User, User]) -> None:
    played(*pair)
    client = Client()
    client.get(page)  # fills caches
    with CaptureQueriesContext(connection) as one:
        client.get(page)
    for _ in range(2):
        played(*pair)
    with CaptureQueriesContext(connection) as three:
        client.get(page)
    assert len(images(client, page)) == 3 * times, "a person's page has the best and the latest"
    assert len(three) == len(one)


def test_collection_has_the_board_of_its_first_public_game_as_cover(pair: tuple[User, User]) -> None:
    ann = pair[0]
    closed, public = played(*pair, access=Access.INVITATION), played(*pair)
    kept = Collection.objects.create(keeper=ann, title="Rivers", visibility=Visibility.PUBLIC)
    for place, table in enumerate((closed, public), 1):
        Entry.objects.create(collection=kept, place=place, table=table, turn=1, seat=1)
    assert [url for url, _alt in images(NOBODY, "/collections/")] == [address(public, 2)]
    Entry.objects.filter(table=public).delete()
    assert images(NOBODY, "/collections/") == []


def test_games_without_a_log_are_shown_as_text(pair: tuple[User, User]) -> None:
    ended((pair[0], 40), name="Old")
    assert images(NOBODY, "/games/") == []
    assert "Old" in NOBODY.get("/games/").content.decode()
