"""Pages and forms on which players agree on another time control."""

from collections.abc import Iterator
from datetime import UTC, datetime

import pytest
import time_machine
from django.test import Client

from games.accounts.models import User
from games.notices.models import NoticeKind as NoticeKind
from games.tables import errors
from games.tables.clocks.pace_changes import propose_pace
from games.tables.models import PaceProposal, Table
from games.tables.seats import absences
from games.tables.time_control import NO_CLOCK
from games.tables.timeouts import repair
from tests.games.tables.clients import signed_in
from tests.games.tables.clocks.test_pace_changes import DAYS, WEEK, decline, number
from tests.games.tables.conftest import gather


@pytest.fixture(autouse=True)
def clock() -> Iterator[time_machine.Traveller]:
    with time_machine.travel(datetime(2026, 6, 1, 12, tzinfo=UTC), tick=False) as traveller:
        repair.forget()
        yield traveller


def page(client: Client, table: Table) -> str:
    answer = client.get(f"/tables/{table.code}/")
    assert answer.status_code == 200
    return answer.content.decode()


def send(client: Client, table: Table, answer: str, of: int | None = None) -> int:
    fields = {"proposal": of or number(table), "answer": answer}
    return client.post(f"/tables/{table.code}/pace/answer/", fields).status_code


def test_players_agree_on_a_pace_by_plain_forms(people: list[User]) -> None:
    table = gather(*people[:3], tempo=DAYS)
    ann, ben, cas = map(signed_in, people[:3])
    url = f"/tables/{table.code}/pace/"
    assert f'href="{url}"' in page(ann, table)
    form = ann.get(url).content.decode()
    assert "Current time control (Desk): 24 hours per turn." in form
    assert '<option value="24" selected>' in form
    assert ann.post(url, {"pace": "days", "turn_hours": "72", "nights_free": "on"}).status_code == 303
    shown = page(ann, table)
    assert "You proposed a new time control: 72 hours per turn, nights paused. 1 of 3 agrees." in shown
    assert "Withdraw" in shown
    assert 'value="agree"' not in shown
    shown = page(ben, table)
    assert "Ann proposes a new time control: 72 hours per turn, nights paused. 1 of 3 agrees." in shown
    assert "Decline" in shown
    assert send(ben, table, "agree") == 303
    assert "2 of 3 agree." in page(ben, table)
    assert send(cas, table, "agree") == 303
    shown = page(cas, table)
    assert 'id="pace"' not in shown
    assert "New time control: 72 hours per turn, nights paused." in shown
    assert send(cas, table, "agree") == 303, "a double click"


def test_proposing_the_current_pace_keeps_the_form_and_says_why(people: list[User]) -> None:
    table = gather(*people[:2], tempo=NO_CLOCK)
    answer = signed_in(people[0]).post(f"/tables/{table.code}/pace/", {"pace": "none"})
    assert answer.status_code == 422
    shown = answer.content.decode()
    assert "This game already has this time control. Choose another one." in shown
    assert "Propose time control" in shown


def test_a_stale_form_says_that_the_proposal_is_closed(people: list[User]) -> None:
    table = gather(*people[:2], tempo=DAYS)
    propose_pace(table=table.code, user=people[0], tempo=WEEK)
    decline(table, people[0])
    answer = signed_in(people[1]).post(
        f"/tables/{table.code}/pace/answer/", {"proposal": number(table), "answer": "agree"}
    )
    assert answer.status_code == 409
    assert "This proposal is no longer open. Nothing was changed." in answer.content.decode()


def test_a_page_that_is_open_asks_for_a_new_proposal(people: list[User]) -> None:
    table = gather(*people[:2], tempo=DAYS)
    ben = signed_in(people[1])
    before = page(ben, table)
    address = before.split('id="strip"')[1].split('hx-get="')[1].split('"')[0].replace("&amp;", "&")
    propose_pace(table=table.code, user=people[0], tempo=WEEK)
    shown = ben.get(address, headers={"HX-Request": "true"}).content.decode()
    assert "Ann proposes a new time control" in shown


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({}, "This field is required"),
        ({"pace": "often"}, "often"),
        ({"pace": "live", "turn_seconds": "5", "reserve_minutes": "0"}, "15"),
        ({"pace": "live", "reserve_minutes": "0"}, "This field is required"),
        ({"pace": "days", "turn_hours": "25"}, "25"),
    ],
)
def test_a_wrong_pace_is_refused_at_its_field(fields: dict[str, str], words: str, people: list[User]) -> None:
    table = gather(*people[:2], tempo=DAYS)
    answer = signed_in(people[0]).post(f"/tables/{table.code}/pace/", fields)
    assert answer.status_code == 422
    assert "There is a problem" in answer.content.decode()
    assert words in answer.content.decode()
    assert not PaceProposal.objects.exists()


@pytest.mark.parametrize(
    "fields", [{}, {"proposal": "1"}, {"proposal": "x", "answer": "agree"}, {"proposal": "1", "answer": "perhaps"}]
)
def test_an_answer_that_is_none_is_refused(fields: dict[str, str], people: list[User]) -> None:
    table = gather(*people[:2], tempo=DAYS)
    propose_pace(table=table.code, user=people[0], tempo=WEEK)
    assert signed_in(people[1]).post(f"/tables/{table.code}/pace/answer/", fields).status_code == 400


def test_spectators_and_those_who_resigned_have_no_say(people: list[User]) -> None:
    table = gather(*people[:3], tempo=DAYS)
    propose_pace(table=table.code, user=people[0], tempo=WEEK)
    absences.resign(table=table.code, user=people[2])
    cas, dee = signed_in(people[2]), signed_in(people[3])
    for client in (cas, dee, Client()):
        assert 'id="pace"' not in page(client, table)
        assert f"/tables/{table.code}/pace/" not in page(client, table)
    assert send(cas, table, "agree") == 409
    assert send(dee, table, "agree") == 404
    assert cas.get(f"/tables/{table.code}/pace/").status_code == 303
    assert cas.post(f"/tables/{table.code}/pace/", {"pace": "none"}).status_code == 409
    assert dee.get(f"/tables/{table.code}/pace/").status_code == 404


def test_many_proposals_are_held_up(people: list[User]) -> None:
    table = gather(*people[:2], tempo=DAYS)
    ann = signed_in(people[0])
    answers = [
        ann.post(f"/tables/{table.code}/pace/", {"pace": "none"}).status_code for _ in range(errors.PACE.times + 1)
    ]
    assert answers == [303] * errors.PACE.times + [429]
