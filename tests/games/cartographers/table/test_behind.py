"""Commands from a second tab, a double click, a stale page or a forged form: no effect, current page."""

import re
from random import Random
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from engine.cartographers.cards import AmbushCard
from engine.cartographers.notation import Placement, board_of
from engine.contract import Seat
from games.accounts.models import User
from games.tables.log.state import LoadedState, cache, load
from games.tables.models import Status, Table
from tests.engine.tools import FULL_MAP, any_placement, with_boards
from tests.games.cartographers.play import (
    awaited,
    draw,
    events,
    fields,
    first_placement,
    gather,
    offer_to,
    play_until,
    state_of,
    take_back,
    url,
)
from tests.games.tables.clients import HTMX, signed_in, text_of
from tests.games.tables.present import present


@pytest.fixture
def table(people: list[User]) -> Table:
    """Return a table where Ann, Ben and Cas are playing."""
    return gather(*people[:3])


@pytest.fixture
def clients(people: list[User]) -> list[Client]:
    return [signed_in(user) for user in people]


def forms(page: str) -> list[tuple[str, str]]:
    """Return the URL and command id of each form on a page that submits a command."""
    form = r'<form[^>]*method="post"[^>]*action="(/tables/[^"]+/turns/[^"]+)".*?name="command_id" value="([^"]+)"'
    return [(address, command) for address, command in re.findall(form, page, re.DOTALL)]


def close_turn(table: Table, clients: list[Client], turn: int) -> None:
    for seat in range(3):
        assert draw(clients[seat], table, seat, turn=turn).status_code == 303


def test_the_same_command_twice_has_the_same_answer_and_one_event(table: Table, clients: list[Client]) -> None:
    sent = fields(first_placement(state_of(table), 0))
    before = events(table)
    first, second = (clients[0].post(url(table, 1), sent, headers=HTMX) for _ in range(2))
    assert first.status_code == second.status_code == 200
    assert first["X-Game-Version"] == second["X-Game-Version"]
    assert bare(text_of(first)) == bare(text_of(second))
    assert events(table) == before + 1


