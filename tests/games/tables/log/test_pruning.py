"""Pruning of commands of finished games; events are kept."""

from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.core.management import call_command
from django.utils import timezone

from carto_site.daily_jobs import CHORES
from engine.contract import RuleViolation
from games.accounts.models import User
from games.history.record import record_of
from games.tables.lobby import services
from games.tables.log import storage
from games.tables.log.state import cache, load
from games.tables.log.storage import KEPT, prune_commands
from games.tables.log.submit import NOT_PLAYING, Intent, submit
from games.tables.models import Status, Table, TableCommand
from tests.games.tables.conftest import gather, pick
from tests.games.tables.present import present
from tests.games.tables.toy_rules import Pick


def over(user: User, *, days: float = KEPT.days + 1) -> Table:
    """Create a solo game that ended this many days ago."""
    table = gather(user, turns=1)
    pick(table, user, 1)
    Table.objects.filter(pk=table.pk).update(changed_at=timezone.now() - timedelta(days=days))
    return Table.objects.get(pk=table.pk)


def commands() -> set[int]:
    return set(TableCommand.objects.values_list("table", flat=True))


def test_commands_of_old_games_go_and_their_events_stay(people: list[User]) -> None:
    old, young, running = over(people[0]), over(people[0], days=1), gather(people[0])
    pick(running, people[0], 1)
    record = record_of(old)
    assert old.status == Status.FINISHED
    assert prune_commands() == 1
    assert commands() == {young.pk, running.pk}
    cache.clear()
    assert record_of(old) == record
    assert load(present(old)).number == old.number


def test_a_game_under_way_keeps_them_however_long_it_stands(people: list[User]) -> None:
    running = gather(people[0])
    pick(running, people[0], 1)
    Table.objects.update(changed_at=timezone.now() - timedelta(days=900))
    assert prune_commands() == 0


def test_many_go_some_at_a_time(people: list[User], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(storage, "_AT_ONCE", 2)
    for person in [*people, people[0]]:
        over(person)
    assert prune_commands() == 5
    assert commands() == set()


def test_a_late_command_is_refused_and_none_is_doubled(people: list[User]) -> None:
    table, command_id = gather(people[0], turns=1), uuid4()
    intent = Intent("toy", lambda _seat: "pick:1", lambda seat: Pick(seat, 1, 1))
    last = submit(table=table.code, user=people[0], command_id=command_id, intent=intent).number
    assert submit(table=table.code, user=people[0], command_id=command_id, intent=intent).repeated
    prune_commands(kept=timedelta(0))
    with pytest.raises(RuleViolation) as refusal:
        submit(table=table.code, user=people[0], command_id=command_id, intent=intent)
    assert (refusal.value.code, Table.objects.get(pk=table.pk).number) == (NOT_PLAYING, last)


def test_games_under_way_alone_are_counted_as_before(people: list[User]) -> None:
    running, ended = gather(people[0]), over(people[0], days=0)
    pick(running, people[0], 1)
    assert ended.status == Status.FINISHED
    assert list(Table.objects.counted_against_limit()) == [running]
    services.check_table_limit(people[0], 1)


def test_it_is_done_every_day(people: list[User], capsys: Any) -> None:
    over(people[0])
    assert "prune_commands" in CHORES
    call_command("prune_commands")
    assert capsys.readouterr().out == "Commands deleted: 1\n"
