"""Query counts of pages and answers: few, however many seats and rounds there are."""

from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from engine.gisborne.game import RULES
from games.tables.models import Table
from tests.games.gisborne import play
from tests.games.tables.clients import NAMES, been_here, people_named

STRIP = {"HX-Request": "true", "HX-Target": "strip"}
STEP = {"HX-Request": "true", "HX-Target": "turn", "X-Shown": "turn.0-one"}

MOST_FOR_A_PAGE = 5
MOST_FOR_A_STRIP = 3
MOST_FOR_A_STEP = 3
MOST_FOR_AN_ANSWER = 9
MOST_FOR_A_REVEAL = 11
"""The last answer of a round also notes what each seat has seen."""


def _counted(act: Callable[[], Any]) -> int:
    """Count the queries of a request without transaction statements."""
    with CaptureQueriesContext(connection) as captured:
        assert act().status_code < 400
    own = ("BEGIN", "COMMIT", "SAVEPOINT", "RELEASE")
    return sum(not query["sql"].startswith(own) for query in captured.captured_queries)


def _answer(table: Table, clients: list[Client]) -> tuple[bool, Callable[[], Any]]:
    """Return whether the next answer is the last that is awaited, and the request that gives it."""
    state, ask = play.state_of(table), play.open_ask(table)
    assert ask
    client = clients[ask.seat]
    form = play.FORM.search(client.get(f"/tables/{table.code}/").content.decode())
    assert form
    command = RULES.choose_command(RULES.view(state, ask.seat), ask)
    fields = dict(play.HIDDEN.findall(form[0])) | play.fields_of(command)
    is_last = sum(not other.answered for other in RULES.asks(state)) == 1
    return is_last, lambda: client.post(form[1], fields, headers={"HX-Request": "true", "HX-Target": "table"})


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("count", [3, 5])
def test_answers_and_pages_are_a_few_queries(count: int) -> None:
    people = people_named(*NAMES[:count])
    table, clients = play.gather(*people), [been_here(user) for user in people]
    url = f"/tables/{table.code}/"
    while play.state_of(table).round.number < 3:
        is_last, give = _answer(table, clients)
        assert _counted(give) <= (MOST_FOR_A_REVEAL if is_last else MOST_FOR_AN_ANSWER)
    assert _counted(lambda: clients[0].get(url)) <= MOST_FOR_A_PAGE
    assert _counted(lambda: clients[0].get(f"{url}?desk=1.0.-", headers=STRIP)) <= MOST_FOR_A_STRIP
    for number in (1, 2):
        step = f"{url}turns/{number}/"
        assert _counted(lambda step=step: clients[0].get(step, headers=STEP)) <= MOST_FOR_A_STEP
