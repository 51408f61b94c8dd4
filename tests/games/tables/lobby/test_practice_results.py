"""Practice games once they are over: results, rematches, and the same game again."""

from html import unescape
from itertools import pairwise

import pytest

from games.accounts.models import User
from games.history.models import Gain, Result, SeatSummary
from games.tables.lobby import services
from games.tables.lobby.rematches import rematch
from games.tables.lobby.services import NewTable
from games.tables.models import Status, Table, TableEvent
from tests.games.tables.clients import signed_in
from tests.games.tables.lobby.practice_games import answer, fresh, seats_of, standing_answers, start


def over(*persons: User, seats: int = 3) -> Table:
    table = start(*persons, seats=seats)
    for turn in (1, 2, 3):
        for user in persons:
            answer(table, user, turn)
    table = fresh(table)
    assert table.status == Status.FINISHED
    return table


@pytest.mark.parametrize("persons", [1, 2])
def test_practice_game_counts_for_nobody(people: list[User], persons: int) -> None:
    table = over(*people[:persons])
    rows = SeatSummary.objects.filter(summary=table.pk)
    assert [(row.result, row.title) for row in rows] == [(Result.PRACTICE, "")] * persons
    assert not Gain.objects.exists()
    listed = unescape(signed_in(people[0]).get("/people/ann/games/").content.decode())
    assert ("Practice" if persons == 1 else "With bots") in listed


def test_practice_game_that_ends_early_counts_for_nobody(people: list[User]) -> None:
    table = start(people[0])
    assert signed_in(people[0]).post(f"/tables/{table.code}/give-up/").status_code == 303
    assert SeatSummary.objects.get().result == Result.UNFINISHED
    assert not Gain.objects.exists()


def test_rematch_of_one_person_is_a_practice_game_that_starts_at_once(people: list[User]) -> None:
    again = rematch(table=over(people[0]).code, user=people[0])
    assert (fresh(again).status, again.practice, len(seats_of(again))) == (Status.PLAYING, True, 3)
    assert standing_answers(again) == [(1, 1), (1, 2)]


def test_rematch_of_several_people_waits_for_them(people: list[User]) -> None:
    table = over(*people[:2])
    again = rematch(table=table.code, user=people[0])
    assert (again.status, again.practice) == (Status.GATHERING, True)
    rematch(table=table.code, user=people[1])
    assert fresh(again).status == Status.GATHERING
    services.start(table=again.code, host=people[0])
    assert [seat.shown_name for seat in seats_of(again)] == ["Ann", "Ben", "Isaura (bot)"]


def test_deck_of_a_practice_game_is_played_again_as_practice(people: list[User]) -> None:
    table = over(people[0])
    again = rematch(table=table.code, user=people[0], same_deck=True)
    assert (again.practice, again.deck_of) == (True, table)


def test_one_practice_game_is_like_another(people: list[User]) -> None:
    """Check that the same seed and answers lead to the same game in any order."""
    logs = []
    for _ in range(2):
        table = services.create_table(
            host=people[0], new=NewTable("toy", "Desk", {"turns": 3}, 3, practice=True), seed=b"s" * 32
        )
        answer(table, people[0], 1)
        logs.append([(event.kind, event.data) for event in TableEvent.objects.filter(table=table).order_by("number")])
    assert all(one == other for one, other in pairwise(logs))
