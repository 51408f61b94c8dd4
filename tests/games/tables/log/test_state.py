"""States rebuilt from events: cached, updated incrementally, never ahead of committed data."""

from typing import Any

import pytest
from django.db import transaction

from games.accounts.models import User
from games.tables.log.state import LoadedState, StateCache, cache, load, log
from games.tables.models import Table
from tests.games.tables.conftest import gather, pick
from tests.games.tables.present import present
from tests.games.tables.toy_rules import Kind

pytestmark = pytest.mark.django_db(transaction=True)


def test_the_tail_alone_is_read(people: list[User], django_assert_num_queries: Any) -> None:
    table = gather(people[0], people[1])
    pick(table, people[0], 1)
    table = present(table)
    with django_assert_num_queries(0):
        assert load(table).number == 3
    cache.clear()
    with django_assert_num_queries(1):
        again = load(table)
    assert (again.number, again.state.answer(0, Kind.PICK)) == (3, 5)


def test_a_remembered_state_is_the_folded_one(people: list[User]) -> None:
    table = gather(people[0], people[1])
    for turn in (1, 2):
        pick(table, people[0], turn)
        pick(table, people[1], turn)
    remembered = load(present(table))
    cache.clear()
    assert load(present(table)) == remembered


def test_what_is_rolled_back_is_not_remembered(people: list[User]) -> None:
    table = gather(people[0], people[1])
    with transaction.atomic():
        pick(table, people[0], 1)
        assert load(present(table)).number == 3
        transaction.set_rollback(True)
    assert load(present(table)).number == 2


def test_a_late_writer_does_not_turn_the_memory_back() -> None:
    kept = StateCache(2)
    kept.keep("a", LoadedState("new", 5))
    kept.keep("a", LoadedState("old", 3))
    assert kept.get("a") == LoadedState("new", 5)


def test_the_memory_lets_go_of_what_was_used_longest_ago() -> None:
    kept = StateCache(2)
    for code in ("a", "b"):
        kept.keep(code, LoadedState(code, 1))
    kept.get("a")
    kept.keep("c", LoadedState("c", 1))
    assert (kept.get("a"), kept.get("b"), kept.get("c")) == (LoadedState("a", 1), None, LoadedState("c", 1))


def test_the_log_says_who_brought_what_about(people: list[User]) -> None:
    table = gather(people[0], people[1])
    pick(table, people[1], 1)
    pick(table, people[0], 1)
    entries = log(Table.objects.get(pk=table.pk), up_to=4)
    assert [(entry.number, entry.turn, entry.seat, entry.event.kind) for entry in entries] == [
        (1, 0, None, "began"),
        (2, 1, None, "revealed"),
        (3, 1, 1, "picked"),
        (4, 1, 0, "picked"),
    ]


def test_the_log_is_read_once(people: list[User], django_assert_num_queries: Any) -> None:
    table = gather(people[0], people[1])
    pick(table, people[1], 1)
    first = log(table, up_to=3)
    with django_assert_num_queries(0):
        assert (log(table, up_to=3), log(table, up_to=2)) == (first, first[:2])
    pick(table, people[0], 1)
    with django_assert_num_queries(0):
        assert log(table, up_to=4)[:3] == first


def test_what_the_state_was_folded_from_is_not_read_again(people: list[User], django_assert_num_queries: Any) -> None:
    table = gather(people[0], people[1])
    pick(table, people[0], 1)
    cache.clear()
    table = present(table)
    with django_assert_num_queries(1):
        assert [entry.number for entry in log(table, up_to=load(table).number)] == [1, 2, 3]


def test_a_log_has_no_gap_where_the_state_was_ahead_of_it(people: list[User]) -> None:
    table = gather(people[0], people[1])
    pick(table, people[0], 1)
    ahead = cache.get(table.code)
    assert ahead
    pick(table, people[1], 1)
    cache.clear()
    cache.keep(table.code, ahead)
    assert load(present(table)).number == 5
    assert [entry.number for entry in log(table, up_to=5)] == [1, 2, 3, 4, 5]


def test_a_log_that_is_rolled_back_is_not_remembered(people: list[User]) -> None:
    table = gather(people[0], people[1])
    with transaction.atomic():
        pick(table, people[0], 1)
        assert log(table, up_to=3)[-1].seat == 0
        transaction.set_rollback(True)
    pick(table, people[1], 1)
    assert log(table, up_to=3)[-1].seat == 1
