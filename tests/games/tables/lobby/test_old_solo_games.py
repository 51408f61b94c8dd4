"""Old untouched solo games: folded away in lists, and continued like any other."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest
import time_machine

from games.accounts.models import User
from games.tables.errors import RefusalReason, TableRefusal
from games.tables.lobby import services
from games.tables.models import ASIDE_AFTER, Seat, Table
from tests.games.tables.clients import signed_in
from tests.games.tables.conftest import gather, pick
from tests.games.tables.pages.test_pages import titles

NOON = datetime(2026, 6, 1, 12, tzinfo=UTC)
SOON = timedelta(minutes=1)
FOLDED = '<details class="aside'


@pytest.fixture(autouse=True)
def clock() -> Iterator[time_machine.Traveller]:
    with time_machine.travel(NOON, tick=False) as traveller:
        yield traveller


def named(table: Table, name: str) -> Table:
    Table.objects.filter(pk=table.pk).update(name=name)
    return table


def lists(user: User, address: str) -> tuple[list[str], list[str]]:
    """Return the names of the listed tables in progress, and of those folded away."""
    page = signed_in(user).get(address).content.decode().split('id="open-title"')[0]
    shown, _, folded = page.partition(FOLDED)
    return titles(shown), titles(folded)


@pytest.mark.parametrize("address", ["/", "/tables/mine/"])
def test_a_game_alone_is_put_aside_after_a_month(
    people: list[User], clock: time_machine.Traveller, address: str
) -> None:
    alone = named(gather(people[0]), "Alone")
    named(gather(people[0], people[1]), "Together")
    named(gather(people[0], capacity=1, start_when_full=False), "Not begun")
    pick(alone, people[0], 1)
    clock.shift(ASIDE_AFTER)
    assert lists(people[0], address)[1] == []
    clock.shift(SOON)
    under_way, aside = lists(people[0], address)
    assert (sorted(under_way), aside) == (["Not begun", "Together"], ["Alone"])
    pick(alone, people[0], 2)
    assert lists(people[0], address)[1] == [], "it is gone on with"


def test_a_game_that_was_begun_alone_at_a_larger_table_is_one_too(
    people: list[User], clock: time_machine.Traveller
) -> None:
    table = gather(people[0], capacity=3)
    services.start(table=table.code, host=people[0])
    clock.shift(ASIDE_AFTER + SOON)
    assert lists(people[0], "/")[1] == ["Desk"]


def test_it_is_not_counted_among_those_that_wait(people: list[User], clock: time_machine.Traveller) -> None:
    gather(people[0])
    client = signed_in(people[0])
    assert "<title>(1) Your tables" in client.get("/").content.decode()
    clock.shift(ASIDE_AFTER + SOON)
    client = signed_in(people[0])
    assert "<title>Your tables" in client.get("/").content.decode()
    assert "Inactive: 1 game" in client.get("/").content.decode()
    assert not Seat.objects.awaited_for_user(people[0].pk).exists()
    together = gather(people[0], people[1])
    assert [seat.table_id for seat in Seat.objects.awaited_for_user(people[0].pk)] == [together.pk]


def test_it_does_not_stand_in_the_way_of_another(
    people: list[User], clock: time_machine.Traveller, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(services, "MOST_SOLO", 1)
    alone = gather(people[0])
    pick(alone, people[0], 1)
    with pytest.raises(TableRefusal) as refusal:
        gather(people[0])
    assert refusal.value.reason == RefusalReason.TOO_MANY_ALONE
    clock.shift(ASIDE_AFTER + SOON)
    gather(people[0])


def test_it_comes_last_on_the_last_page(
    people: list[User], clock: time_machine.Traveller, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("games.tables.pages.views._ON_A_PAGE", 2)
    named(gather(people[0]), "Alone")
    clock.shift(ASIDE_AFTER + SOON)
    for name in ("One", "Two"):
        named(gather(people[0], people[1]), name)
    assert lists(people[0], "/tables/mine/") == (["Two", "One"], [])
    assert lists(people[0], "/tables/mine/?page=2") == ([], ["Alone"])
