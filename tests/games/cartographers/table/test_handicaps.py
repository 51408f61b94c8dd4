"""Handicaps: what the host adds to the final score of a seat, and the ranks that follow."""

import json
from dataclasses import replace
from random import Random

import pytest
from django.test import Client

from engine.cartographers.events import SeasonScore
from engine.cartographers.game import RULES
from engine.cartographers.state import OverPhase
from engine.cartographers.view import View
from engine.contract import Seat as Index
from engine.contract import Standing, Standings
from games.accounts.models import User
from games.cartographers.goals.scores import listed_people
from games.cartographers.goals.season_over import season_over
from games.history.json_lines import dump_game, read_past_game
from games.history.models import Result, SeatSummary
from games.history.replay_checks import find_fault
from games.play.people import Person
from games.play.standings import with_final_standings
from games.tables.errors import TableRefusal
from games.tables.lobby import services
from games.tables.lobby.hosting import set_handicap
from games.tables.lobby.rematches import rematch
from games.tables.models import Seat, Table
from games.tables.results import final_standings, with_handicap_words
from tests.games.cartographers.play import gather, play_until, state_of
from tests.games.tables.clients import signed_in


def seats(*handicaps: int) -> list[Seat]:
    """Unsaved seats with these handicaps."""
    return [Seat(index=index, user_id=index + 1, handicap=added) for index, added in enumerate(handicaps)]


def ranked(*scores: int) -> Standings:
    """Standings of the rules, in which a later seat of equal score loses the tie break."""
    order = sorted(range(len(scores)), key=lambda seat: (-scores[seat], seat))
    places = (Standing(Index(seat), rank, scores[seat], "fewer_losses") for rank, seat in enumerate(order, 1))
    return Standings(tuple(places))


@pytest.mark.parametrize(
    ("scores", "handicaps", "expected"),
    [
        ((94, 84), (0, 0), [(0, 1, 94), (1, 2, 84)]),
        ((94, 84), (0, 20), [(1, 1, 104), (0, 2, 94)]),
        ((94, 84), (0, 10), [(0, 1, 94), (1, 1, 94)]),  # equal sums of unequal scores share the rank
        ((84, 84, 90), (10, 10, 0), [(0, 1, 94), (1, 2, 94), (2, 3, 90)]),  # the tie break of the rules holds
        ((70, 80, 90), (30, 10, 0), [(0, 1, 100), (1, 2, 90), (2, 2, 90)]),
    ],
)
def test_final_order_follows_the_sums(
    scores: tuple[int, ...], handicaps: tuple[int, ...], expected: list[tuple[int, int, int]]
) -> None:
    places = final_standings(ranked(*scores), seats(*handicaps)).places
    assert [(place.seat, place.rank, place.score) for place in places] == expected


def test_solo_standings_ignore_handicaps() -> None:
    alone = Standings((Standing(Index(0), 1, 84),), rating=4)
    assert final_standings(alone, seats(10)) == alone


def test_words_show_how_the_sum_comes_about() -> None:
    assert with_handicap_words(94, 10, "94 stars") == "84 + 10 handicap = 94 stars"
    assert with_handicap_words(94, 0, "94 stars") == "94 stars"


def waiting(people: list[User]) -> Table:
    """A table of Ann's at which Ben may still join."""
    table = gather(*people[:2], capacity=3)
    Table.objects.filter(pk=table.pk).update(start_when_full=False)
    return table


def give(table: Table, host: User, index: int, handicap: int) -> None:
    """Set the handicap of a seat."""
    set_handicap(table=table.code, host=host, seat=Seat.objects.get(table=table, index=index).pk, handicap=handicap)


def test_host_sets_handicaps_within_limits(people: list[User]) -> None:
    table = waiting(people)
    give(table, people[0], 1, 30)
    assert Seat.objects.get(table=table, index=1).handicap == 30
    for wrong in (31, -1):
        with pytest.raises(TableRefusal):
            give(table, people[0], 1, wrong)
    with pytest.raises(Table.DoesNotExist):
        give(table, people[1], 1, 5)
    ben = signed_in(people[1])
    assert "handicap +30" in ben.get(f"/tables/{table.code}/").content.decode()
    assert 'name="handicap"' not in ben.get(f"/tables/{table.code}/").content.decode()