def bare(page: str) -> str:
    """Return a page without the values that change with every response."""
    page = re.sub(r'(name="csrfmiddlewaretoken" value=)"\w+"', r"\1", page)
    return re.sub(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", "", page)


def test_a_command_sent_again_after_the_turn_closed_does_no_harm(table: Table, clients: list[Client]) -> None:
    sent = fields(first_placement(state_of(table), 0))
    clients[0].post(url(table, 1), sent)
    draw(clients[1], table, 1)
    draw(clients[2], table, 2)
    before = events(table)
    late = clients[0].post(url(table, 1), sent, headers=HTMX)
    assert late.status_code == 200
    assert f"/turns/{state_of(table).turn}/placement" in text_of(late)
    assert events(table) == before


def test_two_tabs_draw_once(table: Table, clients: list[Client]) -> None:
    tabs = [forms(text_of(clients[0].get(url(table))))[0] for _ in range(2)]
    assert tabs[0][0] == tabs[1][0]
    assert tabs[0][1] != tabs[1][1]
    state = state_of(table)
    one, other = any_placement(Random(1), offer_to(state, 0)), any_placement(Random(2), offer_to(state, 0))
    assert clients[0].post(tabs[0][0], fields(one, command_id=tabs[0][1])).status_code == 303
    before = events(table)
    answer = clients[0].post(tabs[1][0], fields(other, command_id=tabs[1][1]), headers=HTMX)
    assert answer.status_code == 409
    assert "You’ve already played this turn. Undo your move first." in text_of(answer)
    assert "take-back" in text_of(answer)
    assert events(table) == before
    drawn = state_of(table).answers[0]
    assert drawn is not None
    assert drawn.placement == one


def test_a_stale_page_is_healed(table: Table, clients: list[Client]) -> None:
    (address, command_id), *_ = forms(text_of(clients[0].get(url(table))))
    placement = first_placement(state_of(table), 0)
    close_turn(table, clients, 1)
    before = events(table)
    for headers in ({}, HTMX):
        answer = clients[0].post(address, fields(placement, command_id=command_id), headers=headers)
        page = text_of(answer)
        assert answer.status_code == 409
        assert "That turn is over." in page
        assert answer["X-Game-Version"] == str(Table.objects.get(pk=table.pk).version)
        assert ("<html" in page) == (not headers)
    assert events(table) == before
    (address, command_id), *_ = forms(page)
    healed = fields(first_placement(state_of(table), 0), command_id=command_id)
    assert clients[0].post(address, healed, headers=HTMX).status_code == 200
    assert state_of(table).answers[0] is not None


def test_a_take_back_crosses_a_closing_turn(table: Table, clients: list[Client]) -> None:
    draw(clients[0], table, 0)
    (address, command_id), *_ = forms(text_of(clients[0].get(url(table))))
    assert address.endswith("/take-back")
    draw(clients[1], table, 1)
    draw(clients[2], table, 2)
    before = events(table)
    answer = clients[0].post(address, {"command_id": command_id}, headers=HTMX)
    assert answer.status_code == 409
    assert "That turn is over." in text_of(answer)
    assert events(table) == before


def test_taking_back_twice_takes_back_once(table: Table, clients: list[Client]) -> None:
    draw(clients[0], table, 0)
    command_id = str(uuid4())
    assert take_back(clients[0], table, 1, command_id=command_id).status_code == 303
    before = events(table)
    assert take_back(clients[0], table, 1, command_id=command_id).status_code == 303
    assert take_back(clients[0], table, 1).status_code == 409
    assert events(table) == before


def test_a_taken_back_drawing_does_not_come_back(table: Table, clients: list[Client]) -> None:
    sent = fields(first_placement(state_of(table), 0))
    clients[0].post(url(table, 1), sent)
    take_back(clients[0], table, 1)
    clients[0].post(url(table, 1), sent)
    assert state_of(table).answers[0] is None


def test_out_of_turn_is_409(table: Table, clients: list[Client]) -> None:
    draw(clients[0], table, 0)
    before = events(table)
    answer = draw(clients[0], table, 1)
    assert answer.status_code == 409
    assert events(table) == before


def test_the_command_of_another_is_409(table: Table, clients: list[Client]) -> None:
    command_id = str(uuid4())
    draw(clients[0], table, 0, command_id=command_id)
    before = events(table)
    answer = draw(clients[1], table, 1, command_id=command_id)
    assert answer.status_code == 409
    assert "This form belongs to another player. Nothing was changed. Use your own form." in text_of(answer)
    assert events(table) == before
    assert draw(clients[1], table, 1).status_code == 303


@pytest.mark.parametrize("name", ["subject", "seat", "board", "user", "player", "ask", "turn", "cells", "coin"])
def test_a_forged_owner_is_not_read(name: str, table: Table, clients: list[Client]) -> None:
    for forged in ("1", "2", "ben", "99"):
        sent = fields(first_placement(state_of(table), 0)) | {name: forged}
        answer = clients[0].post(url(table, 1), sent)
        assert answer.status_code == 303
        drawn = state_of(table).answers[0]
        assert drawn is not None
        assert (drawn.seat, drawn.subject, drawn.turn) == (0, 0, 1)
        take_back(clients[0], table, 1)
    assert state_of(table).answers[1:] == (None, None)


def test_an_ambush_goes_where_the_rules_say(table: Table, clients: list[Client]) -> None:
    close_turn(table, clients, 1)
    state = state_of(table)
    assert isinstance(state.open, AmbushCard)
    before = state.boards
    drawings: dict[int, tuple[int, Placement]] = {}
    for seat in range(3):
        view = text_of(clients[seat].get(url(table)))
        placement = any_placement(Random(seat), offer_to(state, seat))
        answer = clients[seat].post(url(table, 2), fields(placement, subject=str(seat), seat=str(seat), board="0"))
        assert answer.status_code == 303
        drawings[seat] = (neighbour(state, seat), placement)
        assert f"on {('Ann', 'Ben', 'Cas')[neighbour(state, seat)]}’s map" in view
    after = state_of(table).boards
    for owner, placement in drawings.values():
        way = state.open.options[0].shape.held(placement.turn)
        fit = way.table[placement.anchor]
        assert fit is not None
        assert before[owner].draw(fit.cells, placement.terrain) == after[owner]
    assert sorted(owner for owner, _ in drawings.values()) == [0, 1, 2]


def neighbour(state: Any, seat: int) -> int:
    """Return the owner of the map passed to a seat, computed independently of the engine."""
    step = 1 if state.open.passing == "clockwise" else -1
    return int((seat - step) % 3)


def test_a_full_map_has_nothing_to_draw(people: list[User]) -> None:
    table = gather(people[0], people[1])
    ann, ben = signed_in(people[0]), signed_in(people[1])
    state = load(present(table)).state
    sent = fields(first_placement(state, 0))
    full = with_boards(state, board_of(FULL_MAP), state.boards[1])
    cache.keep(table.code, LoadedState(full, table.number))
    assert awaited(state_of(table)) == [Seat(1)]
    answer = ann.post(url(table, 1), sent)
    assert answer.status_code == 422
    assert "The map is full" in text_of(answer)
    assert take_back(ann, table, 1).status_code == 409
    assert events(table) == table.number
    assert "nothing to draw" in text_of(ben.get(url(table)))


def test_an_answer_that_no_ask_waits_for_is_409(
    table: Table, clients: list[Client], monkeypatch: pytest.MonkeyPatch
) -> None:
    sent = fields(first_placement(state_of(table), 0))
    monkeypatch.setattr("engine.cartographers.rules.draw.must_answer", lambda _state, seat: seat == Seat(1))
    answer = clients[0].post(url(table, 1), sent)
    assert answer.status_code == 409
    assert "This has already been decided. The table is up to date now." in text_of(answer)
    assert events(table) == table.number


def test_a_finished_game_takes_no_more_drawings(people: list[User]) -> None:
    table = gather(people[0])
    ann = signed_in(people[0])
    first = fields(first_placement(state_of(table), 0))
    play_until(table, Random(1), lambda state: not awaited(state))
    table.refresh_from_db()
    assert table.status == Status.FINISHED
    before, last = events(table), state_of(table).turn
    for turn in (1, last, last + 1):
        for headers in ({}, HTMX):
            answer = ann.post(url(table, turn), first, headers=headers)
            assert answer.status_code == 409
            assert "No game is in progress at this table." in text_of(answer)
            answer = ann.post(url(table, turn, "take-back"), {"command_id": str(uuid4())}, headers=headers)
            assert answer.status_code == 409
    assert events(table) == before
    assert 'id="ending"' in text_of(ann.get(url(table)))
