"""Compiled queries give the same rows as the query sets that they are made of."""

from uuid import uuid4

import pytest
from django.db.models import CharField, IntegerField
from pytest_django import DjangoAssertNumQueries

from games.accounts.models import User
from games.compiled_query import CompiledQuery
from games.tables.models import Seat, read_seats, read_seats_with_table
from tests.games.cartographers.play import gather

pytestmark = pytest.mark.django_db


def test_each_execution_has_its_own_values(django_assert_num_queries: DjangoAssertNumQueries) -> None:
    for name in ("ann", "ben", "cleo"):
        User.objects.create_user(name)
    named = CompiledQuery[tuple[str, int]](
        lambda name, pk: User.objects.filter(username__gte=name).exclude(pk=pk).values_list("username", "pk"),
        name=CharField(),
        pk=IntegerField(),
    )
    people = dict(User.objects.values_list("username", "pk"))
    for _ in range(2):
        with django_assert_num_queries(1):
            assert dict(named.fetch(name="ben", pk=0)) == {"ben": people["ben"], "cleo": people["cleo"]}
        assert dict(named.fetch(name="ben", pk=people["cleo"])) == {"ben": people["ben"]}
        assert named.fetch(name="%s", pk=0) == list(people.items())
        assert named.fetch(name="x", pk=0) == []


def test_a_value_must_be_given_for_each_parameter() -> None:
    named = CompiledQuery[User](lambda name: User.objects.filter(username=name), name=CharField())
    with pytest.raises(KeyError):
        named.fetch()


@pytest.fixture
def people() -> list[User]:
    return [User.objects.create_user(name) for name in ("ann", "ben", "cleo", "dan")]


def test_seats_come_with_their_users_and_table(
    people: list[User], django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    tables = [gather(*people[:3]), gather(*people[2:])]
    for table in tables:
        with django_assert_num_queries(2):
            alone, together = read_seats(table), read_seats_with_table(table.code)
            assert {seat.table.code for seat in together} == {table.code}
            assert [seat.user for seat in alone] == [seat.user for seat in together]
        assert alone == together == tuple(Seat.objects.at(table))
        assert [vars(seat)["awaited_since"] for seat in alone] == [
            seat.awaited_since for seat in Seat.objects.at(table)
        ]
    assert read_seats_with_table("unknown") == ()


def test_seats_come_with_the_command_of_that_id(people: list[User]) -> None:
    table = gather(*people[:2])
    command = uuid4()
    table.commands.create(command_id=command, seat=1, ask="x", turn=1, number=1, standing=True, at=table.created_at)
    assert [(seat.stored_seat, seat.stored_number) for seat in read_seats(table, command)] == [(1, 1), (1, 1)]
    assert [seat.stored_seat for seat in read_seats(table, uuid4())] == [None, None]
