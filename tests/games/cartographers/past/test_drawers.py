"""Names on pages of past turns: a former player and the stand-in are named for the turns that they drew."""

from html import unescape

import pytest
from django.http import HttpRequest

from games.accounts.models import User
from games.cartographers.log.past_states import turn_history
from games.cartographers.paper.facts import map_facts
from games.cartographers.past.changes_since_visit import build_changes
from games.studies.services import SeatTurn
from games.studies.turns import drawers
from games.tables.lobby import rematches
from games.tables.log.state import log
from games.tables.models import Table, Vote
from games.tables.pages.access import seated
from games.tables.seats import absences
from games.tables.timeouts import worker
from tests.games.cartographers import monsters, play
from tests.games.tables.clients import HTMX, seeded, signed_in, text_of
from tests.games.tables.present import present

pytestmark = pytest.mark.django_db
DRAWN_BY = {1: "Ben", 3: "Ben (stand-in)", 4: "Dee"}
"""The names of seat 2 by turn: Ben drew two turns and resigned, the stand-in drew one, and Dee took the seat."""


@pytest.fixture
def handed_over(people: list[User], monkeypatch: pytest.MonkeyPatch) -> Table:
    seeded(monkeypatch, bytes(32))
    ann, ben, cas, dee = people[:4]
    table = play.gather(ann, ben, cas)
    monsters.play_on(table, [ann, ben, cas], lambda state: state.turn == 3)
    absences.resign(table=table.code, user=ben)
    while worker.act_on_due_clocks():
        pass
    monsters.play_on(table, [ann, ben, cas], lambda state: state.turn == 4)
    for user in (ann, cas):
        absences.vote(table=table.code, user=user, choice=Vote.INVITE)
    absences.take_seat(table=table.code, user=dee, index=1)
    monsters.play_on(table, [ann, dee, cas], lambda state: state.turn == 5)
    tape = turn_history(table.code, log(table, up_to=play.events(table)))
    assert not any(turn.ambush for turn in tape.turns)
    return present(table)


def finished(table: Table, people: list[User]) -> Table:
    monsters.play_on(table, [people[0], people[3], people[2]])
    return present(table)


def page(table: Table, user: User, turn: int, query: str = "?look=2&heat=table&ghosts=all") -> str:
    return unescape(text_of(signed_in(user).get(f"{play.url(table)}turns/{turn}/{query}")))


def part(text: str, name: str) -> str:
    return text.partition(f'id="{name}"')[2].partition("</section>")[0]


@pytest.mark.parametrize(
    ("turn", "to_others", "to_newcomer"),
    [
        (1, "Ben’s map", "Ben’s map"),
        (3, "Ben’s map (turn drawn by a stand-in)", "Ben’s map (turn drawn by a stand-in)"),
        (4, "Dee’s map", "Your map"),
    ],
)
def test_heading_of_a_past_turn_names_who_drew_it(
    handed_over: Table, people: list[User], turn: int, to_others: str, to_newcomer: str
) -> None:
    for user, title in ((people[0], to_others), (people[3], to_newcomer)):
        assert f'<h2 id="desk-title" tabindex="-1">{title}</h2>' in page(handed_over, user, turn)


@pytest.mark.parametrize("turn", DRAWN_BY)
def test_heat_ghosts_and_boards_of_a_past_turn_name_who_drew_it(
    handed_over: Table, people: list[User], turn: int
) -> None:
    text = page(handed_over, people[0], turn)
    assert f"<li>{DRAWN_BY[turn]} (" in part(text, "heat")
    assert f"2 {DRAWN_BY[turn]}: " in part(text, "ghosts")
    board = text.split('class="board-card seat-1')[1].split("</li>")[0]
    assert ("drawn by a stand-in" in board) is (turn == 3)
    assert "resigned" not in text
    assert ("Dee" in text) is (turn == 4)


@pytest.mark.parametrize("turn", DRAWN_BY)
def test_explanation_and_picture_of_a_past_turn_name_who_drew_it(
    handed_over: Table, people: list[User], turn: int
) -> None:
    name = DRAWN_BY[turn].split()[0]
    why = signed_in(people[0]).get(f"{play.url(handed_over)}turns/{turn}/why/now/2/A")
    assert f"{name}’s map" in unescape(text_of(why))
    request = HttpRequest()
    request.user = people[0]
    facts = map_facts(seated(request, handed_over), 2, turn)
    assert facts
    assert facts.name == DRAWN_BY[turn]
    assert {place.name for place in facts.places} == {"Ann", name, "Cas"}


def test_film_since_the_last_visit_names_who_drew_each_turn(handed_over: Table, people: list[User]) -> None:
    request = HttpRequest()
    request.user = people[0]
    film = build_changes(seated(request, handed_over), 1)
    assert film
    drew = [board.person.drawer for step in film.steps for board in step.maps if board.person.seat == 1]
    assert drew == ["Ben", "Ben", "Ben (stand-in)", "Dee"]


def test_film_of_the_year_names_who_drew_each_turn(handed_over: Table, people: list[User]) -> None:
    table = finished(handed_over, people)
    answer = signed_in(people[0]).get(f"{play.url(table)}year?look=2", headers=HTMX)
    titles = [part.partition('"')[0] for part in unescape(text_of(answer)).split('data-title="')[1:]]
    for title, end in zip(titles[:3], ("drawn by Ben", "drawn by Ben", "drawn by Ben (stand-in)"), strict=True):
        assert title.endswith(f", {end}")
    assert not any("drawn by" in title for title in titles[3:])


def test_other_games_of_the_deck_and_collections_name_who_drew(handed_over: Table, people: list[User]) -> None:
    table = finished(handed_over, people)
    alone = rematches.play_deck(table=table.code, user=people[0], name="Again")
    monsters.play_on(alone, [people[0]])
    with_seats = Table.objects.with_seats().get(pk=table.pk)
    for turn, name in DRAWN_BY.items():
        heat = part(page(alone, people[0], turn, "?heat=deck"), "heat")
        assert f">{name}</a>" in heat
        assert ("Dee" in heat) is (turn == 4)
        assert drawers([SeatTurn(with_seats, turn, 1)]) == {SeatTurn(with_seats, turn, 1): name.split()[0]}
