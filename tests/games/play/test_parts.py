"""Partial responses: only the parts of a table's page that the requesting page lacks."""

import re
from typing import Any

import pytest
from django.test import Client

from games.accounts.models import User
from games.tables.models import Table
from tests.games.cartographers import play
from tests.games.tables.clients import HTMX, people_named, signed_in

pytestmark = pytest.mark.django_db

ANEW = {"fields", "strip", "refusal", "ending", "desk"}
"""Drawn anew in each answer: forms are in them, or what was said of a command."""
OTHERS = {"away", "pace", "season_over", "season", "boards", "scores", "log"}


@pytest.fixture
def people() -> list[User]:
    return people_named("Ann", "Ben")


@pytest.fixture
def table(people: list[User]) -> Table:
    return play.gather(*people)


@pytest.fixture
def clients(people: list[User]) -> list[Client]:
    return [signed_in(user) for user in people]


def parts(answer: Any) -> dict[str, str]:
    assert answer.status_code in {200, 409, 422}
    return dict(re.findall(r'data-part="(\w+)\.([\w-]+)"', answer.content.decode()))


def shown(has: dict[str, str]) -> dict[str, str]:
    return {**HTMX, "X-Shown": " ".join(".".join(part) for part in has.items())}


def draw(client: Client, table: Table, seat: int, has: dict[str, str]) -> Any:
    sent = play.fields(play.first_placement(play.state_of(table), seat))
    return client.post(play.url(table, play.state_of(table).turn), sent, headers=shown(has))


def test_a_page_has_each_part_once(clients: list[Client], table: Table) -> None:
    page = clients[0].get(play.url(table)).content.decode()
    named = re.findall(r'data-part="(\w+)\.', page)
    assert sorted(named) == sorted({"table"} | ANEW | OTHERS)


def test_a_drawing_that_waits_for_others_brings_what_it_changed(clients: list[Client], table: Table) -> None:
    has = parts(clients[0].get(play.url(table)))
    changed_parts = parts(draw(clients[0], table, 0, has))
    assert set(changed_parts) == ANEW | {"log", "boards"}, "the own board is only looked at now"


def test_a_reveal_brings_what_it_changed(clients: list[Client], table: Table) -> None:
    pages = [parts(client.get(play.url(table))) for client in clients]
    pages[0] |= parts(draw(clients[0], table, 0, pages[0]))
    changed_parts = parts(draw(clients[1], table, 1, pages[1]))
    assert set(changed_parts) > ANEW
    assert "table" not in changed_parts
    address = f"{play.url(table)}?since=1&desk=1.0.1"
    news = parts(clients[0].get(address, headers=shown(pages[0])))
    assert "season" in news, "another card is open"
    assert "season_over" not in news
    pages[0] |= news
    assert pages[0] == parts(clients[0].get(play.url(table))), "nothing is missing"


def test_anothers_answer_brings_the_strip_alone(clients: list[Client], table: Table) -> None:
    has = parts(clients[0].get(play.url(table)))
    draw(clients[1], table, 1, {})
    news = clients[0].get(f"{play.url(table)}?since=1&desk=1.0.-", headers=shown(has))
    assert set(parts(news)) == {"strip"}


@pytest.mark.parametrize("header", ["", "nonsense", "table.season-winter", "table", ". . .", "table." + "x" * 5000])
def test_a_page_dressed_otherwise_is_brought_the_whole_table(header: str, clients: list[Client], table: Table) -> None:
    answer = clients[0].get(f"{play.url(table)}?since=0&desk=0", headers={**HTMX, "X-Shown": header})
    assert set(parts(answer)) == {"table"} | ANEW | OTHERS
    assert (answer["HX-Retarget"], answer["HX-Reswap"]) == ("#table", "parts")


def test_a_page_that_does_not_say_what_it_has_gets_the_table_as_before(clients: list[Client], table: Table) -> None:
    answer = clients[0].get(f"{play.url(table)}?since=0&desk=0", headers=HTMX)
    assert (answer["HX-Retarget"], answer["HX-Reswap"]) == ("#table", "outerHTML")


def test_the_same_part_has_the_same_fingerprint_for_both_and_in_each_language_its_own(
    clients: list[Client], table: Table
) -> None:
    one, other = (parts(client.get(play.url(table))) for client in clients)
    assert one["season"] == other["season"]
    assert one["scores"] != other["scores"]
    french = parts(clients[0].get(play.url(table), headers={"Accept-Language": "fr"}))
    assert french["season"] != one["season"]


def test_a_refused_drawing_brings_the_reason_and_the_desk(clients: list[Client], table: Table) -> None:
    has = parts(clients[0].get(play.url(table)))
    sent = {**play.fields(play.first_placement(play.state_of(table), 0)), "option": "9"}
    answer = clients[0].post(play.url(table, 1), sent, headers=shown(has))
    assert answer.status_code == 422
    assert set(parts(answer)) == ANEW
    assert '<p id="refusal"' in answer.content.decode()


def test_a_typed_line_that_plays_brings_parts_beside_its_answer(clients: list[Client], table: Table) -> None:
    has = parts(clients[0].get(play.url(table)))
    held = clients[0].get(f"{play.url(table)}line?line=next", headers=shown(has))
    assert set(parts(held)) == ANEW
    assert 'hx-swap-oob="afterbegin:#answers"' in held.content.decode()
    assert held["HX-Reswap"] == "parts"


def test_a_page_from_before_there_were_parts_loads_itself_anew(clients: list[Client], table: Table) -> None:
    """Check that its command is executed anyway."""
    old = {**HTMX, "X-Turn": "1"}
    sent = play.fields(play.first_placement(play.state_of(table), 0))
    answer = clients[0].post(play.url(table, 1), sent, headers=old)
    assert (answer.status_code, answer["HX-Refresh"]) == (200, "true")
    assert play.state_of(table).answers[0] is not None
    assert clients[1].get(f"{play.url(table)}?since=1&desk=1.0.-", headers=old)["HX-Refresh"] == "true"


def test_a_strip_without_the_extension_takes_its_own_place(clients: list[Client], table: Table) -> None:
    answer = clients[0].get(f"{play.url(table)}?since=0&desk=1.0.-", headers=HTMX)
    assert set(parts(answer)) == {"strip"}
    assert (answer["HX-Retarget"], answer["HX-Reswap"]) == ("#strip", "outerHTML")


def test_the_whole_page_has_what_stands_about_every_page(clients: list[Client], table: Table) -> None:
    page = clients[0].get(play.url(table)).content.decode()
    assert 'class="site-footer"' in page
    assert page.count('href="/cartographers/rules/"') >= 2, "in the table, and beneath it"
    assert "Carto: draw the Queen’s map together. Fan-made and not affiliated with the game’s publisher." in page
