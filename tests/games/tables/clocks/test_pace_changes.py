"""Changing the time control of a game in progress."""

from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.utils import timezone

from games.accounts.models import User
from games.notices.models import Notice
from games.notices.models import NoticeKind as NoticeKind
from games.tables.clocks import clocks
from games.tables.clocks.pace_changes import answer_proposal, propose_pace
from games.tables.errors import TableRefusal
from games.tables.incidents import incident_lines
from games.tables.models import AwayCause, Ending, Pace, PaceProposal, Seat, Status, Table, Vote
from games.tables.seats import absences
from games.tables.staff.interventions import AdminIntervention, InterventionAction, intervene
from games.tables.time_control import NO_CLOCK, TimeControl
from games.tables.timeouts import repair, worker
from tests.games.tables.conftest import gather, pick

HOUR = 3600
LIVE = TimeControl(Pace.LIVE, turn_seconds=60, reserve_seconds=300)
FAST = TimeControl(Pace.LIVE, turn_seconds=30)
DAYS = TimeControl(Pace.DAYS, turn_seconds=24 * HOUR)
NIGHTS = TimeControl(Pace.DAYS, turn_seconds=24 * HOUR, nights_free=True)
WEEK = TimeControl(Pace.DAYS, turn_seconds=168 * HOUR)
ALL = (LIVE, FAST, DAYS, NIGHTS, WEEK, NO_CLOCK)


@pytest.fixture(autouse=True)
def clock() -> Iterator[time_machine.Traveller]:
    with time_machine.travel(datetime(2026, 6, 1, 12, tzinfo=UTC), tick=False) as traveller:
        repair.forget()
        yield traveller


def read(table: Table) -> Table:
    return Table.objects.get(pk=table.pk)


def tempo_of(table: Table) -> TimeControl:
    return TimeControl.of(read(table))


def seats(table: Table) -> list[Seat]:
    return list(Seat.objects.at(table))


def number(table: Table) -> int:
    return PaceProposal.objects.get(table=table).number


def agree(table: Table, user: User) -> Table:
    return answer_proposal(table=table.code, user=user, proposal=number(table), agrees=True)


def decline(table: Table, user: User) -> Table:
    return answer_proposal(table=table.code, user=user, proposal=number(table), agrees=False)


def lines(table: Table) -> list[str]:
    return [line.text for line in incident_lines(read(table))]


def change(table: Table, people: list[User], tempo: TimeControl) -> None:
    propose_pace(table=table.code, user=people[0], tempo=tempo)
    for user in people[1:]:
        agree(table, user)


# --- Services --------------------------------------------------------------------------------------------------------


def test_the_pace_changes_once_all_players_agree(people: list[User]) -> None:
    table = gather(*people[:3], tempo=DAYS)
    propose_pace(table=table.code, user=people[0], tempo=WEEK)
    agree(table, people[1])
    assert tempo_of(table) == DAYS
    agree(table, people[2])
    assert tempo_of(table) == WEEK
    assert lines(table) == ["New time control: 1 week per turn."]
    assert not Seat.objects.exclude(agreed_pace=None).exists()


@pytest.mark.parametrize("new", ALL)
@pytest.mark.parametrize("old", ALL)
def test_clocks_begin_anew_with_the_whole_time_of_the_new_pace(
    old: TimeControl, new: TimeControl, people: list[User], clock: time_machine.Traveller
) -> None:
    if old == new:
        return
    table = gather(*people[:3], tempo=old)
    pick(table, people[2], 1)
    clock.shift(20)
    change(table, people[:3], new)
    now = timezone.now()
    for seat in seats(table)[:2]:
        if new.pace == Pace.NONE:
            assert (seat.due_at, seat.alarm_at) == (None, None)
            continue
        assert seat.due_at is not None
        assert seat.due_at == clocks.latest_due(read(table), seat, now)
        assert (seat.due_at - now).total_seconds() >= new.turn_seconds + new.reserve_seconds
        assert seat.alarm_at is not None
        assert now < seat.alarm_at <= seat.due_at
    assert seats(table)[2].due_at is None, "who has answered is not waited for"
    clock.shift(repair.EVERY.total_seconds() + 1) if new.pace != Pace.LIVE else None
    assert repair.repair() == 0
    assert worker.act_on_due_clocks() == 0


