"""Tables and seats that play as on paper: no page of a running game shows stars before they are counted."""

import re
from random import Random
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from engine.cartographers.position import Position
from engine.cartographers.view import View
from games.accounts.models import User
from games.cartographers.desk import placement_values
from games.cartographers.goals import figures, panels, score_text, scores
from games.cartographers.past import changes_since_visit
from games.tables.errors import TableRefusal
from games.tables.lobby.rematches import rematch
from games.tables.models import Seat, Table
from games.tables.seats.help import choose_help
from tests.games.cartographers.play import gather, play_until, state_of

SEAT_RULE = "You play as on paper: stars are shown only after each season is scored."
TABLE_RULE = "This table is played as on paper: stars are shown only after each season is scored."
FIGURES = re.compile(
    r"if scored now|at that point|goal-figure|edict-stars|class=\"then|data-worth=\"(?!fit)|glow[1-4]|glow-loss"
    r"|next to monsters: you lose|stars? every season|star each season|season-total"
)
FRAGMENTS = ("pending", "worth")


@pytest.fixture
def canary(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make every forecast for a viewer who plays as on paper an error."""
    for module in (figures, panels, score_text, scores):
        count = module.forecast_view

        def watched(view: View, position: Position, count: Any = count) -> Any:
            assert not view.as_on_paper, "a figure of stars is computed for a viewer who plays as on paper"
            return count(view, position)

        monkeypatch.setattr(module, "forecast_view", watched)


def running(people: list[User], *, whole_table: bool) -> Table:
    """A game of two in its second season, in which all seats or only Ann's play as on paper."""
    table = gather(*people[:2])
    play_until(table, Random(5), lambda state: state.season == 1 and state.time > 2)
    if whole_table:
        Table.objects.filter(pk=table.pk).update(as_on_paper=True)
    else:
        choose_help(table=table.code, user=people[0], as_on_paper=True)
    return Table.objects.get(pk=table.pk)


def pages(table: Table) -> list[str]:
    """The addresses of all pages of a running table that might show figures."""
    state, at = state_of(table), f"/tables/{table.code}/"
    turns = [f"turns/{turn}/{query}" for turn in range(1, state.turn) for query in ("", "?look=2&boards=all")]
    why = [f"why/now/{seat}/{part}" for seat in (1, 2) for part in ("A", "B", "C", "D", "coins", "monsters")]
    why += ["why/summer/1/stars", "why/year/1/stars", "why/year/2/monsters", f"turns/{state.turn - 1}/why/now/1/A"]
    placed = "?option=1&held=r0&anchor=F6"
    desk = ["", "?look=2", placed, "?worth=A", "?worth=AB", "?worth=stars", f"{placed}&worth=C", "?worth=fit"]
    return [at + one for one in (*desk, *turns, *why, "since/?turn=1", "stars/")]


def read(client: Client, address: str, **headers: str) -> str:
    """The text of a page, or of the one it redirects to."""
    answer = client.get(address, follow=True, headers=headers)
    assert answer.status_code == 200, address
    return answer.content.decode()


def without_scored(html: str) -> str:
    """A page without the result of the scored season, and without the help of the command line."""
    html = re.sub(r'<section id="season-over".*?</section>', "", html, flags=re.S)
    return re.sub(r'<[a-z]+ id="typed".*', "", html, flags=re.S)


@pytest.mark.usefixtures("canary")
@pytest.mark.parametrize("whole_table", [True, False])
def test_pages_as_on_paper_show_no_uncounted_stars(people: list[User], ann: Client, whole_table: bool) -> None:
    table = running(people, whole_table=whole_table)
    for address in pages(table):
        found = FIGURES.search(without_scored(read(ann, address)))
        assert found is None, f"{address}: {found and found.string[found.start() - 200 : found.end() + 50]}"
    page = read(ann, f"/tables/{table.code}/")
    assert 'class="season-box"' in page, "the scored season keeps its figures"
    assert (TABLE_RULE in page) == whole_table


@pytest.mark.usefixtures("canary")
def test_fragments_as_on_paper_show_where_a_shape_fits_alone(people: list[User], ann: Client) -> None:
    table = running(people, whole_table=False)
    for target in FRAGMENTS:
        text = read(ann, f"/tables/{table.code}/?option=1", **{"HX-Request": "true", "HX-Target": target})
        assert FIGURES.search(text) is None
    data = ann.get(f"/tables/{table.code}/?option=1", headers={"HX-Request": "true", "HX-Target": "worth"}).json()
    assert data["heats"].keys() == {placement_values.FIT}
    assert data["heats"]["fit"]["spaces"]
    assert not any(data["places"].values())


@pytest.mark.parametrize("whole_table", [True, False])
def test_typed_lines_as_on_paper_say_so(people: list[User], ann: Client, whole_table: bool) -> None:
    table = running(people, whole_table=whole_table)
    for line in ("edicts", "edict A", "monsters", "score"):
        sent = {"line": line, "command_id": str(uuid4()), "turn": state_of(table).turn}
        answer = ann.post(f"/tables/{table.code}/line", sent, headers={"HX-Request": "true"}).content.decode()
        assert SEAT_RULE in answer, line
        assert "if scored now" not in answer


def test_seat_choice_affects_no_other_viewer(people: list[User], ann: Client, ben: Client) -> None:
    table = running(people, whole_table=False)
    address = f"/tables/{table.code}/"
    assert "goal-figure" not in read(ann, address)
    for other in (ben, Client()):
        assert "goal-figure" in read(other, address)
        assert "as on paper" in read(other, address), "all see the choice beside the name"
    assert "goal-figure" not in read(ann, address), "shared parts don't leak in"


def test_explanation_as_on_paper_keeps_the_rule(people: list[User], ann: Client) -> None:
    table = running(people, whole_table=False)
    withheld = read(ann, f"/tables/{table.code}/why/now/1/A")
    assert SEAT_RULE in withheld
    assert "why/spring" in read(ann, f"/tables/{table.code}/why/year/1/stars")
    assert SEAT_RULE not in read(ann, f"/tables/{table.code}/why/spring/1/A")


def test_stars_page_as_on_paper_returns_to_the_table(people: list[User], ann: Client) -> None:
    table = running(people, whole_table=False)
    assert ann.get(f"/tables/{table.code}/stars/").status_code == 303
    assert SEAT_RULE in read(ann, f"/tables/{table.code}/stars/")


def test_choice_ends_with_the_game_and_shows_everything(people: list[User], ann: Client) -> None:
    table = running(people, whole_table=True)
    play_until(table, Random(5), lambda state: state.over)
    assert ann.get(f"/tables/{table.code}/stars/").status_code == 200
    assert TABLE_RULE in read(ann, f"/tables/{table.code}/")
    with pytest.raises(TableRefusal):
        choose_help(table=table.code, user=people[0], as_on_paper=True)
    again = rematch(table=table.code, user=people[0])
    assert again.as_on_paper


def test_form_switches_own_seat_on_and_off(people: list[User], ann: Client) -> None:
    table = gather(*people[:2])
    for choice, expected in (("paper", True), ("full", False)):
        answer = ann.post(f"/tables/{table.code}/help/", {"help": choice})
        assert answer.status_code == 303
        seats = Seat.objects.filter(table=table).order_by("index")
        assert [seat.as_on_paper for seat in seats] == [expected, False]
    assert ann.post(f"/tables/{table.code}/help/", {"help": "more"}).status_code == 400


def test_ambush_sentences_without_gains_tell_no_cost(people: list[User]) -> None:
    card = state_of(gather(*people[:2])).definition.ambushes[0]
    assert len(changes_since_visit.ambush_sentences(card, 1, None)) == 1
    assert len(changes_since_visit.ambush_sentences(card, 1, 2)) == 2


def test_new_table_form_stores_the_choice(people: list[User], ann: Client) -> None:
    page = ann.get("/tables/new/?game=cartographers").content.decode()
    assert 'name="as_on_paper"' in page
    assert 'name="as_on_paper"' not in ann.get("/tables/new/?game=gisborne").content.decode()