def test_invalid_number_is_refused_in_words(people: list[User]) -> None:
    table = waiting(people)
    ann, seat = signed_in(people[0]), Seat.objects.get(table=table, index=1).pk
    answer = ann.post(f"/tables/{table.code}/handicap/", {"seat": str(seat), "handicap": "many"})
    assert answer.status_code == 422
    assert "whole number from 0 to 30" in answer.content.decode()


def test_game_with_handicap_is_told_everywhere_and_counts_nowhere(people: list[User]) -> None:
    table = waiting(people)
    give(table, people[0], 1, 30)
    services.start(table=table.code, host=people[0])
    table.refresh_from_db()
    page = Client().get(f"/tables/{table.code}/").content.decode()
    assert "handicap +30" in page
    assert "it doesn’t count toward statistics" in page
    play_until(table, Random(5), lambda state: state.over)
    table.refresh_from_db()
    ben = Seat.objects.get(table=table, index=1)
    assert ben.score is not None
    sentence = f"{ben.score - 30} + 30 handicap = {ben.score}"
    for address in (f"/tables/{table.code}/", "/games/"):
        assert sentence in Client().get(address).content.decode(), address
    stored = sorted(Seat.objects.filter(table=table), key=lambda seat: -(seat.score or 0))
    assert [seat.rank for seat in stored] in ([1, 2], [1, 1])
    assert set(SeatSummary.objects.filter(summary=table.pk).values_list("result", flat=True)) == {Result.PRACTICE}
    assert find_fault(table) == ""
    line = dump_game(table)
    assert json.loads(line)["table"]["handicaps"] == [0, 30]
    assert read_past_game(line).handicaps == (0, 30)
    again = rematch(table=table.code, user=people[1])
    assert Seat.objects.get(table=again, user=people[1]).handicap == 30


def final_view(table: Table, *totals: int) -> View:
    """Return a game of one season that is over, in which each seat has these stars by an edict."""
    state = state_of(table)
    season = tuple(SeasonScore((stars, 0), 0, 0) for stars in totals)
    blank = tuple(SeasonScore((0, 0), 0, 0) for _ in totals)
    seasons = (season, *[blank] * (len(state.definition.seasons) - 1))
    view = RULES.view(state.but(scores=seasons, phase=OverPhase()), None)
    return with_final_standings(view, list(Seat.objects.at(table)))


def test_last_season_ranks_by_sums_with_handicaps(people: list[User]) -> None:
    table = waiting(people)
    give(table, people[0], 1, 30)
    services.start(table=table.code, host=people[0])
    view = final_view(table, 20, 10)
    assert view.over
    ann, ben = (Person(Index(seat), name, "", "", "", me=False) for seat, name in enumerate(("Ann", "Ben")))
    notes = [season_over(view, focus, (ann, ben), (), (), "/tables/x/", ranked=True, lit=False) for focus in (ann, ben)]
    assert [note.standing for note in notes if note] == ["20 in all · rank 2 of 2", "10 + 30 = 40 in all · rank 1 of 2"]
    assert notes[0] is not None
    assert [(result.total.text, result.leads) for result in notes[0].results] == [("20", False), ("10 + 30 = 40", True)]


def test_large_table_lists_the_best_with_handicaps(people: list[User]) -> None:
    view = final_view(gather(*people[:1]), 20)
    last, seats = 14, range(15)
    standings = ranked(*range(30, 15, -1))
    added = final_standings(
        standings, [Seat(index=seat, user_id=seat + 1, handicap=30 * (seat == last)) for seat in seats]
    )
    everybody = [Person(Index(seat), "", "", "", "", me=False) for seat in seats]
    listed = listed_people(replace(view, seats=len(seats), standings=added), everybody, everybody[0])
    assert [person.seat for person in listed][:3] == [last, 0, 1]
