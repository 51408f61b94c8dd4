"""Score explanations: responses of their URLs, and one for every score on the page."""

import re
from random import Random
from typing import Any

import pytest
from django.test import Client
from django.urls import resolve

from engine.contract import Seat
from games.accounts.models import User
from games.play.explanations import explanation_url
from games.tables.models import Access, Table
from tests.games.cartographers import play
from tests.games.cartographers.looking import MOST_QUERIES, lead, text
from tests.games.tables.clients import been_here, signed_in

FIGURE = re.compile(r'<a class="(ask[^"]*)" data-why href="(/tables/[^"]+/why/[^"]+)"[^>]*?>(.*?)</a>', re.S)


def test_addresses_are_those_of_the_view(people: list[User]) -> None:
    match = resolve(explanation_url("/tables/abc/", "now", Seat(2), "A"))
    assert match.view_name == "play:explanation"
    assert match.kwargs == {"code": "abc", "when": "now", "seat": 3, "part": "A"}


@pytest.mark.parametrize("over", [False, True])
def test_every_figure_is_explained(over: bool, people: list[User], summer: Table) -> None:
    """The explanation must start with the figure that was clicked, for any viewer."""
    clients = [signed_in(user) for user in people[:2]]
    if over:
        play.play_until(summer, Random(5), lambda state: state.over)
    for viewer in (clients[1], Client()):
        figures = FIGURE.findall(text(viewer, play.url(summer)))
        # A track, four at the board cards, the sheet, two rows, and at the end twelve at the edicts: none is forgotten.
        assert len(figures) >= 1 + 4 + 21 + 12 + 12 * over
        for css, address, shown in figures:
            number = re.sub(r"<[^>]+>|Spring|Summer|Fall|Winter", "", shown).split()[0]
            figure = lead(text(viewer, address)).split()[0]
            assert figure.lstrip("−") == number.lstrip("−") or ("/year/" in address and "pale" in css), address


def test_a_season_that_was_scored_stays_what_it_was(people: list[User], summer: Table) -> None:
    clients = [signed_in(user) for user in people[:2]]
    addresses = [explanation_url(play.url(summer), "spring", Seat(0), part) for part in ("A", "B", "coins", "monsters")]
    stars = [explanation_url(play.url(summer), "spring", Seat(seat), "stars") for seat in (0, 1)]
    before = [text(clients[0], address) for address in (*addresses, *stars)]
    state = play.state_of(summer)
    assert [lead(page).split()[0] for page in before[4:]] == [
        str(score.total).replace("-", "−") for score in state.scores[0]
    ]
    play.play_until(summer, Random(6), lambda state: state.over)
    after = [text(clients[0], address) for address in (*addresses, *stars)]
    assert [_reasons(page) for page in after] == [_reasons(page) for page in before]


def _reasons(page: str) -> tuple[str, list[str]]:
    return lead(page), re.findall(r"<li>(.*?)</li>", page.split('id="why"')[1], re.S)


def test_the_page_works_alone_and_the_fragment_in_place(people: list[User], summer: Table) -> None:
    ann = signed_in(people[0])
    address = explanation_url(play.url(summer), "now", Seat(0), "A")
    page, fragment = text(ann, address), text(ann, address, **{"HX-Request": "true"})
    assert "<html" in page
    assert f'href="{play.url(summer)}"' in page
    assert "<html" not in fragment
    assert f'href="{address}"' in fragment  # closes it
    for answer in (page, fragment):
        assert 'class="small-map"' in answer
        assert 'id="why-title"' in answer


def test_answers_carry_the_version_and_are_not_kept(people: list[User], summer: Table) -> None:
    answer = signed_in(people[0]).get(explanation_url(play.url(summer), "now", Seat(0), "A"))
    assert answer["X-Game-Version"] == str(summer.version)
    assert answer["Cache-Control"] == "no-store"


def test_the_names_of_others_stand_over_their_maps(people: list[User], summer: Table) -> None:
    ann = signed_in(people[0])
    table = play.url(summer)
    assert " on your map at Spring scoring." in lead(text(ann, explanation_url(table, "spring", Seat(0), "A")))
    assert " on Ben’s current map." in lead(text(ann, explanation_url(table, "now", Seat(1), "A")))
    assert " on Ben’s map if Fall were scored now." in lead(text(ann, explanation_url(table, "fall", Seat(1), "stars")))
    assert " on Ben’s score sheet so far." in lead(text(ann, explanation_url(table, "year", Seat(1), "stars")))


NO_FIGURES = [
    *(f"now/{seat}/A" for seat in (0, 3, 10**30)),
    *("now/1/E", "now/1/stars", "now/1/a", "now/1/AB", "now/1/x"),
    *("spring/1/C", "winter/1/B", "summer/1/A", "spring/1/total"),
    *("year/1/A", "year/1/coins", "autumn/1/A", "Spring/1/A", "0/1/A", "-1/1/A"),
]


@pytest.mark.parametrize("address", NO_FIGURES)
def test_what_is_no_figure_is_404(address: str, people: list[User]) -> None:
    table = play.gather(*people[:2])
    assert signed_in(people[0]).get(f"{play.url(table)}why/{address}").status_code == 404


@pytest.mark.parametrize("access", Access)
def test_who_may_ask(access: Access, people: list[User]) -> None:
    table = play.gather(*people[:2], access=access)
    address = explanation_url(play.url(table), "now", Seat(0), "monsters")
    assert signed_in(people[1]).get(address).status_code == 200
    for stranger in (Client(), signed_in(people[3])):
        assert stranger.get(address).status_code == (200 if access == Access.OPEN else 404)


def test_before_the_game_there_is_nothing_to_ask(people: list[User]) -> None:
    table = play.gather(people[0], capacity=2)
    assert signed_in(people[0]).get(explanation_url(play.url(table), "now", Seat(0), "A")).status_code == 404


def test_the_drawing_of_an_open_turn_is_not_told(people: list[User]) -> None:
    """Players don't even see their own: scores on the page are those of the last closed turn."""
    table = play.gather(*people[:2])
    ann, ben = (signed_in(user) for user in people[:2])
    addresses = [f"{play.url(table)}why/{address}" for address in ("now/1/coins", "now/1/monsters", "spring/1/stars")]
    before = [text(ben, address) for address in addresses]
    assert play.draw(ann, table, 0).status_code == 303
    assert [_reasons(text(ben, address)) for address in addresses] == [_reasons(page) for page in before]


@pytest.mark.parametrize("address", ["now/1/A", "spring/2/stars", "year/1/stars"])
def test_an_answer_is_a_few_queries(
    address: str, people: list[User], summer: Table, django_assert_max_num_queries: Any
) -> None:
    ann = been_here(people[0])
    with django_assert_max_num_queries(MOST_QUERIES):
        ann.get(f"{play.url(summer)}why/{address}")
