"""Lines between the shapes of a cluster on the map of a table."""

import re
from functools import reduce
from operator import or_

import pytest

from engine.cartographers.mixing.mix import Preset
from engine.cartographers.mixing.presets import PRESETS
from engine.contract import Seat
from games.accounts.models import User
from games.cartographers.log.past_states import turn_history, view_for, visible_log
from games.cartographers.others.stage import list_pieces
from games.play.log import whole_log
from games.tables.game import Seated
from games.tables.log.state import load
from games.tables.models import Table
from tests.games.cartographers import monsters, play
from tests.games.tables.clients import people_named, signed_in, text_of
from tests.games.tables.present import present

pytestmark = pytest.mark.django_db


@pytest.fixture
def people() -> list[User]:
    return people_named("Ann", "Ben")


@pytest.fixture
def table(people: list[User]) -> Table:
    return play.gather(*people)


LINES = re.compile(r'class="shape-lines"')


def ann_at(table: Table) -> Seated:
    """Return the game as the first seat comes to it."""
    loaded = load(present(table))
    return Seated(table, Seat(0), loaded.state, loaded.number, tuple(table.seats.select_related("user")))


def test_pieces_of_a_game_are_what_its_turns_changed(people: list[User]) -> None:
    table = play.gather(*people, **PRESETS[Preset.BOTH].as_json())
    monsters.play_on(table, people, lambda state: state.season == 3)
    seated = ann_at(table)
    view = view_for(seated)
    turns = turn_history(table.code, whole_log(seated)).turns
    for seat in map(Seat, range(view.seats)):
        pieces = list_pieces(visible_log(seated, view), view.turn, seat)
        changed = [turn.changed[seat] for turn in turns]
        assert reduce(or_, pieces) == reduce(or_, changed)
        # Monsters that spread at the end of a season are pieces of their own.
        assert all(any(piece & mask == piece for mask in changed) for piece in pieces)


def test_answer_that_was_undone_is_no_piece(people: list[User], table: Table) -> None:
    ann = signed_in(people[0])
    play.draw(ann, table, 0)
    assert play.take_back(ann, table, 1).status_code == 303
    monsters.play_on(table, people, lambda state: state.turn == 2)
    seated = ann_at(table)
    view = view_for(seated)
    log = visible_log(seated, view)
    assert list_pieces(log, 1, Seat(0)) == ()
    assert list_pieces(log, 2, Seat(0)) == (view.latest[0],)


def test_map_of_a_table_has_lines_where_shapes_meet(people: list[User], table: Table) -> None:
    ann = signed_in(people[0])
    assert not LINES.search(text_of(ann.get(play.url(table))))
    monsters.play_on(table, people, lambda state: state.season == 1)
    page = text_of(ann.get(play.url(table)))
    assert LINES.search(page)
    assert " data-shape-lines" in page.split(">", 2)[1]
    ann.post("/accounts/table-settings/", {"shape_lines": "off"})
    assert " data-shape-lines" not in text_of(ann.get(play.url(table))).split(">", 2)[1]


def test_previews_of_stars_can_be_turned_off(people: list[User], table: Table) -> None:
    ann = signed_in(people[0])
    assert " data-star-previews" in text_of(ann.get(play.url(table))).split(">", 2)[1]
    ann.post("/accounts/table-settings/", {"star_previews": "off"})
    assert " data-star-previews" not in text_of(ann.get(play.url(table))).split(">", 2)[1]
