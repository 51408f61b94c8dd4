"""A table with more players than a page lists: counts, pages of maps, and the best."""

import re
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from django.test import Client

from games.accounts.models import User
from games.tables.log.state import cache
from games.tables.models import MOST_SEATS, Table
from tests.games.cartographers import play
from tests.games.tables.clients import HTMX, been_here, people_named

pytestmark = pytest.mark.django_db

SEATS = 30  # three pages of ten
PLAYER = 14  # on the second page


@pytest.fixture
def people() -> Iterator[list[User]]:
    yield people_named(*(f"Person{number:03}" for number in range(SEATS)))
    cache.clear()


@pytest.fixture
def table(people: list[User]) -> Table:
    return play.gather(*people)


@pytest.fixture
def player(people: list[User]) -> Client:
    return been_here(people[PLAYER])


def maps(page: str) -> list[int]:
    """Return the players whose small maps are on a page."""
    boards = page[page.index('id="boards"') : page.index('id="scores"')]
    return [int(number) for number in re.findall(r'aria-label="Person(\d+)’s map"', boards)]


def current(page: str) -> list[str]:
    """Return the marked page links."""
    return re.findall(r'<a id="(?:seats|places)-(\d+)"[^>]* aria-current="page"', page)


def parts(page: str) -> str:
    return " ".join(".".join(part) for part in re.findall(r'data-part="(\w+)\.([\w-]+)"', page))


def get(client: Client, table: Table, query: str = "", **headers: str) -> str:
    answer = client.get(play.url(table) + query, headers=headers)
    assert answer.status_code == 200
    return str(answer.content.decode())


@pytest.mark.parametrize(
    ("query", "shown"),
    [("", 2), ("?seats=3", 3), ("?look=1", 1), ("?look=1&seats=3", 3), ("?seats=4", 2), ("?seats=x", 2)],
)
def test_maps_are_on_pages_and_a_wrong_number_shows_ones_own(
    player: Client, table: Table, query: str, shown: int
) -> None:
    page = get(player, table, query)
    assert maps(page) == list(range(10 * shown - 10, 10 * shown))
    assert current(page) == [str(shown)]


def test_spectators_see_the_first_page(table: Table) -> None:
    assert maps(get(Client(), table)) == list(range(10))


def test_links_keep_the_map_that_is_looked_at(player: Client, table: Table) -> None:
    url = play.url(table)
    assert f'href="{url}?seats=3#boards" hx-get="{url}?seats=3"' in get(player, table)
    assert f'href="{url}?look=1&amp;seats=3#boards"' in get(player, table, "?look=1")


def test_page_survives_live_updates_and_own_drawings(player: Client, table: Table) -> None:
    page = get(player, table, "?seats=3")
    assert 'data-page="seats=3"' in page
    shown = {**HTMX, "X-Shown": parts(page), "X-Page": "seats=3"}
    assert 'id="boards"' not in get(player, table, "?since=0&desk=old", **shown), "it is as it was"
    answer = play.draw(player, table, PLAYER)
    assert answer.status_code == 303
    play.play_until(table, Random(1), lambda state: state.turn == 2)
    revealed = get(player, table, "?since=0&desk=old", **shown)
    assert current(revealed) == ["3"]


def test_strip_counts_and_names_those_who_are_missing_once_they_are_few(player: Client, table: Table) -> None:
    page = get(player, table)
    assert f'<summary id="strip-progress">0 of {SEATS} have drawn</summary>' in page
    assert "Names are listed here when" in page
    assert 'id="strip-seat-' not in page
    play.play_until(table, Random(1), lambda state: len(play.awaited(state)) == 12)
    missing = {int(seat) for seat in play.awaited(play.state_of(table))}
    page = get(player, table)
    names = page[page.index('id="strip-missing"') :].partition("</ul>")[0]
    assert f"{SEATS - 12} of {SEATS} have drawn" in page
    assert {int(name) for name in re.findall(r"Person(\d+)", names)} == missing


def test_counts_are_in_the_language_of_the_reader(table: Table) -> None:
    page = get(Client(), table, **{"accept-language": "fr"})
    assert f"0 sur {SEATS} ont dessiné" in page
    assert "Les noms s’affichent ici" in page


def test_scores_are_those_of_the_best_and_ones_own(player: Client, table: Table) -> None:
    play.play_until(table, Random(1), lambda state: state.season == 1)
    state, page = play.state_of(table), get(player, table)
    totals = [state.total(seat) for seat in range(SEATS)]
    best = sorted(range(SEATS), key=lambda seat: (-totals[seat], seat))[:12]
    rows = re.findall(r'<th scope="row">.*?Person(\d+)', page[page.index('id="scores"') :], re.DOTALL)
    assert [int(row) for row in rows] == [*best, *([] if PLAYER in best else [PLAYER])]
    assert f"The top 12 of {SEATS} players" in page


def test_log_has_ones_own_drawings_and_links_to_all(player: Client, people: list[User], table: Table) -> None:
    play.play_until(table, Random(1), lambda state: state.turn == 2)
    page = get(player, table)
    log = page[page.index('id="log"') :]
    assert len(re.findall(r"You drew|Person\d+ drew", log)) == 1
    assert "The page of each turn lists the drawings of all players." in log
    turn = get(player, table, "turns/1/")
    assert len(re.findall(r"You drew|Person\d+ drew", turn)) == SEATS


def test_end_has_places_and_maps_by_rank_on_pages(player: Client, table: Table) -> None:
    play.play_until(table, Random(1), lambda state: state.over)
    ranking = [int(place.seat) for place in play.RULES.standings(play.state_of(table)).places]
    for query, shown in (("", 1), ("?places=3", 3), ("?seats=3", 1)):
        page = get(player, table, query)
        walls = page[page.index('class="wall"') : page.index('id="afterwards"')]
        order = ranking[10 * shown - 10 : 10 * shown]
        assert [int(number) for number in re.findall(r'aria-label="Person(\d+)’s map"', walls)] == order
        assert current(page) == [str(shown)]
        listed = page[page.index('class="places') :].partition("</ol>")[0]
        assert len(re.findall('class="place-row"', listed)) == 10


@pytest.mark.parametrize("count", [14, MOST_SEATS])
def test_pages_and_drawings_take_as_many_statements_with_every_number_of_seats(
    count: int, django_assert_max_num_queries: Any
) -> None:
    people = people_named(*(f"Person{number:03}" for number in range(SEATS, SEATS + count)))
    table = play.gather(*people)
    state = play.play_until(table, Random(1), lambda state: len(play.awaited(state)) == 1)
    last = play.awaited(state)[0]
    client = been_here(people[last])
    with django_assert_max_num_queries(7):
        get(client, table)
    with django_assert_max_num_queries(22):
        assert play.draw(client, table, last).status_code == 303
    assert play.state_of(table).turn == 2
    cache.clear()
