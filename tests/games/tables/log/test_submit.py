"""The only write path: stored commands, rejected ones, and duplicates."""

from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest
from django.db import IntegrityError, transaction

from engine.contract import RuleViolation
from engine.randomness import Shuffler, commitment
from games.accounts.models import User
from games.tables.log.submit import MOST_TAKE_BACKS, TAKEN_BACK_OFTEN, Intent, submit
from games.tables.models import AppendOnly, Seat, Status, Table, TableCommand, TableEvent
from tests.games.tables.conftest import gather, pick, take_back
from tests.games.tables.toy_rules import Pick


def kinds(table: Table) -> list[str]:
    return list(TableEvent.objects.filter(table=table).order_by("number").values_list("kind", flat=True))


def test_start_stores_what_happened_under_a_commitment(people: list[User]) -> None:
    table = gather(people[0], people[1])
    assert table.status == Status.PLAYING
    assert kinds(table) == ["began", "revealed"]
    assert (table.number, table.turn, table.phase) == (2, 1, "picking")
    assert table.commitment == commitment(bytes(table.seed))
    first = TableEvent.objects.get(table=table, number=1)
    assert first.data["deck"] == list(Shuffler(bytes(table.seed)).shuffle("deck", range(3)))


def test_the_last_answer_reveals_in_the_same_step(people: list[User]) -> None:
    table = gather(people[0], people[1])
    before = table.version
    first, second = pick(table, people[0], 1), pick(table, people[1], 1)
    assert (first.number, second.number) == (3, 5)
    assert second.version == before + 2
    assert kinds(table) == ["began", "revealed", "picked", "picked", "revealed"]
    assert [event.seat for event in TableEvent.objects.filter(table=table).after(2)] == [0, 1, 1]


def test_who_is_awaited_and_since_when(people: list[User]) -> None:
    table = gather(people[0], people[1])
    seats = Seat.objects.filter(table=table).order_by("index")
    started = seats[1].awaited_since
    pick(table, people[0], 1)
    assert [seat.awaited for seat in seats.all()] == [False, True]
    assert seats[1].awaited_since == started
    pick(table, people[1], 1)
    assert [seat.awaited for seat in seats.all()] == [True, True]
    assert seats[1].awaited_since != started


def test_the_end_ranks_everybody(people: list[User]) -> None:
    table = gather(people[0], people[1], turns=1)
    pick(table, people[0], 1, number=3)
    pick(table, people[1], 1, number=8)
    table.refresh_from_db()
    assert table.status == Status.FINISHED
    assert table.finished_at is not None
    seats = Seat.objects.filter(table=table).order_by("index")
    assert [(seat.rank, seat.score, seat.awaited) for seat in seats] == [(2, 3, False), (1, 8, False)]
    with pytest.raises(RuleViolation, match="not_playing") as refusal:
        pick(table, people[0], 1)
    assert refusal.value.behind


def test_the_same_command_again_changes_nothing(people: list[User]) -> None:
    table = gather(people[0], people[1])
    name = uuid4()
    first = pick(table, people[0], 1, command_id=name)
    again = pick(table, people[0], 1, number=7, command_id=name)
    assert (again.number, again.version, again.repeated) == (first.number, first.version, True)
    pick(table, people[1], 1)
    assert pick(table, people[0], 1, command_id=name).number == first.number
    assert kinds(table).count("picked") == 2


def test_a_command_of_somebody_else_is_refused(people: list[User]) -> None:
    table = gather(people[0], people[1])
    name = uuid4()
    pick(table, people[0], 1, command_id=name)
    with pytest.raises(RuleViolation, match="command_of_another") as refusal:
        pick(table, people[1], 1, command_id=name)
    assert refusal.value.behind


def test_a_late_command_is_behind_and_a_bad_one_is_not(people: list[User]) -> None:
    table = gather(people[0], people[1])
    pick(table, people[0], 1)
    pick(table, people[1], 1)
    with pytest.raises(RuleViolation, match="late") as late:
        pick(table, people[0], 1)
    with pytest.raises(RuleViolation, match="out_of_range") as bad:
        pick(table, people[0], 2, number=10)
    assert late.value.behind
    assert not bad.value.behind
    assert bad.value.details == ("0", "9")


def test_an_answer_may_be_taken_back_and_given_anew(people: list[User]) -> None:
    table = gather(people[0], people[1])
    pick(table, people[0], 1)
    take_back(table, people[0], 1)
    assert Seat.objects.get(table=table, index=0).awaited
    pick(table, people[0], 1, number=9)
    standing = TableCommand.objects.filter(table=table, seat=0, standing=True)
    assert [command.number for command in standing] == [5]


def test_a_seat_takes_back_so_often_in_a_turn_and_no_more(people: list[User]) -> None:
    table = gather(people[0], people[1])
    for _ in range(MOST_TAKE_BACKS):
        pick(table, people[0], 1)
        take_back(table, people[0], 1)
    last = pick(table, people[0], 1)
    with pytest.raises(RuleViolation, match=TAKEN_BACK_OFTEN) as refusal:
        take_back(table, people[0], 1)
    assert not refusal.value.behind
    assert TableEvent.objects.filter(table=table).count() == last.number
    pick(table, people[1], 1)
    pick(table, people[0], 2)
    assert not take_back(table, people[0], 2).repeated


