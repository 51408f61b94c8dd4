"""Tables of Gisborne through HTTP."""

import pytest

from games.tables.models import Status
from tests.games.gisborne import play
from tests.games.tables.clients import people_named, signed_in, text_of
from tests.games.tables.present import present

pytestmark = pytest.mark.django_db


def test_whole_game_through_forms_ends_with_places() -> None:
    people = people_named("Ann", "Ben", "Cas")
    table, clients = play.gather(*people), [signed_in(one) for one in people]
    state = play.play_until(table, clients, lambda state: state.over)
    assert state.over
    assert present(table).status == Status.FINISHED
    assert sorted(seat.rank or 0 for seat in table.seats.all()) == [1, 2, 3]
    for client in (*clients, signed_in(None)):
        assert client.get(f"/tables/{table.code}/").status_code == 200


def test_preview_tells_where_a_play_leads() -> None:
    people = people_named("Ann", "Ben", "Cas")
    table, clients = play.gather(*people), [signed_in(one) for one in people]
    hand = play.state_of(table).hands[0]
    page = text_of(clients[0].get(f"/tables/{table.code}/?{hand[0]}=1"))
    assert f"to field {hand[0].worth}" in page
