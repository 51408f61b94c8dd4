"""Explanations of figures of Gisborne."""

import re

import pytest

from games.gisborne.past.explanations import HAND, PLACE, POINTS, SCORING
from games.tables.log.state import load
from tests.games.gisborne.past.played import played_table
from tests.games.tables.clients import HTMX, people_named, signed_in, text_of

pytestmark = pytest.mark.django_db


def test_reasons_of_points_add_up() -> None:
    people = people_named("Ann", "Ben", "Cas")
    table = played_table(people)
    state = load(table).state
    for seat in range(3):
        for client in (signed_in(people[0]), signed_in(None)):
            page = text_of(client.get(f"/tables/{table.code}/why/now/{seat + 1}/{POINTS}"))
            changes = [int(change.replace("−", "-")) for change in re.findall(r"^\s*([+−]?\d+): ", page, re.MULTILINE)]
            assert sum(changes) == state.chests[seat].points
            assert f"{state.chests[seat].points} point" in page


@pytest.mark.parametrize("part", [POINTS, PLACE, HAND, SCORING])
def test_every_figure_is_explained_now_and_after_a_round(part: str) -> None:
    people = people_named("Ann", "Ben", "Cas")
    table = played_table(people, 4)
    for person in (*people, None):
        client = signed_in(person)
        for address in ("", "turns/2/"):
            url = f"/tables/{table.code}/{address}why/now/2/{part}"
            assert 'id="why-title"' in text_of(client.get(url))
            assert "<html" not in text_of(client.get(url, headers=HTMX))


def test_hand_tells_what_each_play_drew_back() -> None:
    people = people_named("Ann", "Ben", "Cas")
    table = played_table(people)
    rounds, draws = load(table).state.round.number, 0
    for seat in range(3):
        page = text_of(signed_in(people[0]).get(f"/tables/{table.code}/why/now/{seat + 1}/{HAND}"))
        assert page.count("Laid: ") == rounds
        assert page.count("Drawn back: ") == rounds - 1, "nobody draws back in the last round"
        draws += sum(map(int, re.findall(r"Drawn back: (\d+)", page)))
    log = text_of(signed_in(people[0]).get(f"/tables/{table.code}/"))
    told = sum(map(int, re.findall(r"(\d+) cards?", " ".join(re.findall(r"Drawn back: ([^.]*)", log)))))
    assert draws >= told > 0


@pytest.mark.parametrize(
    "address",
    [
        "why/then/1/points",
        "why/now/0/points",
        "why/now/4/points",
        "why/now/1/stars",
        "turns/9/why/now/1/points",
        "turns/0/why/now/1/points",
    ],
)
def test_unknown_figure_is_not_found(address: str) -> None:
    people = people_named("Ann", "Ben", "Cas")
    table = played_table(people, 2)
    assert signed_in(people[0]).get(f"/tables/{table.code}/{address}").status_code == 404