def test_a_take_back_sent_again_is_answered_as_before(people: list[User], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.tables.log.submit.MOST_TAKE_BACKS", 1)
    table, name = gather(people[0], people[1]), uuid4()
    pick(table, people[0], 1)
    first = take_back(table, people[0], 1, command_id=name)
    pick(table, people[0], 1)
    again = take_back(table, people[0], 1, command_id=name)
    assert (again.number, again.repeated) == (first.number, True)


def test_an_answer_names_an_open_ask(people: list[User]) -> None:
    table = gather(people[0], people[1])
    intent = Intent("toy", lambda _: "pick:7", lambda seat: Pick(seat, 1, 5))
    with pytest.raises(RuleViolation, match="ask_closed") as refusal:
        submit(table=table.code, user=people[0], command_id=uuid4(), intent=intent)
    assert refusal.value.behind
    assert kinds(table) == ["began", "revealed"]


def test_only_the_seated_may_answer(people: list[User]) -> None:
    table = gather(people[0], people[1])
    with pytest.raises(Table.DoesNotExist):
        pick(table, people[2], 1)
    intent = Intent("toy", lambda _: "pick:1", lambda seat: seat)
    with pytest.raises(Table.DoesNotExist):
        submit(table="nowhere1", user=people[0], command_id=uuid4(), intent=intent)


def test_nothing_is_played_before_the_start(people: list[User]) -> None:
    table = gather(people[0], capacity=3)
    with pytest.raises(RuleViolation, match="not_playing"):
        pick(table, people[0], 1)


@pytest.mark.django_db(transaction=True)
def test_a_failure_leaves_nothing_behind(people: list[User], monkeypatch: pytest.MonkeyPatch) -> None:
    table = gather(people[0], people[1])

    def fail(*_args: Any) -> None:
        raise OSError("the disk is full")

    monkeypatch.setattr("games.tables.log.submit._settle", fail)
    with pytest.raises(OSError, match="the disk is full"):
        pick(table, people[0], 1)
    monkeypatch.undo()
    table.refresh_from_db()
    assert kinds(table) == ["began", "revealed"]
    assert (table.number, table.version) == (2, table.version)
    assert not TableCommand.objects.exists()
    assert pick(table, people[0], 1).number == 3


def test_the_database_holds_one_standing_answer(people: list[User]) -> None:
    table = gather(people[0], people[1])
    pick(table, people[0], 1)
    stored = TableCommand.objects.get(table=table)
    with pytest.raises(IntegrityError), transaction.atomic():
        TableCommand.objects.create(
            table=table, command_id=uuid4(), seat=0, ask=stored.ask, turn=1, number=9, standing=True, at=stored.at
        )


def event_again(table: Table, stored: TableCommand) -> None:
    TableEvent.objects.create(table=table, number=1, kind="x", data={}, turn=1, at=stored.at)


def command_again(table: Table, stored: TableCommand) -> None:
    TableCommand.objects.create(
        table=table, command_id=stored.command_id, seat=1, ask="x", turn=1, number=1, standing=False, at=stored.at
    )


def standing_again(table: Table, stored: TableCommand) -> None:
    TableCommand.objects.create(
        table=table, command_id=uuid4(), seat=0, ask=stored.ask, turn=1, number=1, standing=True, at=stored.at
    )


def seat_again(table: Table, stored: TableCommand) -> None:
    Seat.objects.create(table=table, index=0, user_id=table.host_id)


def number_missing(table: Table, stored: TableCommand) -> None:
    TableEvent.objects.create(table=table, number=None, kind="x", data={}, turn=1, at=stored.at)


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    ("breach", "raised"),
    [
        (event_again, RuleViolation),
        (command_again, RuleViolation),
        (standing_again, RuleViolation),
        (seat_again, IntegrityError),
        (number_missing, IntegrityError),
    ],
)
def test_only_a_lost_race_is_told_as_being_behind(
    people: list[User],
    monkeypatch: pytest.MonkeyPatch,
    breach: Callable[[Table, TableCommand], None],
    raised: type[Exception],
) -> None:
    table = gather(people[0], people[1])
    pick(table, people[0], 1)
    stored = TableCommand.objects.get(table=table)
    monkeypatch.setattr("games.tables.log.submit._settle", lambda *_: breach(table, stored))
    with pytest.raises(raised):
        pick(table, people[1], 1)


@pytest.mark.parametrize(
    "options",
    [{"ignore_conflicts": True}, {"update_conflicts": True, "update_fields": ["kind"], "unique_fields": ["pk"]}],
)
def test_events_are_never_stored_over_others(people: list[User], options: dict[str, Any]) -> None:
    table = gather(people[0], people[1])
    with pytest.raises(AppendOnly):
        TableEvent.objects.bulk_create(TableEvent.objects.filter(table=table), **options)


def test_events_are_never_changed(people: list[User]) -> None:
    table = gather(people[0], people[1])
    event = TableEvent.objects.filter(table=table).earliest("number")
    event.kind = "forged"
    with pytest.raises(AppendOnly):
        event.save()
    with pytest.raises(AppendOnly):
        event.delete()
    with pytest.raises(AppendOnly):
        TableEvent.objects.filter(table=table).update(kind="forged")
    with pytest.raises(AppendOnly):
        TableEvent.objects.filter(table=table).delete()
    with pytest.raises(AppendOnly):
        TableEvent.objects.bulk_update([event], ["kind"])
    assert kinds(table) == ["began", "revealed"]
