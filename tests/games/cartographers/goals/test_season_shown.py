"""The season panel: the four seasons, the hourglass, and the shapes of the open card."""

import re
from random import Random

import pytest
from django.test import Client

from engine.cartographers.cards import ExploreCard
from engine.cartographers.catalog import cartographers, heroes
from engine.cartographers.game import RULES
from engine.cartographers.placement import Forced
from engine.cartographers.state import State
from engine.contract import Seat
from games.accounts.models import User
from games.cartographers.cards.faces import Card, face_sentence
from games.cartographers.goals.season import clock_words, season_view
from tests.games.cartographers import monsters, play
from tests.games.tables.clients import HTMX, signed_in

pytestmark = pytest.mark.django_db


def test_what_is_new_moves_only_when_the_turn_is(people: list[User]) -> None:
    table = play.gather(people[0])
    client = signed_in(people[0])
    assert "data-turned" not in client.get(play.url(table)).content.decode()
    turned = {}
    for shown in (1, 2):
        answer = client.get(play.url(table), headers={**HTMX, "X-Shown": f"fields.{shown}"})
        turned[shown] = "data-turned" in answer.content.decode()
    assert turned == {1: False, 2: True}
    state = play.state_of(table)
    sent = play.fields(play.first_placement(state, 0))
    answer = client.post(play.url(table, 1), sent, headers={**HTMX, "X-Shown": "fields.1"})
    assert "data-turned" in answer.content.decode()
    turn = play.state_of(table).turn
    assert f'data-part="fields.{turn}"' in answer.content.decode()


def test_the_year_the_sand_and_the_open_card(people: list[User]) -> None:
    table = play.gather(people[0])
    client = signed_in(people[0])

    def in_summer_at_an_explore_card(state: State) -> bool:
        return state.season == 1 and state.time > 0 and isinstance(state.open, ExploreCard)

    state = play.play_until(table, Random(3), in_summer_at_an_explore_card)
    assert isinstance(state.open, ExploreCard)
    shown = season_view(RULES.view(state, Seat(0)))
    assert (shown.glyph, [quarter.css for quarter in shown.year]) == ("summer", ["past", "now", "", ""])
    assert [quarter.glyph for quarter in shown.year] == ["spring", "summer", "fall", "winter"]
    above, below = float(shown.sand.depth), 28 - float(shown.sand.below)
    assert above + below == pytest.approx(10, abs=0.11)
    assert float(shown.sand.above) + above == pytest.approx(16)
    assert below == pytest.approx(10 * min(state.time / shown.threshold, 1), abs=0.06)
    *earlier, last = shown.cards
    assert last.open
    assert [ground.glyph for ground in last.grounds] == [terrain.word for terrain in state.open.terrains]
    assert [picture.coin for picture in last.pictures] == [entry.coin for entry in state.open.shapes]
    assert last.css == (f"t-{state.open.terrains[0].word}" if len(state.open.terrains) == 1 else "")
    assert not any(card.pictures or card.grounds or card.css or card.face or card.open for card in earlier)
    page = client.get(play.url(table)).content.decode()
    assert page.count('class="choice-shape') == len(last.pictures)
    assert 'aria-label="Summer"' in page
    assert f"{shown.time} of {shown.threshold}" in page


def test_players_who_may_draw_select_a_shape_of_the_card(people: list[User], monkeypatch: pytest.MonkeyPatch) -> None:
    monsters.stack(monkeypatch, "hamlet")
    table = play.gather(*people[:2])
    page = signed_in(people[0]).get(play.url(table)).content.decode()
    assert re.findall(r'draggable="false" data-act="option" data-value="(\d)"', page) == ["0", "1"]
    assert 'class="face' not in page


def test_spectators_see_the_card_in_a_drawing_and_in_words(
    people: list[User], client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monsters.stack(monkeypatch, "hamlet")
    table = play.gather(*people[:2])
    page = client.get(play.url(table)).content.decode()
    card = season_view(RULES.view(play.state_of(table), None)).cards[-1]
    assert f'<p class="visually-hidden">{card.face}</p>' in page
    assert page.split('class="face')[1].split("</section>")[0].count('<svg class="shape"') == len(card.pictures) == 2
    assert 'data-act="option"' not in page


def test_a_forced_single_is_the_only_shape_to_draw(people: list[User]) -> None:
    table = play.gather(people[0])

    def forced(state: State) -> bool:
        return play.offer_to(state, Seat(0)).forced is not Forced.NO

    play.play_until(table, Random(2), forced)
    page = signed_in(people[0]).get(play.url(table)).content.decode()
    (shape,) = re.findall(r'class="choice-shape.*?</a>', page, re.S)
    assert 'viewBox="0 0 1 1"' in shape


@pytest.mark.parametrize(
    ("key", "words"),
    [
        (
            "hamlet",
            "Village: 2 spaces in a row and 1 above the first, earns a coin; "
            "3 spaces in a row, 1 below the first and 1 below the second.",
        ),
        ("orchard", "Forest or Farm: 3 spaces in a row and 1 below the third."),
        ("bugbear_assault", "Monster: 4 spaces (first row: first and third; second row: first and third)."),
        ("freyla_the_true", "Hero: 1 space, attacking 1 right; 2 right; 3 right."),
        ("temple_ruins", ""),
    ],
)
def test_the_face_of_a_card_in_words(key: str, words: str) -> None:
    cards: dict[str, Card] = {}
    for box in (cartographers(), heroes()):
        cards |= {**box.explore, **box.ruins, **box.ambushes, **box.heroes}
    assert face_sentence(cards[key]) == words


@pytest.mark.parametrize(
    ("time", "last", "words"),
    [(0, False, "0 of 8"), (7, False, "7 of 8"), (9, True, "Last turn"), (9, False, "Finished")],
)
def test_beyond_the_end_of_a_season_there_are_no_figures(time: int, last: bool, words: str) -> None:
    assert clock_words(time, 8, last=last) == words


def test_season_panel_shows_the_total_of_each_finished_season(people: list[User]) -> None:
    table = play.gather(*people[:2])
    monsters.play_on(table, people[:2], lambda state: state.season == 2)
    scores = RULES.view(play.state_of(table), Seat(0)).scores
    client = signed_in(people[0])
    page = client.get(play.url(table)).content.decode()
    year = page[page.index('<ol class="year') :].split("</ol>")[0]
    totals = re.findall(r'<a class="ask figures" data-why href="([^"]+)" aria-label="[^"]+">(−?\d+)</a>', year)
    assert [int(text.replace("−", "-")) for _url, text in totals] == [season[0].total for season in scores]
    assert len(totals) == 2
    for address, _text in totals:
        answer = client.get(address, headers=HTMX).content.decode()
        parts = ("for edict", "for edict", "coin", "monsters")
        assert re.search(".*".join(parts), answer, re.DOTALL), "the four parts of the total, in order"
