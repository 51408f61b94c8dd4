"""Lobby filters, with URLs that can be shared."""

import re
from datetime import UTC, datetime
from html import unescape
from typing import Any

import pytest
import time_machine
from django.test import Client

from games.accounts.models import User
from games.tables.lobby import services
from games.tables.lobby.services import NewTable
from games.tables.models import Access, Pace, Table
from games.tables.time_control import TimeControl
from tests.games.tables.clients import signed_in
from tests.games.tables.conftest import gather
from tests.games.tables.pages.test_pages import form, titles
from tests.games.tables.toy_features import LONG

LOBBY = "/tables/"
NOON = datetime(2026, 6, 1, 12, tzinfo=UTC)
LIVE, DAYS = TimeControl(Pace.LIVE, 60), TimeControl(Pace.DAYS, 86400)


def opened(host: User, name: str, capacity: int, *guests: User, turns: int = 3, **fields: Any) -> Table:
    table = services.create_table(host=host, new=NewTable("toy", name, {"turns": turns}, capacity, **fields))
    for guest in guests:
        services.join(table=table.code, user=guest)
    return table


@pytest.fixture
def tables(people: list[User]) -> None:
    """Create four open tables, oldest first."""
    ann, ben, cas, dee = people
    User.objects.filter(pk=cas.pk).update(language="fr")
    cas.refresh_from_db()
    with time_machine.travel(NOON, tick=False) as clock:
        opened(ann, "Fast", 3, ben, tempo=LIVE)
        clock.shift(60)
        opened(ben, "Slow", 5, tempo=DAYS, turns=LONG + 1)
        clock.shift(60)
        opened(cas, "Chez Cas", 3)
        clock.shift(60)
        opened(dee, "Full", 2, ben, start_when_full=False, tempo=LIVE)
    Table.objects.update(listed_until=datetime(2100, 1, 1, tzinfo=UTC))


def shown(client: Client, search: str = "", **headers: Any) -> str:
    answer = client.get(f"{LOBBY}?{search}", **headers)
    assert answer.status_code == 200
    return unescape(answer.content.decode())


@pytest.mark.usefixtures("tables")
@pytest.mark.parametrize(
    ("search", "names"),
    [
        ("", ["Full", "Chez Cas", "Slow", "Fast"]),
        ("seats=3", ["Chez Cas", "Fast"]),
        ("pace=live", ["Full", "Fast"]),
        ("pace=none", ["Chez Cas"]),
        ("set=long", ["Slow"]),
        ("set=short&seats=2", ["Full"]),
        ("language=fr", ["Chez Cas"]),
        ("language=en&pace=days", ["Slow"]),
        ("free=on", ["Chez Cas", "Slow", "Fast"]),
        ("sort=fullest", ["Full", "Fast", "Chez Cas", "Slow"]),
        ("sort=quickest", ["Full", "Fast", "Slow", "Chez Cas"]),
        ("seats=12", []),
        ("seats=many&pace=fast&set=huge&language=xx&sort=up&free=", ["Full", "Chez Cas", "Slow", "Fast"]),
    ],
)
def test_an_address_says_what_is_listed(client: Client, search: str, names: list[str]) -> None:
    assert titles(shown(client, search)) == names


@pytest.mark.usefixtures("tables")
def test_free_is_what_the_visitor_can_join(people: list[User]) -> None:
    fast = Table.objects.get(name="Fast")
    services.kick(table=fast.code, host=people[0], user_id=people[1].pk)
    assert titles(shown(signed_in(people[0]), "free=on")) == ["Chez Cas", "Slow"], "Ann sits at the fast one"
    assert titles(shown(signed_in(people[1]), "free=on")) == ["Chez Cas"], "Ben was sent away there"
    assert titles(shown(signed_in(people[3]), "free=on")) == ["Chez Cas", "Slow", "Fast"]


@pytest.mark.usefixtures("tables")
def test_the_form_says_what_is_looked_for(client: Client) -> None:
    page = shown(client, "seats=3&pace=live&sort=fullest&free=on")
    for chosen in ('value="3" selected', 'value="live" selected', 'value="fullest" selected'):
        assert chosen in page
    assert re.search(r'name="free"[^>]* checked', page)
    assert '<details class="search" open>' in page
    assert "Filters: 3 seats · Real time · with a free seat" in page
    assert '<details class="search">' in shown(client)


@pytest.mark.usefixtures("tables")
def test_what_is_looked_for_stays_as_the_list_comes_anew_and_on_its_pages(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("games.tables.pages.views._ON_A_PAGE", 1)
    page = shown(client, "seats=3&sort=fullest")
    assert 'hx-get="/tables/?seats=3&sort=fullest"' in page
    assert 'href="?seats=3&sort=fullest&page=2"' in page
    second = shown(client, "seats=3&sort=fullest&page=2", headers={"HX-Request": "true"})
    assert titles(second) == ["Chez Cas"]
    assert second.lstrip().startswith('<div id="lobby"')


@pytest.mark.usefixtures("tables")
def test_where_nothing_is_left_one_opens_such_a_table_or_looks_for_less(people: list[User]) -> None:
    client = signed_in(people[0])
    page = shown(client, "seats=6&pace=days&set=long&language=fr")
    assert "No tables match these filters: 6 seats · Turn-based · Long games · Français" in page
    assert re.search(r'href="/tables/">Clear filters', page)
    such = re.search(r'href="([^"]+)">Start a table like this', page)
    assert such
    begun = unescape(client.get(such[1]).content.decode())
    assert '<option value="6" selected>' in begun
    assert re.search(r'name="pace" value="days"[^>]* checked', begun)
    assert re.search(r'name="access" value="open"[^>]* checked', begun)
    assert f'name="options-turns" value="{LONG + 1}"' in begun


def test_an_empty_lobby_says_so_as_ever(client: Client, db: None) -> None:
    assert "No open tables right now." in shown(client)


def test_a_table_remembers_what_it_is_played_with_and_in_which_language(people: list[User]) -> None:
    client = signed_in(people[0])
    client.post("/tables/new/", form(**{"options-turns": "50"}), headers={"accept-language": "fr"})
    table = Table.objects.get()
    assert (table.set, table.language) == ("long", "fr")
    assert "Français" in shown(signed_in(people[1]))
    assert "<li>Français</li>" not in shown(signed_in(people[1]), headers={"accept-language": "fr"})


def test_a_table_by_invitation_is_not_looked_for(client: Client, people: list[User]) -> None:
    gather(people[0], capacity=3, access=Access.INVITATION)
    assert titles(shown(client, "seats=3")) == []


@pytest.mark.usefixtures("tables")
def test_a_search_takes_no_more_statements(people: list[User], django_assert_max_num_queries: Any) -> None:
    client = signed_in(people[3])
    client.get("/healthz")  # notes the visit of today
    for search in ("", "seats=3&pace=live&set=short&language=en&free=on&sort=fullest"):
        with django_assert_max_num_queries(9):
            shown(client, search)
