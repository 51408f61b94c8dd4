"""Number of answers so far, for places without room for names."""

from random import Random

import pytest

from engine.cartographers.game import RULES
from engine.contract import Seat
from games.accounts.models import User
from games.cartographers.others.strip import progress_words
from games.tables.models import Table
from tests.games.cartographers import monsters, play
from tests.games.tables.clients import signed_in

pytestmark = pytest.mark.django_db


def words(table: Table) -> str:
    return progress_words(RULES.view(play.state_of(table), Seat(0)))


def test_it_counts_who_has_drawn(people: list[User]) -> None:
    table = play.gather(*people[:3])
    clients = [signed_in(user) for user in people[:3]]
    assert words(table) == "0 of 3 have drawn"
    assert play.draw(clients[1], table, 1).status_code == 303
    assert words(table) == "1 of 3 have drawn"


def test_only_who_chooses_is_counted(people: list[User], monkeypatch: pytest.MonkeyPatch) -> None:
    monsters.stack(monkeypatch, "giant_troll_ravage")
    table = play.gather(*people[:2])
    monsters.play_on(table, people[:2], monsters.chooses)
    assert words(table) in {"0 of 1 have chosen", "0 of 2 have chosen"}


def test_a_finished_game_counts_nobody(people: list[User]) -> None:
    table = play.gather(people[0])
    play.play_until(table, Random(3), lambda state: state.over)
    assert words(table) == ""
