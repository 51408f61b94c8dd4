"""Creating, joining, leaving and starting tables: allowed cases, and rejections."""

from typing import Any

import pytest
from django.core.exceptions import ValidationError

from games.accounts.models import User
from games.tables.errors import RefusalReason, TableRefusal
from games.tables.game import UnknownGame
from games.tables.lobby import services
from games.tables.lobby.services import NewTable
from games.tables.models import Access, Exclusion, Seat, Status, Table
from tests.games.tables.conftest import gather, pick
from tests.games.tables.toy_features import TOY


def sitting(table: Table) -> list[str]:
    return [seat.shown_name for seat in Seat.objects.at(table)]


def refusal(act: Any, **arguments: Any) -> TableRefusal:
    with pytest.raises(TableRefusal) as caught:
        act(**arguments)
    return caught.value


def test_a_new_table_has_its_host_in_the_first_seat(people: list[User]) -> None:
    table = gather(people[0], capacity=3)
    assert (table.status, table.host, table.version, table.number) == (Status.GATHERING, people[0], 1, 0)
    assert sitting(table) == ["Ann"]
    assert len(table.code) == 8
    assert table.seed is None


def test_codes_differ(people: list[User]) -> None:
    tables = [gather(people[0], capacity=2) for _ in range(5)]
    assert len({table.code for table in tables}) == len({table.invitation for table in tables}) == 5


@pytest.mark.parametrize(
    ("new", "expected"),
    [
        (NewTable("toy", "\u200b", {"turns": 3}, 2), ValidationError),
        (NewTable("toy", "  ", {"turns": 3}, 2), ValidationError),
        (NewTable("toy", "x" * 41, {"turns": 3}, 2), ValidationError),
        (NewTable("toy", "Desk", {"turns": 13}, 2), ValidationError),
        (NewTable("chess", "Desk", {"turns": 3}, 2), UnknownGame),
        (NewTable("toy", "Desk", {"turns": 3}, 13), TableRefusal),
    ],
)
def test_tables_that_cannot_be(people: list[User], new: NewTable, expected: type[Exception]) -> None:
    with pytest.raises(expected):
        services.create_table(host=people[0], new=new)
    assert not Table.objects.exists()


def test_one_host_cannot_fill_the_lobby(people: list[User], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(services, "MOST_GATHERING", 2)
    monkeypatch.setattr(services, "MOST_SOLO", 2)
    gather(people[0], capacity=2)
    alone: dict[str, Any] = {"user": people[0], "game": TOY, "name": "Alone"}
    for game in [services.start_solo(**alone) for _ in range(3)][:2]:
        pick(game, people[0], 1)
    assert refusal(services.start_solo, **alone).reason == RefusalReason.TOO_MANY_ALONE
    gather(people[0], capacity=2)
    with pytest.raises(TableRefusal, match="too_many_tables"):
        gather(people[0], capacity=2)


def test_the_last_seat_starts_the_game(people: list[User]) -> None:
    table = gather(people[0], people[1], capacity=3)
    assert table.status == Status.GATHERING
    services.join(table=table.code, user=people[2])
    table.refresh_from_db()
    assert (table.status, table.number, table.version) == (Status.PLAYING, 2, 4)
    assert refusal(services.join, table=table.code, user=people[3]).reason == RefusalReason.BEGUN


def test_a_full_table_may_wait_for_its_host(people: list[User]) -> None:
    table = gather(people[0], people[1], start_when_full=False)
    assert table.status == Status.GATHERING
    full = refusal(services.join, table=table.code, user=people[2])
    assert (full.reason, full.behind) == (RefusalReason.FULL, True)
    with pytest.raises(Table.DoesNotExist):
        services.start(table=table.code, host=people[1])
    assert services.start(table=table.code, host=people[0]).status == Status.PLAYING
    assert refusal(services.start, table=table.code, host=people[0]).reason == RefusalReason.BEGUN


def test_joining_twice_is_joining_once(people: list[User]) -> None:
    table = gather(people[0], people[1], people[1], capacity=3)
    assert sitting(table) == ["Ann", "Ben"]


def test_leaving_closes_the_gap_and_hands_on_the_table(people: list[User]) -> None:
    table = gather(people[0], people[1], people[2], capacity=4)
    services.leave(table=table.code, user=people[0])
    table.refresh_from_db()
    assert sitting(table) == ["Ben", "Cas"]
    assert [seat.index for seat in Seat.objects.at(table)] == [0, 1]
    assert table.host == people[1]
    services.leave(table=table.code, user=people[1])
    services.leave(table=table.code, user=people[2])
    table.refresh_from_db()
    assert table.status == Status.CLOSED
    assert refusal(services.join, table=table.code, user=people[0]).reason == RefusalReason.CLOSED


def test_nobody_leaves_a_game(people: list[User]) -> None:
    table = gather(people[0], people[1])
    assert refusal(services.leave, table=table.code, user=people[0]).reason == RefusalReason.BEGUN
    with pytest.raises(Table.DoesNotExist):
        services.leave(table=table.code, user=people[3])


def test_who_is_sent_away_stays_away(people: list[User]) -> None:
    table = gather(people[0], people[1], capacity=3, access=Access.INVITATION)
    services.kick(table=table.code, host=people[0], user_id=people[1].pk)
    table, old = Table.objects.get(pk=table.pk), table
    assert sitting(table) == ["Ann"]
    assert table.invitation != old.invitation
    assert Exclusion.objects.filter(table=table, user=people[1]).exists()
    assert refusal(services.join, table=table.code, user=people[1]).reason == RefusalReason.SENT_AWAY
    assert (
        refusal(services.kick, table=table.code, host=people[0], user_id=people[1].pk).reason == RefusalReason.NOT_THERE
    )


def test_only_the_host_sends_away_and_never_themselves(people: list[User]) -> None:
    table = gather(people[0], people[1], capacity=3)
    with pytest.raises(Table.DoesNotExist):
        services.kick(table=table.code, host=people[1], user_id=people[0].pk)
    assert (
        refusal(services.kick, table=table.code, host=people[0], user_id=people[0].pk).reason == RefusalReason.NOT_THERE
    )


def test_only_the_host_closes_and_only_before_the_start(people: list[User]) -> None:
    table = gather(people[0], people[1], capacity=3)
    with pytest.raises(Table.DoesNotExist):
        services.close(table=table.code, host=people[1])
    assert services.close(table=table.code, host=people[0]).status == Status.CLOSED
    running = gather(people[0], people[1])
    assert refusal(services.close, table=running.code, host=people[0]).reason == RefusalReason.BEGUN


def test_a_setup_that_the_rules_refuse_does_not_start(people: list[User]) -> None:
    table = gather(people[0], turns=95, capacity=2)
    assert refusal(services.start, table=table.code, host=people[0]).reason == RefusalReason.CANNOT_START
    table.refresh_from_db()
    assert (table.status, table.seed) == (Status.GATHERING, None)


def test_a_game_alone_starts_at_once(people: list[User]) -> None:
    table = services.start_solo(user=people[0], game=TOY, name="Solo")
    assert (table.status, table.capacity, table.options) == (Status.PLAYING, 1, {"turns": 3})
