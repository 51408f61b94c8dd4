"""Pages without scripts that wait for others: a link that reloads them, and a reload by themselves for bots."""

import re
from datetime import UTC, datetime
from typing import Any

import pytest

from games.accounts.models import User
from games.tables.models import Seat, Table
from games.tables.timeouts.bot_worker import find_asked_bots, postpone
from tests.games.tables.clients import signed_in
from tests.games.tables.conftest import gather
from tests.games.tables.lobby.practice_games import answer, page, start

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _bots_think(settings: Any) -> None:
    settings.BOTS_AT_ONCE = False


def links(html: str, table: Table) -> bool:
    link = re.search(r'<noscript><p class="meta"><a href="([^"]*)">Reload page</a></p></noscript>', html)
    assert link is None or link[1] == f"/tables/{table.code}/"
    return link is not None


def refreshes(html: str, table: Table) -> bool:
    meta = re.search(
        r'<noscript><meta http-equiv="refresh" content="([^"]*)"></noscript>', html.partition("</head>")[0]
    )
    assert meta is None or meta[1] == f"2; url=/tables/{table.code}/"
    assert html.count("http-equiv") == (meta is not None)
    return meta is not None


def waits(html: str, table: Table) -> tuple[bool, bool]:
    """Return whether a page has the link, and whether it reloads itself."""
    return links(html, table), refreshes(html, table)


def test_page_that_waits_for_bots_reloads_itself(people: list[User]) -> None:
    table = start(people[0])
    assert waits(page(table, people[0]), table) == (False, False)
    answer(table, people[0], 1)
    assert waits(page(table, people[0]), table) == (True, True)
    for seat in find_asked_bots([table.code]):
        postpone(seat)
    assert waits(page(table, people[0]), table) == (True, False)


def test_page_that_waits_for_people_has_a_link_only(people: list[User]) -> None:
    table = gather(*people[:2])
    assert waits(page(table, people[0]), table) == (False, False)
    assert waits(page(table, None), table) == (True, False)
    answer(table, people[0], 1)
    assert waits(page(table, people[0]), table) == (True, False)


def test_bots_that_wait_for_people_reload_nothing(people: list[User]) -> None:
    table = start(people[0])
    Seat.objects.filter(table=table, user=None).update(alarm_at=datetime(2100, 1, 1, tzinfo=UTC))
    assert waits(page(table, None), table) == (True, False)


def test_finished_game_waits_for_nobody(people: list[User]) -> None:
    table = start(people[0])
    signed_in(people[0]).post(f"/tables/{table.code}/give-up/")
    assert waits(page(table, people[0]), table) == (False, False)


def test_waiting_room_has_a_link_until_it_is_closed(people: list[User]) -> None:
    table = gather(people[0], capacity=3)
    assert waits(page(table, people[0]), table) == (True, False)
    signed_in(people[0]).post(f"/tables/{table.code}/close/")
    assert waits(page(table, people[0]), table) == (False, False)