def test_nobody_is_out_of_time_through_a_change_that_comes_late(
    people: list[User], clock: time_machine.Traveller
) -> None:
    table = gather(*people[:2], tempo=WEEK)
    propose_pace(table=table.code, user=people[0], tempo=LIVE)
    clock.shift(168 * HOUR - 1)
    agree(table, people[1])
    clock.shift(359)
    assert worker.act_on_due_clocks() == 0
    clock.shift(1)
    assert worker.act_on_due_clocks() == 2


def test_a_reserve_that_was_used_is_whole_again(people: list[User], clock: time_machine.Traveller) -> None:
    table = gather(*people[:2], tempo=LIVE)
    clock.shift(200)
    pick(table, people[0], 1)
    pick(table, people[1], 1)
    change(table, people[:2], TimeControl(Pace.LIVE, 30, 120))
    assert [seat.left for seat in seats(table)] == [150, 150]
    pick(table, people[0], 2)
    pick(table, people[1], 2)
    assert [seat.left for seat in seats(table)] == [150, 150]


def test_the_turn_after_begins_at_the_new_pace(people: list[User]) -> None:
    table = gather(*people[:2])
    pick(table, people[1], 1)
    change(table, people[:2], DAYS)
    pick(table, people[0], 1)
    due = timezone.now() + timedelta(hours=24)
    assert [seat.due_at for seat in seats(table)] == [due, due]


def test_all_agree_but_those_for_whom_the_stand_in_plays(people: list[User]) -> None:
    table = gather(*people[:3], tempo=DAYS)
    absences.resign(table=table.code, user=people[2])
    with pytest.raises(TableRefusal, match="went_away"):
        propose_pace(table=table.code, user=people[2], tempo=LIVE)
    change(table, people[:2], LIVE)
    assert tempo_of(table) == LIVE
    third = seats(table)[2]
    assert (third.due_at, third.alarm_at) == (None, timezone.now()), "stand-in playing at once, as before"
    for user in people[:2]:
        absences.vote(table=table.code, user=user, choice=Vote.INVITE)
    absences.take_seat(table=table.code, user=people[3], index=2)
    assert seats(table)[2].due_at == timezone.now() + timedelta(seconds=360)


def test_who_is_the_only_one_there_changes_it_alone(people: list[User]) -> None:
    table = gather(*people[:2], tempo=DAYS)
    absences.resign(table=table.code, user=people[1])
    propose_pace(table=table.code, user=people[0], tempo=NO_CLOCK)
    assert tempo_of(table) == NO_CLOCK
    assert lines(table)[1:] == ["The players agreed to play without a time limit."]


def resigns(table: Table, people: list[User], clock: time_machine.Traveller) -> None:
    absences.resign(table=table.code, user=people[2])


def is_let_go_by_the_staff(table: Table, people: list[User], clock: time_machine.Traveller) -> None:
    intervene(table=table.code, intervention=AdminIntervention(InterventionAction.STAND_IN, "", seat=2))


def is_out_of_time(table: Table, people: list[User], clock: time_machine.Traveller) -> None:
    for user in people[:2]:
        pick(table, user, 1)
    clock.shift(24 * HOUR)
    assert worker.act_on_due_clocks() == 1


@pytest.mark.parametrize("goes", [resigns, is_let_go_by_the_staff, is_out_of_time])
def test_the_pace_changes_when_the_last_one_to_agree_goes(
    goes: Callable[..., None], people: list[User], clock: time_machine.Traveller
) -> None:
    table = gather(*people[:3], tempo=DAYS)
    propose_pace(table=table.code, user=people[0], tempo=WEEK)
    agree(table, people[1])
    goes(table, people, clock)
    assert tempo_of(table) == WEEK
    assert lines(table)[-1] == "New time control: 1 week per turn."
    assert seats(table)[2].away_since
    due = timezone.now() + timedelta(hours=168)
    assert [seat.due_at for seat in seats(table) if seat.awaited and not seat.away_since] == [due, due]


