"""Pairing under concurrent requests: people who look for each other end at one table."""

from functools import partial

import pytest

from games.accounts.models import User
from games.tables.lobby.pairing import PairChoice, pair
from games.tables.models import Seat, Status, Table
from tests.games.tables.clients import signed_in
from tests.games.tables.test_races import clicked

pytestmark = pytest.mark.django_db(transaction=True)
ROUNDS = 5


def test_two_people_at_once_end_at_one_table(people: list[User]) -> None:
    for _ in range(ROUNDS):
        before = Table.objects.count()
        clicked(*(partial(pair, user=person, choice=PairChoice()) for person in people[:2]))
        assert Table.objects.count() == before + 1
        table = Table.objects.latest("pk")
        assert table.status == Status.PLAYING
        assert set(Seat.objects.filter(table=table).values_list("user", flat=True)) == {one.pk for one in people[:2]}
        Table.objects.update(started_at=None)  # so that the game is no recent one


def test_four_people_at_once_end_at_two_tables(people: list[User]) -> None:
    clicked(*(partial(pair, user=person, choice=PairChoice()) for person in people))
    assert [table.status for table in Table.objects.all()] == [Status.PLAYING] * 2


def test_double_click_opens_one_table(people: list[User]) -> None:
    ann = signed_in(people[0])
    clicked(*(partial(ann.post, "/tables/pair/") for _ in range(2)))
    assert Table.objects.count() == 1
