"""Turns of past games on the analysis board, chosen in a form or from a game file, and positions of the drill."""

import json
import re
from functools import reduce
from typing import Any

import pytest
from django.http import QueryDict
from django.test import Client

from engine.cartographers.game import RULES
from engine.contract import Seat
from games.accounts.models import User
from games.cartographers.analysis.links import task_url
from games.cartographers.analysis.position import AnalysisPosition
from games.cartographers.analysis.query import read_position
from games.cartographers.drills.place_drill import find_position
from games.cartographers.log.past_states import turn_history
from games.tables.log.state import log
from games.tables.models import Origin, Table
from tests.games.cartographers.play import events, url
from tests.games.history.bringing import golden
from tests.games.history.playing import begun, played
from tests.games.tables.clients import signed_in, text_of

pytestmark = pytest.mark.django_db


def position_at(answer: Any) -> AnalysisPosition:
    """Return the position that a response redirects to."""
    assert answer.status_code == 303
    path, _, query = answer.headers["Location"].partition("?")
    assert path == "/cartographers/analysis/"
    problems: list[str] = []
    position = read_position(QueryDict(query).dict(), problems)
    assert problems == []
    return position


def test_a_turn_and_a_player_are_chosen(people: list[User]) -> None:
    table = played(*people[:2])
    tape = turn_history(table.code, log(table, up_to=events(table)))
    ann, address = signed_in(people[0]), f"{url(table)}analysis/"
    page = text_of(ann.get(address))
    assert page.count("<optgroup") == 4
    assert page.count("<option") == 2 + len(tape.turns) + 1
    turn = next(turn for turn in tape.turns if turn.number > 1 and not turn.ambush)
    link = re.search(
        r'href="(/cartographers/analysis/[^"]*)"', text_of(ann.get(f"{url(table)}turns/{turn.number}/?look=2"))
    )
    assert link
    assert ann.get(f"{address}?look=2&turn={turn.number}").headers["Location"] == link[1].replace("&amp;", "&")


def test_the_end_is_the_final_map_without_a_card(people: list[User]) -> None:
    table = played(*people[:2])
    tape = turn_history(table.code, log(table, up_to=events(table)))
    position = position_at(Client().get(f"{url(table)}analysis/?look=2&turn=end"))
    last = tape.turns[-1].after
    assert (position.board, position.coins, position.card) == (last.boards[1], last.coins[1], None)
    assert (position.season, position.left) == (3, 0)


@pytest.mark.parametrize("query", ["look=2&turn=999", "look=3&turn=1", "turn=1", "look=x&turn=y"])
def test_turns_and_players_that_do_not_exist_are_refused(people: list[User], query: str) -> None:
    table = played(*people[:2])
    answer = Client().get(f"{url(table)}analysis/?{query}")
    assert answer.status_code == 422
    assert "There is a problem" in text_of(answer)


def test_a_game_in_progress_has_no_turns_to_analyze(people: list[User]) -> None:
    assert signed_in(people[0]).get(f"{url(begun(*people[:2]))}analysis/").status_code == 404


@pytest.mark.parametrize("name", ["two_plain", "heroes_four"])
def test_a_pasted_game_file_opens_a_chosen_turn(name: str) -> None:
    client = Client()
    board = text_of(client.get("/cartographers/analysis/"))
    assert '<input type="hidden" name="then" value="analyze">' in board
    answer = client.post("/records/", {"pasted": json.dumps(golden(name)), "then": "analyze"})
    table = Table.objects.get(origin=Origin.UPLOADED)
    assert (answer.status_code, answer.headers["Location"]) == (303, f"/tables/{table.code}/analysis/")
    assert client.get(answer.headers["Location"]).status_code == 200
    state = reduce(RULES.evolve, (entry.event for entry in log(table, up_to=table.number)), RULES.initial)
    position = position_at(client.get(f"{url(table)}analysis/?look=2&turn=end"))
    assert position.board == state.boards[1]
    assert "Play from turn" in text_of(client.get(f"/cartographers/analysis/?turn={table.code}.1.2"))


def test_a_wrong_game_file_is_explained_and_can_be_sent_again() -> None:
    answer = Client().post("/records/", {"pasted": "{}", "then": "analyze"})
    assert answer.status_code == 422
    page = text_of(answer)
    assert "This isn’t a game file" in page
    assert 'name="then" value="analyze"' in page
    assert not Table.objects.exists()


def test_a_checked_game_file_leads_to_its_turns_too() -> None:
    page = text_of(Client().post("/records/", {"pasted": json.dumps(golden("two_plain"))}))
    assert f'href="/tables/{Table.objects.get().code}/analysis/"' in page


def test_a_game_without_its_cards_in_play_is_refused_with_the_reason(people: list[User], monkeypatch: Any) -> None:
    table = played(*people[:2])
    monkeypatch.setattr("games.cartographers.analysis.links.find_key", lambda *_: None)
    answer = Client().get(f"{url(table)}analysis/?look=1&turn=2")
    assert answer.status_code == 422
    assert "This turn can’t be analyzed: the game uses cards or a map sheet that aren’t available." in text_of(answer)


def test_a_position_of_the_drill_is_the_same_on_the_board() -> None:
    view = find_position(1)
    position = read_position(QueryDict(task_url(view).partition("?")[2]).dict(), [])
    assert view.desk
    assert view.open
    assert position.board == view.desk.board
    assert (position.coins, position.season, position.solo) == (view.coins[Seat(0)], view.season, True)
    assert position.card
    assert position.card.id == view.open.id
    assert position.card not in position.seen