def test_the_pace_changes_when_the_others_give_up_on_the_last_one(
    people: list[User], clock: time_machine.Traveller
) -> None:
    table = gather(*people[:3])
    propose_pace(table=table.code, user=people[0], tempo=WEEK)
    agree(table, people[1])
    for user in people[:2]:
        pick(table, user, 1)
    clock.shift(25 * HOUR)
    for user in people[:2]:
        absences.vote(table=table.code, user=user, choice=Vote.STAND_IN)
    assert seats(table)[2].away_cause == AwayCause.VOTE
    assert tempo_of(table) == WEEK


def test_who_comes_back_has_to_agree_too(people: list[User]) -> None:
    table = gather(*people[:3], tempo=DAYS)
    intervene(table=table.code, intervention=AdminIntervention(InterventionAction.STAND_IN, "", seat=2))
    propose_pace(table=table.code, user=people[0], tempo=WEEK)
    with pytest.raises(TableRefusal, match="away"):
        agree(table, people[2])
    absences.come_back(table=table.code, user=people[2])
    agree(table, people[1])
    assert tempo_of(table) == DAYS
    agree(table, people[2])
    assert tempo_of(table) == WEEK


def test_one_who_declines_ends_the_proposal(people: list[User]) -> None:
    table = gather(*people[:3], tempo=DAYS)
    propose_pace(table=table.code, user=people[0], tempo=WEEK)
    old = number(table)
    agree(table, people[1])
    decline(table, people[2])
    assert lines(table) == ["Cas declined the new time control."]
    with pytest.raises(TableRefusal, match="proposal_closed"):
        answer_proposal(table=table.code, user=people[1], proposal=old, agrees=True)
    propose_pace(table=table.code, user=people[1], tempo=WEEK)
    with pytest.raises(TableRefusal, match="proposal_closed"):
        answer_proposal(table=table.code, user=people[2], proposal=old, agrees=True)
    assert [seat.agreed_pace for seat in seats(table)] == [None, number(table), None]
    assert tempo_of(table) == DAYS


def test_its_proposer_withdraws_it_without_a_line_in_the_log(people: list[User]) -> None:
    table = gather(*people[:2], tempo=DAYS)
    propose_pace(table=table.code, user=people[0], tempo=WEEK)
    decline(table, people[0])
    assert PaceProposal.objects.get().state == PaceProposal.State.CLOSED
    assert not lines(table)


def test_forms_that_are_sent_twice_count_once(people: list[User]) -> None:
    table = gather(*people[:3], tempo=DAYS)
    version = propose_pace(table=table.code, user=people[0], tempo=WEEK).version
    assert propose_pace(table=table.code, user=people[0], tempo=WEEK).version == version
    assert [agree(table, people[1]).version for _ in range(2)] == [version + 1] * 2
    assert [agree(table, people[2]).version for _ in range(2)] == [version + 2] * 2
    assert len(lines(table)) == 1
    propose_pace(table=table.code, user=people[0], tempo=DAYS)
    version = decline(table, people[1]).version
    assert decline(table, people[1]).version == version
    assert len(lines(table)) == 2


def test_a_proposal_goes_with_its_proposer(people: list[User]) -> None:
    table = gather(*people[:3], tempo=DAYS)
    propose_pace(table=table.code, user=people[0], tempo=WEEK)
    absences.resign(table=table.code, user=people[0])
    assert tempo_of(table) == DAYS
    propose_pace(table=table.code, user=people[1], tempo=LIVE)
    agree(table, people[2])
    assert tempo_of(table) == LIVE


