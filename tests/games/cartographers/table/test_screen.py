"""Big screen of Cartographers: the card, the goals, all maps and the stars, and no secret of a seated viewer."""

import re
from random import Random

import pytest
from django.test import Client

from engine.cartographers.mixing.mix import Preset
from engine.cartographers.mixing.presets import PRESETS
from games.accounts.models import User
from games.tables.models import Table
from tests.games.cartographers import monsters, play
from tests.games.tables.clients import NAMES, people_named, signed_in, text_of
from tests.safety.watch import Viewers, Watch
from tests.safety.worlds import Secret

pytestmark = pytest.mark.django_db


def url(table: Table) -> str:
    return f"/tables/{table.code}/screen/"


def maps_of(page: str) -> list[str]:
    return re.findall(r'<li class="screen-map.*?</li>', page, re.DOTALL)


@pytest.mark.parametrize("preset", [Preset.CARTOGRAPHERS, Preset.HEROES])
def test_screen_shows_card_goals_and_all_maps(people: list[User], preset: Preset) -> None:
    table = play.gather(*people[:3], **PRESETS[preset].as_json())
    state = play.state_of(table)
    page = text_of(Client().get(url(table)))
    assert len(maps_of(page)) == 3
    assert page.count('<article class="edict') == 4
    assert "drawing" in page
    assert re.search(r'class="screen-card[^>]*>.*?</section>', page, re.DOTALL)
    assert state.open is not None


def test_seated_viewer_sees_no_open_drawing(people: list[User]) -> None:
    """Compare worlds that differ in every open drawing, also that of the viewer."""
    table = play.gather(*people[:2])
    viewers = Viewers.of(people[:2], people[2])
    watch = Watch(table, viewers, Random(4), frozenset({Secret.DRAWINGS}))
    play.draw(viewers.seats[0], table, 0)
    play.state_of(table)
    for client in (*viewers.seats, *viewers.others.values()):
        watch.answer(None, "screen", client, lambda browser: browser.get(url(table)))
    assert watch.compared[Secret.DRAWINGS] == 4
    pages = [text_of(client.get(url(table))) for client in (*viewers.seats, Client())]
    assert len(set(pages)) == 1


def test_new_drawings_are_outlined_once_the_turn_has_closed(people: list[User]) -> None:
    table = play.gather(*people[:2])
    clients = [signed_in(person) for person in people[:2]]
    before = maps_of(text_of(Client().get(url(table))))
    play.draw(clients[0], table, 0)
    play.state_of(table)
    assert maps_of(text_of(Client().get(url(table)))) == before
    play.draw(clients[1], table, 1)
    play.state_of(table)
    after = maps_of(text_of(Client().get(url(table))))
    assert all("fresh" in one for one in after)


def test_season_end_shows_the_stars_of_every_player_by_edict(people: list[User]) -> None:
    table = play.gather(*people[:2])
    monsters.play_on(table, people[:2], lambda state: state.season == 1)
    page = text_of(Client().get(url(table)))
    state = play.state_of(table)
    (results,) = re.findall(r'<table class="table screen-ranking">(.*?)</table>', page, re.DOTALL)
    rows = re.findall(r"<tr>(.*?)</tr>", results, re.DOTALL)[1:]
    assert len(rows) == 2
    for seat, row in enumerate(rows):
        score = state.scores[0][seat]
        figures = [re.sub(r"<[^>]*>", "", cell).strip().replace("−", "-") for cell in re.findall(r"<td.*?</td>", row)]
        assert figures == [*map(str, score.edicts), str(score.coins), str(-score.losses), *[str(score.total)] * 2]


def test_end_shows_the_ranking_and_the_maps_by_rank(people: list[User]) -> None:
    table = play.gather(*people[:2])
    monsters.play_on(table, people[:2])
    page = text_of(Client().get(url(table)))
    assert "won." in page or "share the victory" in page
    assert re.findall(r'<span class="figures">(\d)\.</span>', page)[0] == "1"
    assert "Final ranking" in page


@pytest.mark.parametrize("seats", [1, 12])
def test_screen_has_room_for_tables_of_every_size(seats: int) -> None:
    everybody = people_named(*(f"{name}x" for name in NAMES[:seats]))
    page = text_of(Client().get(url(play.gather(*everybody))))
    assert len(maps_of(page)) == seats


def test_large_table_shows_twelve_maps() -> None:
    everybody = people_named(*(f"Person{number}" for number in range(14)))
    page = text_of(Client().get(url(play.gather(*everybody))))
    assert len(maps_of(page)) == 12
    assert "12 of 14" in page
