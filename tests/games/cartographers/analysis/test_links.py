"""Links from turns to the analysis board: the same position, and none while the game is in progress."""

import re

import pytest

from engine.cartographers.cards import ExploreCard
from games.accounts.models import User
from games.cartographers.analysis.query import read_position
from games.cartographers.log.past_states import turn_history
from games.tables.log.state import log
from games.tables.models import Table
from tests.games.cartographers.play import events, url
from tests.games.history.playing import begun, played
from tests.games.tables.clients import signed_in, text_of

pytestmark = pytest.mark.django_db

LINK = re.compile(r'href="(/cartographers/analysis/[^"]*)"')


def link_of(table: Table, person: User, turn: int, query: str = "") -> str:
    page = text_of(signed_in(person).get(f"{url(table)}turns/{turn}/?{query}"))
    found = LINK.search(page)
    return found[1].replace("&amp;", "&") if found else ""


def test_turn_is_opened_as_it_was_before_it(people: list[User]) -> None:
    table = played(*people[:2])
    tape = turn_history(table.code, log(table, up_to=events(table)))
    for turn in tape.turns:
        if turn.ambush or turn.number == 1:
            continue
        link = link_of(table, people[0], turn.number, "look=2")
        query = dict(each.split("=") for each in link.partition("?")[2].split("&"))
        problems: list[str] = []
        position = read_position(query, problems)
        before = tape.turn(turn.number - 1).after
        assert problems == []
        assert position.board == before.boards[1]
        assert position.coins == before.coins[1]
        assert [card.id for card in position.edicts] == [card.id for card in before.edicts]
        assert position.card is not None
        assert position.card.id == turn.card
        assert position.season == turn.season
        assert position.left > 0
        earlier = [] if tape.turn(turn.number - 1).scored else [before.card(key) for key in before.column]
        assert set(position.seen) == {card for card in earlier if isinstance(card, ExploreCard)}
        page = text_of(signed_in(people[0]).get(link))
        assert f"{url(table)}turns/{turn.number}/?look=2#fork" in page
        assert 'id="fork"' in text_of(signed_in(people[0]).get(f"{url(table)}turns/{turn.number}/?look=2"))


def test_game_in_progress_has_no_link(people: list[User]) -> None:
    table = begun(*people[:2])
    assert link_of(table, people[0], 1) == ""
