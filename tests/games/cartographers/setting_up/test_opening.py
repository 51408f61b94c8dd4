"""The first turn on the home page, and the games that go on from it."""

import json
import re
from typing import Any
from uuid import uuid4

import pytest
from django.http import QueryDict
from django.test import Client

from engine.cartographers.geometry import EDGE
from engine.cartographers.notation import space_of
from engine.cartographers.terrain import Feature
from games.accounts.models import User
from games.cartographers.setting_up import opening, options
from games.cartographers.setting_up.opening import CARD, EDICT, first_move, opening_view
from games.tables.game import Options
from games.tables.models import Table
from tests.games.cartographers import play
from tests.games.tables.clients import HTMX

pytestmark = pytest.mark.django_db
ON_EDGE = {"option": "1", "terrain": "forest", "held": "r0", "anchor": "A5"}
IN_HAND = {**ON_EDGE, "anchor": ""}


def begin(client: Client, **fields: str) -> Table:
    answer = client.post("/tables/solo/", {"guest": "1", "command_id": str(uuid4()), **fields})
    return Table.objects.get(code=answer["Location"].split("/")[2])


def query(**fields: str) -> QueryDict:
    asked = QueryDict(mutable=True)
    asked.update(fields)
    return asked


def test_the_home_page_shows_the_first_turn_and_no_secret(client: Client) -> None:
    page = client.get("/").content.decode()
    data = json.loads(re.findall(r'<script id="desk-data" type="application/json">(.*?)</script>', page)[0])
    (option,) = data["options"]
    assert option["terrains"] == ["forest"]
    assert "Your turn: drop the forest." in page
    assert 'class="map demonstration"' in page
    assert "seed" not in page


def test_a_click_without_scripts_drops_the_shape(client: Client) -> None:
    page = client.get("/", {**IN_HAND, "at": "A5"}).content.decode()
    assert "<strong>3 stars.</strong>" in page
    assert '<input type="hidden" name="anchor" value="A5" form="place-form">' in page
    assert "demonstration" not in page


def test_a_drop_is_answered_with_what_it_scores(client: Client) -> None:
    text = client.get("/", ON_EDGE, headers=HTMX).content.decode()
    assert text.strip().startswith('<p id="pending" data-aloud="3 stars"')
    text = client.get("/", {**ON_EDGE, "anchor": "F4"}, headers=HTMX).content.decode()
    assert "The shape doesn’t fit there." in text, "there is a mountain"


def test_an_answer_without_a_shape_reloads_the_page(client: Client) -> None:
    assert client.get("/", headers=HTMX)["HX-Refresh"] == "true"


def test_play_goes_on_with_the_dropped_shape(client: Client) -> None:
    state = play.state_of(begin(client, **ON_EDGE))
    assert state.turn >= 2, "an ambush may have followed"
    assert state.column[0] == CARD
    assert EDICT in [card.id for card in state.edicts[:2]]
    assert (state.positions[0].board.layers[Feature.FOREST] & EDGE).bit_count() == 3
    assert state.positions[0].board.layers[Feature.FOREST] >> space_of("A5") & 1


@pytest.mark.parametrize("anchor", ["", "F4", "K11", "nowhere"])
def test_a_shape_that_is_not_placed_is_still_in_hand(anchor: str, client: Client) -> None:
    state = play.state_of(begin(client, **{**ON_EDGE, "anchor": anchor}))
    assert (state.turn, state.column) == (1, (CARD,))
    assert not state.positions[0].board.layers[Feature.FOREST]


def test_other_forms_begin_any_game(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(opening, "_find_seed", None)
    assert play.state_of(begin(client)).turn == 1


def test_a_form_sent_twice_begins_one_game(client: Client) -> None:
    key = str(uuid4())
    assert begin(client, **ON_EDGE, command_id=key) == begin(client, **ON_EDGE, command_id=key)
    assert (Table.objects.count(), User.objects.count()) == (1, 1)


def test_games_that_begin_alike_have_different_decks(client: Client) -> None:
    tables = [begin(client, **IN_HAND) for _ in range(4)]
    assert len({bytes(table.seed or b"") for table in tables}) == 4
    assert len({play.state_of(table).deck for table in tables}) == 4
    assert len({table.commitment for table in tables}) == 4


def test_without_its_card_the_home_page_shows_a_picture(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(opening, "_is_possible", lambda _definition: False)
    opening._state_of.cache_clear()
    assert opening_view(query()) is None
    assert first_move(query(**ON_EDGE)) is None
    page = client.get("/").content.decode()
    assert "A finished map with forests" in page
    assert 'id="place-form"' in page
    assert play.state_of(begin(client, **ON_EDGE)).turn == 1
    opening._state_of.cache_clear()


def test_a_set_that_cannot_be_played_shows_a_picture(monkeypatch: pytest.MonkeyPatch) -> None:
    def without(chosen: Options) -> Any:
        raise options.ValidationError("gone")

    monkeypatch.setattr(options, "setup_of", without)
    assert opening_view(query()) is None
