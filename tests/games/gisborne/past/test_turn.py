"""Pages of closed rounds: what each viewer reads there."""

import re

import pytest

from engine.contract import Seat
from engine.gisborne.events import Laid
from engine.gisborne.game import RULES
from games.gisborne.log.past_states import closed_rounds, state_after
from games.gisborne.words.names import card_list
from games.tables.log.state import load, log
from games.tables.models import Table
from tests.games.gisborne.past.played import played_table
from tests.games.tables.clients import HTMX, people_named, signed_in, text_of

pytestmark = pytest.mark.django_db


def _page(table: Table, number: int) -> str:
    return f"/tables/{table.code}/turns/{number}/"


def test_closed_round_is_shown_and_the_open_one_leads_to_the_table() -> None:
    people = people_named("Ann", "Ben", "Cas")
    table, client = played_table(people, 4), signed_in(people[0])
    page = text_of(client.get(_page(table, 2)))
    assert "<h1" in page
    assert "Round 2" in page
    assert "Order: " in page
    assert 'id="way"' in page
    assert 'id="seats"' in page
    assert f'href="/tables/{table.code}/turns/3/"' in page
    answer = client.get(_page(table, 5))
    assert (answer.status_code, answer["Location"]) == (303, f"/tables/{table.code}/")
    for number in (0, 6, 999):
        assert client.get(_page(table, number)).status_code == 404


@pytest.mark.parametrize("rounds", [5, 999])
def test_hand_of_a_past_round_is_read_by_its_seat_alone(rounds: int) -> None:
    people = people_named("Ann", "Ben", "Cas")
    table = played_table(people, rounds)
    state = load(table).state
    last = closed_rounds(state)
    clients = {Seat(seat): signed_in(person) for seat, person in enumerate(people)} | {None: signed_in(None)}
    told = 0
    for number in (1, 2, last - 1, last):
        pages = {seat: text_of(client.get(_page(table, number))) for seat, client in clients.items()}
        lines = {seat: set(re.findall(r"<li>(You [^<]*)</li>", page)) for seat, page in pages.items()}
        assert not lines[None]
        for entry in log(table, up_to=table.number):
            if entry.turn != number:
                continue
            for seat in range(3):
                news = RULES.visible(entry.event, Seat(seat), state)
                own = getattr(news, "own", ())
                told += bool(own)
                assert not own or any(card_list(own) in line for line in lines[Seat(seat)])
    assert told


def test_state_after_a_round_has_its_scorings_and_no_plays() -> None:
    table = played_table(people_named("Ann", "Ben", "Cas"), 6)
    events = log(table, up_to=table.number)
    for number in range(1, 6):
        state = state_after(events, number)
        assert state.round.number == number
        assert state.round.cleared
        assert state.round.scored == state.round.earned
        assert state.round.scoring is None
        laid = [entry.event for entry in events if isinstance(entry.event, Laid) and entry.event.round == number]
        assert len(laid) == 3


def test_row_tells_the_points_of_the_seat_that_is_looked_at() -> None:
    people = people_named("Ann", "Ben", "Cas")
    table, client = played_table(people, 5), signed_in(people[1])
    assert "Round 1, Ben: " in text_of(client.get(_page(table, 1)))
    page = text_of(client.get(f"{_page(table, 1)}?look=3"))
    assert "Round 1, Cas: " in page
    assert f'href="/tables/{table.code}/turns/2/?look=3"' in page
    for look in ("", "0", "9", "x", "²", "99999999999999999999"):
        assert client.get(f"{_page(table, 1)}?look={look}").status_code == 200


def test_step_answers_with_parts() -> None:
    people = people_named("Ann", "Ben", "Cas")
    table, client = played_table(people, 3), signed_in(people[0])
    headers = {**HTMX, "HX-Target": "turn"}
    answer = client.get(_page(table, 2), headers=headers)
    assert answer.status_code == 200
    assert "<html" not in text_of(answer)


def test_page_is_translated() -> None:
    people = people_named("Ann", "Ben", "Cas")
    table = played_table(people, 3)
    page = text_of(signed_in(people[0]).get(_page(table, 2), headers={"Accept-Language": "fr"}))
    assert "Manche 2" in page
    assert "Ordre\u00a0:" in page
