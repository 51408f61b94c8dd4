"""Former players of seats, loaded for several games at once."""

from typing import Any

import pytest

from games.accounts.models import User
from games.tables.holders import former_holders, read_former_holders
from games.tables.models import Table, Vote
from games.tables.seats import absences
from tests.games.tables.conftest import gather, pick

pytestmark = pytest.mark.django_db


def test_former_holders_of_several_games_are_one_statement(people: list[User], django_assert_num_queries: Any) -> None:
    for _number in range(3):
        table = gather(people[0], people[1])
        pick(table, people[0], 1)
        absences.resign(table=table.code, user=people[1])
        absences.vote(table=table.code, user=people[0], choice=Vote.INVITE)
        absences.take_seat(table=table.code, user=people[2], index=1)
    untouched = gather(people[0], people[1])
    tables = list(Table.objects.order_by("pk"))
    with django_assert_num_queries(1):
        read_former_holders(tables)
    with django_assert_num_queries(0):
        read_former_holders(tables)
        assert [[(one.seat, one.name) for one in former_holders(table)] for table in tables] == [[(1, "Ben")]] * 3 + [
            []
        ]
    assert former_holders(untouched) == ()
