"""The end of a game of Gisborne: places, what parted equal points, charts."""

from dataclasses import replace

import pytest

from engine.contract import Seat
from engine.gisborne.game import RULES
from engine.gisborne.state import Chest
from games.gisborne.log.rounds import fold_rounds
from games.gisborne.past.ending import behind_sentence, fields_chart, points_chart, tie_break_sentence
from games.gisborne.past.summary import kinds, summary
from games.tables import models
from games.tables.log.state import load
from tests.engine.gisborne_games import whole_game
from tests.engine.gisborne_positions import Table
from tests.games.gisborne.log.games import PEOPLE, news_of
from tests.games.gisborne.past.played import played_table
from tests.games.tables.clients import people_named, signed_in, text_of


def test_charts_end_with_the_points_and_fields_of_the_state() -> None:
    events, state = whole_game(3)
    rounds = [one for one in fold_rounds(news_of(events, state, None)) if one.number]
    people = PEOPLE[: state.seats]
    points, fields = points_chart(rounds, people), fields_chart(rounds, people, state.way.last)
    assert [line.sums[-1] for line in points.lines] == [str(chest.points) for chest in state.chests]
    ends = [state.way.last + 1 if seat in state.arrived else at for seat, at in enumerate(state.at)]
    assert [line.sums[-1] for line in fields.lines] == [str(end) for end in ends]


def test_equal_points_are_parted_by_the_place_on_the_way() -> None:
    state = Table([5, 9, 2], ["b1"] * 3, whole=True).state
    state = state._replace(over=True, chests=(Chest((), (2,)), Chest((), (2,)), Chest((), (1,))))
    view = RULES.view(state, Seat(0))
    ben, ann, cas = view.standings.places
    assert (ben.seat, ann.seat, cas.seat) == (1, 0, 2)
    assert tie_break_sentence(view, ben) == "Tied on points: the pawn further along is ahead (rank 1)."
    assert tie_break_sentence(view, cas) == ""
    assert behind_sentence(view.standings, Seat(0)) == "You are second."
    assert behind_sentence(view.standings, Seat(2)) == "You are third, 1 point behind."
    assert behind_sentence(view.standings, Seat(1)) == ""
    assert behind_sentence(view.standings, None) == ""
    left = replace(cas, left=True)
    assert behind_sentence(replace(view.standings, places=(ben, ann, left)), Seat(2)) == ""


@pytest.mark.django_db
def test_summary_has_pieces_of_known_kinds_and_all_points() -> None:
    _events, state = whole_game(1)
    stored = summary(state)
    known = {kind.key: {key for key, _name in kind.pieces} for kind in kinds()}
    assert all(key in known[kind] for kind, key in stored.pieces)
    assert all(key in known[kind] for gains in stored.gains for kind, key in gains)
    assert [sum(gains.values()) for gains in stored.gains] == [chest.points for chest in state.chests]


@pytest.mark.django_db
def test_table_shows_its_end_to_all() -> None:
    people = people_named("Ann", "Ben", "Cas")
    table = played_table(people)
    winner = RULES.standings(load(table).state).winners[0]
    for seat, person in enumerate([*people, None]):
        page = text_of(signed_in(person).get(f"/tables/{table.code}/"))
        assert 'id="ending"' in page
        headline = "You won." if seat == winner else f"{people[winner].display_name} won."
        assert headline in page
        assert page.count('class="chart"') == 2
        assert [page.count(f'id="chart-figures-{number}"') for number in (1, 2)] == [1, 1]


@pytest.mark.django_db
def test_end_shows_points_with_the_handicap() -> None:
    people = people_named("Ann", "Ben", "Cas")
    table = played_table(people)
    models.Seat.objects.filter(table=table, index=1).update(handicap=30)
    points = load(table).state.chests[1].points
    page = text_of(signed_in(people[0]).get(f"/tables/{table.code}/"))
    ending = page[page.index('id="ending"') : page.index('class="chart"')]
    assert f"{points} + 30 = {points + 30}" in ending
    assert f"Ben: {points} + 30 handicap = {points + 30} points. Explain." in ending
    assert "Ben won." in ending