def test_only_one_proposal_is_open_and_it_proposes_something(people: list[User]) -> None:
    table = gather(*people[:2], tempo=DAYS)
    with pytest.raises(TableRefusal, match="same_pace"):
        propose_pace(table=table.code, user=people[0], tempo=DAYS)
    propose_pace(table=table.code, user=people[0], tempo=WEEK)
    for user, tempo in ((people[1], LIVE), (people[1], WEEK), (people[0], LIVE)):
        with pytest.raises(TableRefusal, match="pace_proposed"):
            propose_pace(table=table.code, user=user, tempo=tempo)


def test_spectators_and_solo_players_have_no_pace_to_change(people: list[User]) -> None:
    together, alone = gather(*people[:2], tempo=DAYS), gather(people[0])
    with pytest.raises(TableRefusal, match="no_pace_alone"):
        propose_pace(table=alone.code, user=people[0], tempo=DAYS)
    with pytest.raises(Table.DoesNotExist):
        propose_pace(table=together.code, user=people[2], tempo=LIVE)
    propose_pace(table=together.code, user=people[0], tempo=LIVE)
    with pytest.raises(Table.DoesNotExist):
        agree(together, people[2])
    waiting = gather(people[0], capacity=3, tempo=DAYS)
    with pytest.raises(TableRefusal, match="not_running"):
        propose_pace(table=waiting.code, user=people[0], tempo=LIVE)


@pytest.mark.parametrize("early", [False, True])
def test_a_proposal_lapses_when_the_game_ends(early: bool, people: list[User]) -> None:
    table = gather(*people[:2], tempo=DAYS, turns=1)
    propose_pace(table=table.code, user=people[0], tempo=WEEK)
    if early:
        intervene(table=table.code, intervention=AdminIntervention(InterventionAction.END, ""))
    else:
        for user in people[:2]:
            pick(table, user, 1)
    ended = read(table)
    assert (ended.status, ended.ending) == ((Status.CLOSED, Ending.STAFF) if early else (Status.FINISHED, ""))
    assert PaceProposal.objects.get().state == PaceProposal.State.CLOSED
    assert not Seat.objects.exclude(agreed_pace=None).exists()
    with pytest.raises(TableRefusal, match="not_running"):
        agree(table, people[1])


def test_a_proposal_lapses_when_somebody_else_takes_a_seat(people: list[User]) -> None:
    table = gather(*people[:3], tempo=DAYS)
    absences.resign(table=table.code, user=people[2])
    for user in people[:2]:
        absences.vote(table=table.code, user=user, choice=Vote.INVITE)
    propose_pace(table=table.code, user=people[0], tempo=WEEK)
    absences.take_seat(table=table.code, user=people[3], index=2)
    with pytest.raises(TableRefusal, match="proposal_closed"):
        agree(table, people[1])


def test_who_is_waited_for_hears_when_their_time_is_out_now(people: list[User]) -> None:
    table = gather(*people[:3])
    pick(table, people[2], 1)
    Notice.objects.all().delete()
    change(table, people[:3], DAYS)
    notices = Notice.objects.filter(kind=NoticeKind.TURN)
    assert set(notices.values_list("user", flat=True)) == {people[0].pk, people[1].pk}
    notices.delete()
    change(table, people[:3], NO_CLOCK)
    assert not notices.exists()


@pytest.mark.parametrize(
    "data",
    [
        None,
        [],
        {"pace": "days"},
        {**WEEK.columns(), "pace": "often"},
        {**WEEK.columns(), "pace": []},
        {**WEEK.columns(), "turn_seconds": "60"},
        {**WEEK.columns(), "turn_seconds": True},
        {**WEEK.columns(), "turn_seconds": -1},
        {**WEEK.columns(), "reserve_seconds": 10**12},
        {**WEEK.columns(), "nights_free": 1},
        {**WEEK.columns(), "more": 1},
    ],
)
def test_parse_of_what_is_no_pace_raises(data: object) -> None:
    with pytest.raises(ValueError, match=r"."):
        TimeControl.parse(data)


@pytest.mark.parametrize("tempo", ALL)
def test_parse_reads_what_is_stored(tempo: TimeControl) -> None:
    assert TimeControl.parse(tempo.columns()) == tempo


# --- Pages -----------------------------------------------------------------------------------------------------------
