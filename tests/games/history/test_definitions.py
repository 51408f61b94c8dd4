"""Setup definitions: stored once, and read as if each event contained its own."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.core.management import call_command
from django.db import models
from hypothesis import given
from hypothesis import strategies as st

from games.accounts.models import User
from games.history.record import record_of
from games.tables.log.state import cache, load
from games.tables.models import Definition, Table, TableEvent, digest_of, join_definition, split_definition
from tests.games.history.playing import begun, played
from tests.games.tables.present import present
from tests.running.old_migrations import migrate_old

GAMES = {"cartographers": "games.cartographers.game.CARTOGRAPHERS", "toy": "tests.games.tables.toy_features.TOY"}
values = st.recursive(
    st.none() | st.integers() | st.text(), lambda inner: st.dictionaries(st.text(), inner), max_leaves=20
)


@given(st.dictionaries(st.text(), values), st.integers(1, 3))
def test_the_parts_of_any_data_come_to_the_whole(data: dict[str, Any], number: int) -> None:
    shared, own = split_definition(number, data)
    assert join_definition(shared, own) == data
    assert number == 1 or own == data


def test_the_digest_does_not_hang_on_the_order_of_keys() -> None:
    assert digest_of({"a": {"b": 1, "c": 2}}) == digest_of({"a": {"c": 2, "b": 1}})
    assert digest_of({"a": {"b": 1, "c": 2}}) != digest_of({"a": {"b": 1, "c": 3}})


def test_games_of_one_kind_share_one_row(people: list[User]) -> None:
    first, second = begun(people[0]), begun(people[0], people[1])
    begun(people[0], sheet="B")
    events = TableEvent.objects.filter(number=1).order_by("pk")
    assert [event.definition_id for event in events[:2]] == [Definition.objects.earliest("pk").pk] * 2
    assert Definition.objects.count() == 2
    assert [set(event.data) for event in events] == [{"seats", "version"}] * 3
    cache.clear()
    assert load(present(first)).state.definition == load(present(second)).state.definition


def test_a_game_whose_first_event_has_nothing_to_share_has_no_row(people: list[User], settings: Any) -> None:
    settings.CARTO_GAMES = GAMES
    begun(people[0], game="toy")
    assert not Definition.objects.exists()
    assert TableEvent.objects.get(number=1).definition is None


def test_the_whole_game_is_read_in_one_statement(people: list[User], django_assert_num_queries: Any) -> None:
    table = present(begun(people[0]))
    cache.clear()
    with django_assert_num_queries(1):
        load(table)


@pytest.fixture
def _as_it_was() -> Iterator[None]:
    yield
    to_today()


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("_as_it_was")
def test_old_games_move_there_and_back(people: list[User], settings: Any) -> None:
    settings.CARTO_GAMES = GAMES
    tables = [played(people[0]), played(*people), begun(people[0], sheet="B"), begun(people[0], game="toy")]
    records = [record_of(table) for table in tables[:2]]
    data = events()
    migrate_old(("tables", "0012_definitions"))
    old = events()
    assert [definition for definition, _ in old] == [None] * len(old)
    assert set(old[0][1]) == {"definition", "seats", "version"}
    to_today()
    assert events() == data
    cache.clear()
    assert [record_of(Table.objects.get(pk=table.pk)) for table in tables[:2]] == records
    assert Definition.objects.count() == 2


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("_as_it_was")
def test_a_move_that_was_broken_off_goes_on(people: list[User]) -> None:
    first, second = begun(people[0]), begun(people[1])
    data = events()
    migrate_old(("tables", "0012_definitions"))
    moved = models.QuerySet(TableEvent).filter(table=first, number=1)
    moved.update(definition=Definition.objects.get(), data={"seats": 1, "version": 2})
    to_today()
    assert events() == data
    assert load(present(second)).number == second.number


def to_today() -> None:
    call_command("migrate", verbosity=0)


def events() -> list[tuple[int | None, Any]]:
    return list(TableEvent.objects.order_by("pk").values_list("definition", "data"))
