"""Previews of a shape's worth: available to players who still have to draw, also without JavaScript."""

import json
import re
from typing import Any

import pytest
from django.test import Client

from games.accounts.models import User
from games.cartographers.desk.placement_state import first_ghost
from games.tables.models import Table
from tests.games.cartographers import play
from tests.games.tables.clients import seeded, signed_in, text_of

pytestmark = pytest.mark.django_db
WORTH = {"HX-Request": "true", "HX-Target": "worth"}


@pytest.fixture
def table(people: list[User], monkeypatch: pytest.MonkeyPatch) -> Table:
    seeded(monkeypatch, play.TWO_SHAPES)
    return play.gather(*people[:2])


def worth(client: Client, table: Table, query: str = "") -> Any:
    return client.get(f"{play.url(table)}{query}", headers=WORTH)


def test_who_has_to_draw_is_told_what_it_is_worth_wherever_it_fits(people: list[User], table: Table) -> None:
    answer = worth(signed_in(people[0]), table, "?option=2")
    data = answer.json()
    ghost = first_ghost(play.offer_to(play.state_of(table), 0)).with_option(1)
    legal = ghost.offer.anchors(ghost.chosen, ghost.orientation)
    assert data["turn"] == play.url(table, 1)
    assert len(data["places"]) == legal.bit_count()
    assert {"A", "D", "coins", "fit"} <= set(data["heats"])
    assert answer["Cache-Control"] == "no-store"


@pytest.mark.parametrize("query", ["?option=9", "?option=x&terrain=lava&held=r9", "?anchor=Z99&at=", "?option=²"])
def test_what_is_not_on_offer_is_answered_as_the_first_shape(people: list[User], table: Table, query: str) -> None:
    ann = signed_in(people[0])
    assert worth(ann, table, query).json() == worth(ann, table).json()


def test_who_owes_no_drawing_is_told_to_look_for_what_is_new(people: list[User], table: Table, client: Client) -> None:
    ann = signed_in(people[0])
    assert play.draw(ann, table, 0).status_code == 303
    for looking in (ann, client):
        answer = worth(looking, table)
        assert (answer.status_code, answer.content) == (204, b"")
        assert json.loads(answer["HX-Trigger"]) == {"carto:changed": {"target": "#strip"}}


@pytest.mark.parametrize(("goal", "css"), [("fit", "fits"), ("coins", "glow4")])
def test_without_scripts_an_address_shows_it(people: list[User], table: Table, goal: str, css: str) -> None:
    page = text_of(signed_in(people[0]).get(f"{play.url(table)}?worth={goal}"))
    ghost = first_ghost(play.offer_to(play.state_of(table), 0))
    heat = worth(signed_in(people[0]), table).json()["heats"][goal]
    glowing = re.findall(rf'<td class="[^"]*\b{css}\b[^"]*"><button [^>]*id="(\w+)"', page)
    assert len(glowing) == sum(css in shown.split() for shown, _number in heat["spaces"].values())
    assert heat["words"] in page
    if goal == "fit":
        covered = 0
        for fit in ghost.offer.fits(ghost.chosen):
            covered |= fit.cells if fit.orientation == ghost.orientation else 0
        assert len(glowing) == covered.bit_count()
        return
    assert glowing
    step = re.search(r'<p class="worth" id="worth"><a href="([^"]+)">', page)
    assert step
    html = text_of(signed_in(people[0]).get(play.url(table) + step[1].replace("&amp;", "&").split("#")[0]))
    assert 'id="confirm" class="button primary" type="submit">' in html
    assert heat["words"].split(": ")[1].startswith(re.findall(r'name="anchor" value="(\w+)"', html)[0])


def test_every_goal_has_its_link(people: list[User], table: Table) -> None:
    ann = signed_in(people[0])
    page = text_of(ann.get(play.url(table)))
    (links,) = re.findall(r'<nav class="control-row" id="goals".*?</nav>', page, re.DOTALL)
    goals = re.findall(r"worth=(\w+)", links)
    assert goals == ["A", "B", "C", "D", "coins", "monsters", "stars", "AB", "fit"]
    assert 'id="worth"></p>' in text_of(ann.get(f"{play.url(table)}?worth=Q"))
