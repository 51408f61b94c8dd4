"""The film of a year: its frames, who may see it and when."""

import re
from collections.abc import Iterable
from typing import Any

import pytest
from django.test import Client

from engine.cartographers.mixing.mix import Preset
from engine.cartographers.mixing.presets import PRESETS
from engine.contract import Seat
from games.accounts.models import User
from games.cartographers.log.past_states import turn_history
from games.cartographers.map.ink.drawing import ink_drawing
from games.cartographers.past.views import build_film
from games.play.people import Person
from games.tables.log.state import log
from games.tables.models import Access, Table
from tests.games.cartographers import monsters, play
from tests.games.cartographers.looking import MOST_QUERIES
from tests.games.tables.clients import HTMX, been_here, signed_in, text_of

pytestmark = pytest.mark.django_db
BEN = Person(Seat(1), "Ben", "", "ben", "seat-1", False)
PICTURE = re.compile(r'#([a-z]+)-\d" (?:x="(\d+)" y="(\d+)"|transform="translate\((\d+) (\d+)\))')


@pytest.fixture
def ended(people: list[User]) -> Table:
    table = play.gather(*people[:2], **PRESETS[Preset.BOTH].as_json())
    monsters.play_on(table, people)
    return Table.objects.get(pk=table.pk)


def on_top(drawings: Iterable[str]) -> dict[tuple[int, int], str]:
    """The last picture drawn in each space, by column and row."""
    found = (match for drawing in drawings for match in PICTURE.findall(drawing))
    return {(int(x or inner_x) // 100, int(y or inner_y) // 100): name for name, x, y, inner_x, inner_y in found}


def test_its_frames_come_to_the_map_as_it_is(ended: Table) -> None:
    """Check that the topmost picture of each space after all frames matches the final map."""
    board = play.state_of(ended).boards[1]
    film = build_film(log(ended, up_to=play.events(ended)), BEN)
    shown = on_top([film.sheet, *(frame.drawing for frame in film.frames)])
    assert len(shown) == board.filled.bit_count()
    assert shown == on_top([ink_drawing(board, 0, "")])


def test_every_turn_that_changed_the_map_is_there_once_in_its_season(ended: Table) -> None:
    events = log(ended, up_to=play.events(ended))
    titles = [frame.title for frame in build_film(events, BEN).frames]
    turns = [int(re.findall(r", turn (\d+): .", title)[0]) for title in titles]
    assert turns == sorted(set(turns))
    assert set(turns) <= {turn.number for turn in turn_history(ended.code, events).turns}
    assert len(turns) > 20
    assert [title.split(",")[0] for title in titles] == sorted(
        (title.split(",")[0] for title in titles), key=["Spring", "Summer", "Fall", "Winter"].index
    )


def test_it_is_a_fragment_for_the_script_and_leads_to_the_first_turn_without(ended: Table, people: list[User]) -> None:
    ben, address = signed_in(people[1]), f"{play.url(ended)}year"
    answer = ben.get(f"{address}?look=1", headers=HTMX)
    page = text_of(answer)
    assert answer.status_code == 200
    assert page.count('class="frame"') == len(build_film(log(ended, up_to=play.events(ended)), BEN).frames)
    assert "Ann’s map" in page
    assert "Your map" in text_of(ben.get(address, headers=HTMX))
    plain = ben.get(f"{address}?look=1")
    assert (plain.status_code, plain["Location"]) == (303, f"{play.url(ended)}turns/1/?look=1")
    assert f'href="{address}?look=2"' in text_of(ben.get(play.url(ended)))


def test_there_is_none_while_the_game_goes_on(people: list[User]) -> None:
    table = play.gather(*people[:2])
    ann = signed_in(people[0])
    assert ann.get(f"{play.url(table)}year", headers=HTMX).status_code == 404
    assert 'id="watch"' not in text_of(ann.get(play.url(table)))
    waiting = play.gather(people[0], capacity=2)
    assert ann.get(f"{play.url(waiting)}year", headers=HTMX).status_code == 404


def test_a_private_game_is_for_those_who_played_it(people: list[User]) -> None:
    table = play.gather(*people[:2], access=Access.INVITATION)
    monsters.play_on(table, people)
    assert Client().get(f"{play.url(table)}year", headers=HTMX).status_code == 404


def test_it_costs_no_more_than_a_page(ended: Table, people: list[User], django_assert_max_num_queries: Any) -> None:
    ann = been_here(people[0])
    with django_assert_max_num_queries(MOST_QUERIES):
        assert ann.get(f"{play.url(ended)}year", headers=HTMX).status_code == 200
