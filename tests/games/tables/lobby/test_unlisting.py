"""Unlisting of open tables that attract no players."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from html import unescape

import pytest
import time_machine
from django.conf import settings

from games.accounts.models import User
from games.tables import signals
from games.tables.lobby import hosting, services
from games.tables.models import Access, Pace, Status, Table
from games.tables.time_control import NO_CLOCK, TimeControl
from tests.games.tables.clients import signed_in
from tests.games.tables.conftest import gather
from tests.games.tables.present import present
from tests.games.tables.timeouts.test_worker import heard

NOON = datetime(2026, 6, 1, 12, tzinfo=UTC)
DAY = timedelta(days=1)
BY_THE_DAY = TimeControl(Pace.DAYS, 86400)


@pytest.fixture(autouse=True)
def clock() -> Iterator[time_machine.Traveller]:
    with time_machine.travel(NOON, tick=False) as traveller:
        yield traveller


def page_of(user: User, table: Table) -> str:
    return unescape(signed_in(user).get(f"/tables/{table.code}/").content.decode())


@pytest.mark.parametrize(("tempo", "days"), [(NO_CLOCK, 1), (TimeControl(Pace.LIVE, 60), 1), (BY_THE_DAY, 7)])
def test_a_table_is_listed_for_a_day_and_by_the_day_for_a_week(
    people: list[User], clock: time_machine.Traveller, tempo: TimeControl, days: int
) -> None:
    table = gather(people[0], capacity=3, tempo=tempo)
    clock.shift(days * DAY - timedelta(seconds=1))
    assert hosting.unlist_expired_tables() == 0
    assert list(Table.objects.open_tables()) == [table]
    clock.shift(timedelta(seconds=1))
    assert hosting.unlist_expired_tables() == 1
    assert list(Table.objects.open_tables()) == []


def test_only_what_strangers_may_join_is_listed(people: list[User]) -> None:
    alone = gather(people[0], capacity=1, start_when_full=False)
    friends = gather(people[0], capacity=3, access=Access.INVITATION)
    begun = gather(people[0], people[1])
    closed = services.close(table=gather(people[0], capacity=3).code, host=people[0])
    left = services.leave(table=gather(people[0], capacity=3).code, user=people[0])
    assert [present(table).listed_until for table in (alone, friends, begun, closed, left)] == [None] * 5


def test_the_owner_hears_of_it_once(people: list[User], clock: time_machine.Traveller) -> None:
    table, other = gather(people[0], capacity=3), gather(people[1], capacity=3, tempo=BY_THE_DAY)
    with heard(signals.table_unlisted) as news:
        assert hosting.unlist_expired_tables() == 0
        clock.shift(DAY)
        assert hosting.unlist_expired_tables() == 1
        assert hosting.unlist_expired_tables() == 0
    assert [one["table"] for one in news] == [table]
    assert (present(table).listed_until, present(table).status) == (None, Status.GATHERING)
    assert present(table).version == table.version + 1
    assert present(other).listed_until is not None
    assert "games.tables.lobby.hosting.unlist_expired_tables" in settings.CARTO_SWEEPS


def test_a_sweep_takes_off_a_handful_the_longest_overdue_first(
    people: list[User], clock: time_machine.Traveller, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hosting, "MOST", 2)
    tables = []
    for host in people[:3]:
        tables.append(gather(host, capacity=3))
        clock.shift(60)
    clock.shift(DAY)
    assert hosting.unlist_expired_tables() == 2
    assert [present(table).listed_until is None for table in tables] == [True, True, False]
    assert hosting.unlist_expired_tables() == 1


def test_a_table_stays_listed_whose_unlisting_nobody_can_be_told_of(
    people: list[User], clock: time_machine.Traveller
) -> None:
    table = gather(people[0], capacity=3)
    clock.shift(DAY)

    def fail(sender: object, **_news: object) -> None:
        raise RuntimeError

    signals.table_unlisted.connect(fail)
    try:
        with pytest.raises(RuntimeError):
            hosting.unlist_expired_tables()
    finally:
        signals.table_unlisted.disconnect(fail)
    assert present(table).listed_until == NOON + DAY


def test_who_sits_down_lets_the_time_begin_anew(people: list[User], clock: time_machine.Traveller) -> None:
    table = gather(people[0], capacity=3)
    clock.shift(2 * DAY)
    assert hosting.unlist_expired_tables() == 1
    services.join(table=table.code, user=people[1])
    assert present(table).listed_until == NOON + 3 * DAY


@pytest.mark.parametrize(("tempo", "words"), [(NO_CLOCK, "for a day."), (BY_THE_DAY, "for a week.")])
def test_the_host_lists_it_again(
    people: list[User], clock: time_machine.Traveller, tempo: TimeControl, words: str
) -> None:
    table = gather(people[0], people[1], capacity=3, tempo=tempo)
    unlisted = f"Removed from open tables because nobody joined {words}"
    assert unlisted not in page_of(people[0], table)
    clock.shift(8 * DAY)
    hosting.unlist_expired_tables()
    assert unlisted in page_of(people[0], table)
    assert unlisted not in page_of(people[1], table), "a guest cannot list it"
    here = f"/tables/{table.code}/list/"
    assert signed_in(people[1]).post(here).status_code == 404
    assert signed_in(people[0]).post(here).status_code == 303
    assert list(Table.objects.open_tables()) == [table]
    assert unlisted not in page_of(people[0], table)


def test_a_game_that_has_begun_is_not_listed_again(people: list[User]) -> None:
    table = gather(people[0], people[1])
    assert signed_in(people[0]).post(f"/tables/{table.code}/list/").status_code == 409
    assert present(table).listed_until is None


def test_a_table_that_somebody_joins_this_moment_stays_listed(
    people: list[User], clock: time_machine.Traveller, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = gather(people[0], capacity=3)
    clock.shift(DAY)
    unlist = hosting._unlist

    def joined_first(code: str) -> bool:
        services.join(table=code, user=people[1])
        return unlist(code)

    monkeypatch.setattr(hosting, "_unlist", joined_first)
    with heard(signals.table_unlisted) as news:
        assert hosting.unlist_expired_tables() == 0
    assert news == []
    assert present(table).listed_until == NOON + 2 * DAY
