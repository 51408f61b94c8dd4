"""Labels of boards on which the stand-in draws."""

from datetime import timedelta

import pytest
import time_machine

from games.accounts.models import User
from games.tables.models import Pace, Status, Table
from games.tables.seats import absences
from games.tables.time_control import TimeControl
from games.tables.timeouts import worker
from tests.games.cartographers.play import draw, gather, url
from tests.games.tables.clients import people_named, signed_in

pytestmark = pytest.mark.django_db
TEMPO = TimeControl(Pace.LIVE, turn_seconds=60, reserve_seconds=0)


def page(table: Table, user: User, at: str = "") -> str:
    return signed_in(user).get(url(table) + at).content.decode()


def board_of(text: str, seat: int) -> str:
    """The small board of a seat, as the page has it."""
    return text.split(f'class="board-card seat-{seat}')[1].split("</li>")[0]


def test_a_board_says_that_the_stand_in_drew_there_last() -> None:
    people = people_named("Ann", "Ben")
    with time_machine.travel("2026-06-01T12:00Z", tick=False) as clock:
        table = gather(*people, tempo=TEMPO)
        draw(signed_in(people[0]), table, 0)
        clock.shift(timedelta(seconds=60))
        assert "drawn by a stand-in" not in page(table, people[0])
        assert worker.act_on_due_clocks() == 1
        for text in (page(table, people[0]), page(table, people[1], "turns/1/")):
            assert "drawn by a stand-in" not in board_of(text, 0)
            assert "drawn by a stand-in" in board_of(text, 1)
            assert "(stand-in)" in text


def test_the_standings_say_who_resigned() -> None:
    people = people_named("Ann", "Ben")
    table = gather(*people)
    absences.resign(table=table.code, user=people[1])
    client = signed_in(people[0])
    while Table.objects.get(pk=table.pk).status == Status.PLAYING:
        if not worker.act_on_due_clocks():
            draw(client, table, 0)
    places = page(table, people[0]).split('class="places')[1].split("</ol>")[0]
    assert places.count("resigned") == 1
    record = client.get(f"/tables/{table.code}/record.json").json()
    assert any(event.get("stand_in") for event in record["events"])
