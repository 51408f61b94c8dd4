"""Undone answers leave no trace: others are sent the same whether a seat has undone and redone or not.

Exceptions are the count and time of the table's changes, by which pages know that they are outdated: a page that
watches sees who is waited for, and so that a player is waited for again.
"""

import re
from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from games.accounts.models import User
from games.cartographers.table import page as presenter
from games.tables.models import Table
from tests.engine.tools import seed_of
from tests.games.cartographers.play import draw, gather, play_until, state_of, url
from tests.games.tables.clients import seeded
from tests.safety.watch import LOOKS, NEW_EACH_TIME, Viewers, first_difference, sent

OF_A_CHANGE = re.compile(rb'(X-Game-Version: |since=|data-version=")\d+|datetime="[^"]*"|data-part="[^"]*"')
"""Fingerprints of parts among it: those of two tables differ by the tables' codes."""


@pytest.fixture
def viewers(people: list[User]) -> Viewers:
    return Viewers.of(people[:3], people[4])


@pytest.fixture(autouse=True)
def _one_deck(monkeypatch: pytest.MonkeyPatch) -> None:
    seeded(monkeypatch, seed_of(8))


def begun(people: list[User], viewers: Viewers) -> Table:
    """Return a three-player game in its second season: Ann and Ben have drawn, Cas has not; all saw it."""
    table = gather(*people[:3])
    play_until(table, Random(7), lambda state: state.season == 1 and state.time > 0)
    for seat in (0, 1):
        assert draw(viewers.seats[seat], table, seat).status_code == 303
    for client in viewers.seats:
        client.get(url(table))  # so that nothing is new to them
    return table


def looks(table: Table, viewers: Viewers) -> dict[tuple[str, str], bytes]:
    """Return everything that viewers other than Ann can see, independent of the table's code and version."""
    bodies = dict(each_look(table, viewers))
    assert len(bodies) > 60
    return bodies


def each_look(table: Table, viewers: Viewers) -> Iterator[tuple[tuple[str, str], bytes]]:
    state = state_of(table)
    new_each_time = re.compile(OF_A_CHANGE.pattern + b"|" + table.code.encode())
    for viewer, who, client in viewers.all()[1:]:
        for what, look in LOOKS.items():
            address, headers = look(table, viewer, state)
            if table.code in address:
                answer = sent(client.get(address, headers=headers))
                yield (who, what), new_each_time.sub(b"", NEW_EACH_TIME.sub(b"", answer))


def assert_same(one: dict[tuple[str, str], bytes], other: dict[tuple[str, str], bytes]) -> None:
    different = {what: first_difference(body, other[what]) for what, body in one.items() if body != other[what]}
    assert different == {}


def change_ones_mind(client: Client, table: Table) -> None:
    """Undo Ann's placement and submit it again."""
    address = url(table, state_of(table).turn, "take-back")
    assert client.post(address, {"command_id": str(uuid4())}).status_code == 303
    assert draw(client, table, 0).status_code == 303


def test_nobody_is_sent_that_another_seat_took_something_back(people: list[User], viewers: Viewers) -> None:
    table = begun(people, viewers)
    before = looks(table, viewers)
    change_ones_mind(viewers.seats[0], table)
    assert state_of(table).retakes
    assert_same(looks(table, viewers), before)


def test_nor_once_the_turn_is_over(people: list[User], viewers: Viewers) -> None:
    """Compare with the same game without the undo."""
    wavering, steady = begun(people, viewers), begun(people, viewers)
    change_ones_mind(viewers.seats[0], wavering)
    for table in (wavering, steady):
        assert draw(viewers.seats[2], table, 2).status_code == 303
    assert state_of(wavering).boards == state_of(steady).boards
    assert [bool(state_of(table).retakes) for table in (wavering, steady)] == [True, False]
    assert_same(looks(wavering, viewers), looks(steady, viewers))


def test_a_count_of_events_would_be_found(
    people: list[User], viewers: Viewers, monkeypatch: pytest.MonkeyPatch
) -> None:
    wavering, steady = begun(people, viewers), begun(people, viewers)
    change_ones_mind(viewers.seats[0], wavering)
    original = presenter.table_page

    def leaking(seated: Any, *args: Any, **more: Any) -> Any:
        return replace(original(seated, *args, **more), played_with=str(seated.number))

    monkeypatch.setattr("games.cartographers.table.answers.table_page", leaking)
    # The first that differs will do.
    pairs = zip(each_look(wavering, viewers), each_look(steady, viewers), strict=True)
    assert any(one != other for one, other in pairs)
