"""Seats of absent players."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.utils import timezone

from engine.contract import RuleViolation
from games.accounts.models import User
from games.tables import signals
from games.tables.errors import TableRefusal
from games.tables.incidents import incident_lines
from games.tables.models import Ending, Exclusion, Pace, Seat, Status, Table, Vote
from games.tables.seats import absences
from games.tables.time_control import TimeControl
from games.tables.timeouts import worker
from tests.games.tables.conftest import gather, pick
from tests.games.tables.players import away
from tests.games.tables.timeouts.test_worker import heard

LIVE = TimeControl(Pace.LIVE, turn_seconds=60, reserve_seconds=0)


@pytest.fixture(autouse=True)
def clock() -> Iterator[time_machine.Traveller]:
    with time_machine.travel(datetime(2026, 6, 1, 12, tzinfo=UTC), tick=False) as traveller:
        yield traveller


def sweep() -> None:
    while worker.act_on_due_clocks():
        pass


def seat(table: Table, user: User) -> Seat:
    return Seat.objects.get(table=table, user=user)


def lines(table: Table) -> list[str]:
    return [line.text for line in incident_lines(Table.objects.get(pk=table.pk))]


def test_the_stand_in_plays_on_for_who_resigns(people: list[User]) -> None:
    table = gather(people[0], people[1], turns=2)
    absences.resign(table=table.code, user=people[1])
    sweep()
    pick(table, people[0], 1)
    sweep()
    pick(table, people[0], 2)
    finished = Table.objects.get(pk=table.pk)
    assert finished.status == Status.FINISHED
    assert seat(table, people[1]).rank == 2
    assert lines(table) == ["Ben resigned."]
    with pytest.raises(TableRefusal, match="no_game"):
        absences.resign(table=table.code, user=people[0])


def test_resigning_is_for_good(people: list[User]) -> None:
    table = gather(people[0], people[1], people[2])
    absences.resign(table=table.code, user=people[1])
    assert absences.resign(table=table.code, user=people[1]).version == Table.objects.get(pk=table.pk).version
    with pytest.raises(TableRefusal, match="resigned"):
        absences.come_back(table=table.code, user=people[1])
    with pytest.raises(RuleViolation, match="resigned"):
        pick(table, people[1], 1)


def test_alone_one_gives_up_instead(people: list[User]) -> None:
    table = gather(people[0], capacity=1)
    with pytest.raises(TableRefusal, match="alone"):
        absences.resign(table=table.code, user=people[0])
    with pytest.raises(Table.DoesNotExist):
        absences.resign(table=table.code, user=people[1])


def test_when_the_last_one_resigns_the_game_ends(people: list[User]) -> None:
    table = gather(people[0], people[1])
    absences.resign(table=table.code, user=people[1])
    with heard(signals.game_over) as over:
        absences.resign(table=table.code, user=people[0])
    assert len(over) == 1
    ended = Table.objects.get(pk=table.pk)
    assert (ended.status, ended.ending) == (Status.CLOSED, Ending.RESIGNED)
    assert worker.act_on_due_clocks() == 0


def test_who_comes_back_plays_on(people: list[User], clock: time_machine.Traveller) -> None:
    table = gather(people[0], people[1], tempo=LIVE)
    for turn in (1, 2):
        pick(table, people[0], turn)
        clock.shift(60)
        worker.act_on_due_clocks()
    assert seat(table, people[1]).away_since
    absences.come_back(table=table.code, user=people[1])
    assert worker.act_on_due_clocks() == 0
    own = seat(table, people[1])
    assert (own.away_since, own.timeouts) == (None, 0)
    assert own.due_at
    assert own.awaited_since
    assert (own.due_at - own.awaited_since).total_seconds() == 60
    pick(table, people[1], 3)
    assert lines(table) == ["Ben ran out of time. A stand-in keeps the seat.", "Ben is back."]


def test_more_than_half_of_those_present_end_the_game(people: list[User]) -> None:
    table = gather(*people)
    with pytest.raises(TableRefusal, match="nobody_away"):
        absences.vote(table=table.code, user=people[0], choice=Vote.END)
    absences.resign(table=table.code, user=people[3])
    absences.vote(table=table.code, user=people[0], choice=Vote.END)
    with pytest.raises(TableRefusal, match="away"):
        absences.vote(table=table.code, user=people[3], choice=Vote.END)
    assert Table.objects.get(pk=table.pk).status == Status.PLAYING
    absences.vote(table=table.code, user=people[1], choice=Vote.END)
    ended = Table.objects.get(pk=table.pk)
    assert (ended.status, ended.ending) == (Status.CLOSED, Ending.AGREED)
    assert not Seat.objects.filter(table=table).exclude(rank=None).exists()


def test_who_stayed_alone_may_end_it(people: list[User]) -> None:
    table = gather(people[0], people[1])
    absences.resign(table=table.code, user=people[1])
    absences.vote(table=table.code, user=people[0], choice=Vote.END)
    assert Table.objects.get(pk=table.pk).ending == Ending.AGREED


def test_votes_are_asked_anew_when_somebody_else_goes(people: list[User]) -> None:
    table = gather(*people)
    absences.resign(table=table.code, user=people[3])
    absences.vote(table=table.code, user=people[0], choice=Vote.END)
    absences.resign(table=table.code, user=people[2])
    assert not Seat.objects.filter(table=table).exclude(vote="").exists()


def test_somebody_else_takes_the_seat(people: list[User]) -> None:
    table = gather(people[0], people[1])
    with pytest.raises(TableRefusal, match="full"):
        absences.take_seat(table=table.code, user=people[2], index=1)
    absences.resign(table=table.code, user=people[1])
    absences.vote(table=table.code, user=people[0], choice=Vote.INVITE)
    Exclusion.objects.create(table=table, user=people[3])
    with pytest.raises(TableRefusal, match="sent_away"):
        absences.take_seat(table=table.code, user=people[3], index=1)
    absences.take_seat(table=table.code, user=people[2], index=1)
    pick(table, people[2], 1)
    pick(table, people[0], 1)
    assert Table.objects.get(pk=table.pk).turn == 2
    assert not Seat.objects.filter(table=table, user=people[1]).exists()
    assert lines(table)[1:] == ["Ben’s seat is free.", "Cas took over from Ben."]


def test_whoever_takes_a_seat_has_a_clock_of_their_own(people: list[User], clock: time_machine.Traveller) -> None:
    table = gather(people[0], people[1], tempo=TimeControl(Pace.LIVE, 60, 300))
    for turn, wait in ((1, 360), (2, 60)):
        pick(table, people[0], turn)
        clock.shift(wait)
        worker.act_on_due_clocks()
    absences.vote(table=table.code, user=people[0], choice=Vote.INVITE)
    absences.take_seat(table=table.code, user=people[2], index=1)
    due_at = seat(table, people[2]).due_at
    assert due_at == timezone.now() + timedelta(seconds=360)


def test_choice_of_the_former_player_to_play_as_on_paper_ends_with_a_takeover(people: list[User]) -> None:
    table = gather(people[0], people[1])
    Seat.objects.filter(table=table).update(as_on_paper=True)
    absences.resign(table=table.code, user=people[1])
    absences.vote(table=table.code, user=people[0], choice=Vote.INVITE)
    absences.take_seat(table=table.code, user=people[2], index=1)
    assert [one.as_on_paper for one in Seat.objects.at(table)] == [True, False]


def test_who_is_back_has_time_for_a_turn(people: list[User], clock: time_machine.Traveller) -> None:
    table = gather(people[0], people[1], tempo=LIVE, calls=True)
    clock.shift(60)
    Seat.objects.filter(table=table, index=1).update(alarm_at=None)
    Seat.objects.filter(table=table, index=0).update(timeouts=1)
    assert worker.act_on_due_clocks() == 1
    assert seat(table, people[0]).awaited
    absences.come_back(table=table.code, user=people[0])
    assert seat(table, people[0]).due_at == timezone.now() + timedelta(seconds=60)


def test_coming_back_by_playing_is_told_and_asks_anew(people: list[User]) -> None:
    table = gather(*people)
    moment = timezone.now()
    Seat.objects.filter(table=table, index=3).update(alarm_at=moment, **away(moment))
    absences.vote(table=table.code, user=people[0], choice=Vote.END)
    pick(table, people[3], 1)
    assert not Seat.objects.filter(table=table).exclude(vote="").exists()
    assert lines(table) == ["Dee is back."]
    assert seat(table, people[3]).alarm_at is None


def test_a_deserted_game_goes_on_at_its_pace(people: list[User], clock: time_machine.Traveller) -> None:
    table = gather(people[0], people[1], tempo=TimeControl(Pace.DAYS, 24 * 3600))
    clock.shift(24 * 3600)
    sweep()
    assert Table.objects.get(pk=table.pk).turn == 2
    clock.shift(24 * 3600 - 1)
    assert worker.act_on_due_clocks() == 0
    absences.come_back(table=table.code, user=people[0])
    assert worker.act_on_due_clocks() == 1, "for the other one, for whom somebody waits now"
    pick(table, people[0], 2)
    assert Table.objects.get(pk=table.pk).turn == 3


def test_without_a_clock_the_others_decide_after_a_day(people: list[User], clock: time_machine.Traveller) -> None:
    table = gather(*people[:3])
    for user in people[:2]:
        pick(table, user, 1)
    with pytest.raises(TableRefusal, match="nobody_away"):
        absences.vote(table=table.code, user=people[0], choice=Vote.STAND_IN)
    clock.shift(24 * 3600 + 1)
    with heard(signals.seat_kept) as sent:
        absences.vote(table=table.code, user=people[0], choice=Vote.STAND_IN)
        assert sent == []
        absences.vote(table=table.code, user=people[1], choice=Vote.STAND_IN)
    assert [news["seat"].user for news in sent] == [people[2]]
    sweep()
    assert Table.objects.get(pk=table.pk).turn == 2
    assert lines(table) == ["Cas was away too long. The other players let a stand-in take the seat."]


def test_taking_a_seat_twice_leaves_the_player_in_the_first(people: list[User]) -> None:
    table = gather(people[0], people[1], people[2])
    for user in people[1:3]:
        absences.resign(table=table.code, user=user)
    absences.vote(table=table.code, user=people[0], choice=Vote.INVITE)
    absences.take_seat(table=table.code, user=people[3], index=1)
    before = Table.objects.get(pk=table.pk)
    assert absences.take_seat(table=table.code, user=people[3], index=2).version == before.version
    assert seat(table, people[3]).index == 1
    assert Seat.objects.get(table=table, index=2).user == people[2]
