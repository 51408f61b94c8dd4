"""Big screen of Gisborne: the way and the players by rank, and no hand."""

import pytest
from django.test import Client

from tests.games.gisborne import play
from tests.games.tables.clients import people_named, signed_in, text_of

pytestmark = pytest.mark.django_db


def test_screen_shows_the_way_and_the_players_the_same_for_everybody() -> None:
    people = people_named("Ann", "Ben", "Cas")
    table = play.gather(*people)
    address = f"/tables/{table.code}/screen/"
    page = text_of(Client().get(address))
    assert 'id="way"' in page
    assert 'id="hand"' not in page
    assert all(f"<span>{name}</span>" in page for name in ("Ann", "Ben", "Cas"))
    assert {text_of(signed_in(person).get(address)) for person in people} == {page}


def test_end_shows_places() -> None:
    people = people_named("Ann", "Ben", "Cas")
    table, clients = play.gather(*people), [signed_in(one) for one in people]
    play.play_until(table, clients, lambda state: state.over)
    page = text_of(Client().get(f"/tables/{table.code}/screen/"))
    assert "won." in page
    assert "Chips" in page
