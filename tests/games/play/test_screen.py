"""Big screen of any table: its players, the link to join, and updates."""

import re
from typing import Any

import pytest
from django.test import Client

from games.accounts.models import User
from games.tables.lobby import hosting, services
from games.tables.models import Access, Seat, Table
from games.tables.presence import HEADER, VISIBLE
from tests.games.tables.clients import people_named, signed_in, text_of
from tests.games.tables.conftest import gather, pick
from tests.safety.watch import NEW_EACH_TIME

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _small_game(settings: Any) -> None:
    settings.CARTO_GAMES = {"toy": "tests.games.tables.toy.SMALL"}
    settings.CARTO_SHELVES = settings.CARTO_EDITORS = {}
    settings.ROOT_URLCONF = "tests.games.tables.toy_urls"


@pytest.fixture
def people() -> list[User]:
    return people_named("Ann", "Ben", "Cas")


def url(table: Table) -> str:
    return f"/tables/{table.code}/screen/"


def update(client: Client, page: str) -> Any:
    """Return the response to the page's request for what has changed."""
    found = re.search(r'hx-get="([^"]*)"', page)
    assert found
    shown = " ".join(re.findall(r'data-part="([^"]*)"', page))
    headers = {"HX-Request": "true", "HX-Target": "table", "X-Shown": shown, HEADER: VISIBLE}
    return client.get(found[1].replace("&amp;", "&"), headers=headers)


def test_waiting_table_shows_seats_and_the_address_of_a_public_table(people: list[User]) -> None:
    table = gather(*people[:2], capacity=3)
    page = text_of(Client().get(url(table)))
    assert "2 of 3" in page
    assert "Free" in page
    assert f"<p>http://testserver/tables/{table.code}/</p>" in page
    assert "QR code" in page
    assert table.invitation not in page


def test_invitation_is_shown_to_players_and_to_browsers_that_followed_it(people: list[User]) -> None:
    table = gather(people[0], capacity=2, access=Access.INVITATION)
    link = f"http://testserver/invitations/{table.invitation}/"
    assert f"<p>{link}</p>" in text_of(signed_in(people[0]).get(url(table)))
    television = Client()
    assert television.get(url(table)).status_code == 404
    television.get(link)
    assert f"<p>{link}</p>" in text_of(television.get(url(table)))


def test_person_invited_by_name_sees_the_table_without_its_invitation(people: list[User]) -> None:
    table = gather(people[0], capacity=2, access=Access.INVITATION)
    hosting.invite(table=table.code, by=people[0], username="ben")
    page = text_of(signed_in(people[1]).get(url(table)))
    assert "Ann" in page
    assert table.invitation not in page
    assert "QR code" not in page


def test_table_that_starts_replaces_the_waiting_room_without_a_reload(people: list[User]) -> None:
    table = gather(people[0], capacity=2)
    before = text_of(Client().get(url(table)))
    services.join(table=table.code, user=people[1])
    response = update(Client(), before)
    assert "HX-Refresh" not in response
    assert 'data-part="table.game"' in text_of(response)
    assert "QR code" not in text_of(response)


def test_answer_of_a_player_brings_only_the_strip(people: list[User]) -> None:
    table = gather(*people[:2])
    before = text_of(Client().get(url(table)))
    assert update(Client(), before).status_code == 204
    pick(table, people[0], 1)
    response = text_of(update(Client(), before))
    assert re.findall(r'data-part="(\w+)\.', response) == ["strip"]
    assert "Waiting for Ben" in response


def test_seated_viewer_gets_the_page_of_a_spectator(people: list[User]) -> None:
    table = gather(*people[:2])
    pick(table, people[0], 1)
    pages = [NEW_EACH_TIME.sub(b"", one.get(url(table)).content) for one in (Client(), *map(signed_in, people))]
    assert len(set(pages)) == 1


def test_open_screen_does_not_mark_a_player_as_present(people: list[User]) -> None:
    table = gather(*people[:2])
    ann = signed_in(people[0])
    page = text_of(ann.get(url(table), headers={HEADER: VISIBLE}))
    pick(table, people[1], 1)
    update(ann, page)
    seat = Seat.objects.get(table=table, user=people[0])
    assert (seat.visible_until, seat.seen) == (None, 0)


def test_page_without_scripts_reloads_itself_until_the_game_is_over(people: list[User]) -> None:
    table = gather(*people[:2], turns=1)
    assert '<noscript><meta http-equiv="refresh"' in text_of(Client().get(url(table)))
    for person in people[:2]:
        pick(table, person, 1)
    page = text_of(Client().get(url(table)))
    assert "Game over" in page
    assert "http-equiv" not in page


def test_table_page_and_waiting_room_link_to_the_screen(people: list[User]) -> None:
    for table in (gather(people[0], capacity=2), gather(*people[:2])):
        assert f'href="{url(table)}"' in text_of(signed_in(people[0]).get(f"/tables/{table.code}/"))
