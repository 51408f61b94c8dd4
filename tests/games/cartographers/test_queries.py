"""Query counts of pages and moves: known numbers that do not grow with the data."""

from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.accounts.models import User
from games.tables.models import Table
from tests.games.cartographers import monsters
from tests.games.cartographers.play import fields, first_placement, gather, state_of, type_line, url
from tests.games.cartographers.world import World
from tests.games.tables.clients import HTMX, NAMES, been_here, people_named

MOST_FOR_A_PAGE = 7
MOST_FOR_A_STRIP = 5
MOST_FOR_A_DRAWING = 22

# Each begins with the session and the person, where somebody is signed in, and each whole page ends with their bell.
STATEMENTS = {
    "welcome": 5,
    "home": 21,
    "home again": 20,
    "lobby": 11,
    "lobby, to nobody": 7,
    "mine": 9,
    "Retired. New tables no longer use it. Games in progress keep it.": 10,
    "bringing over": 11,
    "invitation": 7,
    "gathering": 10,
    "table": 7,
    "table, nothing new": 3,
    "table, strip": 4,
    "table, worth": 4,
    "table, watched": 4,
    "table, over": 12,
    "turn": 6,
    "stars": 6,
    "why": 6,
    "record": 5,
    "learn": 4,
    "rules": 4,
    "cards": 4,
    "cards, looked for": 4,
    "card": 5,
    "card, in games": 6,
    "sheets": 4,
    "sheet": 5,
    "sets": 5,
    "set": 10,
    "past games": 8,
    "past games, asked for": 11,
    "past games of one": 11,
    "profile": 3,
    "person": 24,
}
"""What a page asks of the database while nothing is remembered of its table."""


@pytest.mark.django_db
@pytest.mark.parametrize("size", [1, 4])
def test_a_page_takes_no_more_statements_the_more_there_is_to_show(size: int) -> None:
    by_page = World(size).statements()
    assert {page: len(statements) for page, statements in by_page.items()} == STATEMENTS


def seated(count: int) -> tuple[list[User], Table]:
    people = people_named(*NAMES[:count])
    return people, gather(*people)


@pytest.mark.django_db
@pytest.mark.parametrize("count", [2, 12])
def test_a_page_is_a_few_queries(count: int, django_assert_max_num_queries: Any) -> None:
    people, table = seated(count)
    client = been_here(people[0])
    with django_assert_max_num_queries(MOST_FOR_A_PAGE):
        assert client.get(url(table)).status_code == 200
    strip = {"HX-Request": "true", "HX-Target": "strip"}
    with django_assert_max_num_queries(MOST_FOR_A_STRIP):
        assert client.get(url(table) + "?desk=1.0.-", headers=strip).status_code == 200


@pytest.mark.django_db
@pytest.mark.parametrize("count", [2, 12])
@pytest.mark.parametrize("headers", [{}, HTMX], ids=["plain", "htmx"])
def test_a_drawing_is_a_few_queries(count: int, headers: dict[str, str], django_assert_max_num_queries: Any) -> None:
    people, table = seated(count)
    clients = [been_here(user) for user in people]
    placement = first_placement(state_of(table), 0)
    for client in clients:
        # The last of them closes the turn, which asks everybody anew.
        with django_assert_max_num_queries(MOST_FOR_A_DRAWING):
            assert client.post(url(table, 1), fields(placement), headers=headers).status_code < 400
    assert state_of(table).turn == 2


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("count", [2, 12])
def test_a_turn_reads_nothing_twice(count: int) -> None:
    """Count the queries of a turn without transaction statements, on a table that is already cached."""
    people, table = seated(count)
    clients = [been_here(user) for user in people]
    placement = first_placement(state_of(table), 0)
    for client in clients:
        assert counted(lambda client=client: client.post(url(table, 1), fields(placement), headers=HTMX)) <= 9
        if client is not clients[-1]:
            assert counted(lambda: clients[0].get(url(table) + f"?desk={DRAWN}", headers=STRIP)) <= 4
    assert state_of(table).turn == 2
    noted = int(count > 1)  # that all but the last have seen what the turn brought
    assert counted(lambda: clients[0].get(url(table) + f"?desk={DRAWN}", headers=STRIP)) <= 3 + noted


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("count", [2, 12])
def test_a_step_through_the_turns_reads_who_looks_and_who_sits_there(count: int) -> None:
    people, table = seated(count)
    monsters.play_on(table, people, lambda state: state.turn == 4)
    client, step = been_here(people[0]), {"HX-Request": "true", "HX-Target": "turn", "X-Shown": "turn.0-one"}
    assert counted(lambda: client.get(f"{url(table)}turns/1/", headers=step)) <= 4  # the log, once
    for turn in (2, 3):
        assert counted(lambda turn=turn: client.get(f"{url(table)}turns/{turn}/", headers=step)) == 3


STRIP = {"HX-Request": "true", "HX-Target": "strip"}
DRAWN = "1.0.0"
"""What an address says of the desk of who has drawn in the first turn."""


def counted(act: Callable[[], Any]) -> int:
    with CaptureQueriesContext(connection) as captured:
        assert act().status_code == 200
    own = ("BEGIN", "COMMIT", "SAVEPOINT", "RELEASE")
    return sum(not query["sql"].startswith(own) for query in captured.captured_queries)


@pytest.mark.django_db
@pytest.mark.parametrize("count", [2, 12])
@pytest.mark.parametrize("headers", [{}, HTMX], ids=["plain", "htmx"])
def test_a_typed_line_is_a_few_queries(count: int, headers: dict[str, str], django_assert_max_num_queries: Any) -> None:
    people, table = seated(count)
    client = been_here(people[0])
    for line in ("map", "standings", "try C5"):
        with django_assert_max_num_queries(MOST_FOR_A_PAGE + 1):  # the log is read twice where it is not kept
            assert type_line(client, table, line, turn=1, headers=headers).status_code == 200
    with django_assert_max_num_queries(MOST_FOR_A_DRAWING + 3):  # it is read before it is carried out
        assert (
            type_line(client, table, str(first_placement(state_of(table), 0)), turn=1, headers=headers).status_code
            < 400
        )
