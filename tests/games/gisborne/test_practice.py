"""Practice games of Gisborne: one person against stand-ins that play to win."""

from typing import Any
from uuid import uuid4

import pytest

from engine.contract import Ask, Level, Seat
from engine.gisborne import RULES
from games.accounts.models import User
from games.history.models import Result, SeatSummary
from games.tables.game import game_named
from games.tables.lobby.practice import default_options, start_practice
from games.tables.lobby.services import NewTable, create_table, join, start
from games.tables.log.stand_in_answers import answered
from games.tables.log.state import load
from games.tables.log.submit import Intent, submit
from games.tables.models import Status, Table
from tests.games.tables.clients import people_named, signed_in

pytestmark = pytest.mark.django_db


@pytest.fixture
def ann() -> User:
    return people_named("Ann")[0]


def answer(table: Table, user: User, command: Any, ask: Ask) -> Table:
    """Give the person's answer and return the table as it is once the stand-ins have answered."""
    intent = Intent(table.game, lambda _: ask.id, lambda _: command)
    stored = answered(submit(table=table.code, user=user, command_id=uuid4(), intent=intent))
    assert stored.seated
    return stored.seated.table


def test_gisborne_offers_a_practice_game(ann: User) -> None:
    client = signed_in(ann)
    assert "lays at most 2 cards at a time" in client.get("/tables/practice/?game=gisborne").content.decode()
    address = client.post("/tables/practice/", {"game": "gisborne", "command_id": str(uuid4())})["Location"]
    page = client.get(address).content.decode()
    assert '<small class="meta">Practice game with bots (Surveyor): it doesn’t count.</small>' in page
    assert '<p class="meta" id="practice">Practice game with bots (Surveyor): it doesn’t count.</p>' in page
    assert "Odo (bot)" in page


def test_two_people_start_with_bots_of_different_levels(ann: User) -> None:
    ben = people_named("Ben")[0]
    options = default_options(game_named("gisborne"))
    table = create_table(host=ann, new=NewTable("gisborne", "Desk", options, 4))
    join(table=table.code, user=ben)
    seated = signed_in(ann).post(f"/tables/{table.code}/bots/", {"bot_level": "apprentice"})
    assert seated.status_code == 303
    signed_in(ann).post(f"/tables/{table.code}/bots/", {"bot_level": "royal"})
    assert "Leofric (bot)" in signed_in(ben).get(f"/tables/{table.code}/").content.decode()
    start(table=table.code, host=ann)
    page = signed_in(ben).get(f"/tables/{table.code}/").content.decode()
    assert "it doesn’t count toward statistics." in page
    assert "Game with bots" in page
    owing = [ask.seat for ask in RULES.asks(load(Table.objects.get()).state) if not ask.answered]
    assert owing
    assert set(owing) <= {0, 1}


def test_person_plays_a_whole_game_with_bots(ann: User) -> None:
    table = start_practice(user=ann, game=game_named("gisborne"), bots=2, level=Level.ROYAL)
    while asks := [ask for ask in RULES.asks(load(table).state) if not ask.answered]:
        assert [ask.seat for ask in asks] == [0], "the stand-ins have answered"
        command = RULES.fallback(RULES.view(load(table).state, Seat(0)), asks[0])
        table = answer(table, ann, command, asks[0])
    assert table.status == Status.FINISHED
    assert SeatSummary.objects.get().result == Result.PRACTICE
    assert RULES.standings(load(table).state).winners != (Seat(0),)
