"""Notifications written in the transaction of their event, in one statement, for the right users."""

from datetime import timedelta
from typing import Any

import pytest
from django.db import transaction
from django.utils import timezone

from games.accounts.models import User
from games.locks import writing
from games.notices.models import Notice, NoticeKind
from games.tables import signals
from games.tables.models import Pace, Table
from tests.games.notices.telling import await_seats, seat_of, seats_of, table_of
from tests.games.tables.players import away, resigned


def written() -> list[tuple[str, str]]:
    rows = Notice.objects.order_by("pk").select_related("user")
    return [(notice.kind, notice.user.username) for notice in rows]


def test_word_of_a_turn_goes_to_who_is_awaited(table: Table) -> None:
    await_seats(table, 1)
    assert written() == [(NoticeKind.TURN, "ben")]
    notice = Notice.objects.get()
    assert (notice.seat, notice.turn, notice.number, notice.listed) == (1, table.turn, table.number, False)


@pytest.mark.parametrize(("pace", "seconds"), [(Pace.LIVE, 20), (Pace.DAYS, 60), (Pace.NONE, 60)])
def test_an_open_page_goes_before_it(pace: Pace, seconds: int, people: list[User]) -> None:
    await_seats(table_of(people[:2], pace), 0)
    assert Notice.objects.get().due_at == timezone.now() + timedelta(seconds=seconds)


def test_what_is_undone_is_not_told(table: Table) -> None:
    with writing():
        await_seats(table)
        assert len(written()) == 2
        transaction.set_rollback(True)
    assert written() == []


def test_it_is_one_statement_however_many_are_awaited(people: list[User], django_assert_num_queries: Any) -> None:
    table = table_of(people)
    seats = seats_of(table)
    for some in (seats[:1], seats):
        with django_assert_num_queries(1):
            signals.seats_awaited.send(sender=Table, table=table, seats=some)
    with django_assert_num_queries(2):  # and one of the ratings
        signals.game_over.send(sender=Table, table=table, seats=seats)


@pytest.mark.parametrize(("gone", "over"), [(away, ["ann", "ben"]), (resigned, ["ben"])])
def test_who_does_not_play_there_any_more_hears_of_its_end_at_most(gone: Any, over: list[str], table: Table) -> None:
    seat_of(table, 0, **gone(timezone.now()))
    await_seats(table)
    signals.game_over.send(sender=Table, table=table, seats=seats_of(table))
    assert written() == [(NoticeKind.TURN, "ben"), *((NoticeKind.OVER, name) for name in over)]


def test_who_acts_and_is_awaited_alone_hears_nothing(table: Table) -> None:
    seat_of(table, 0, seen=table.number)
    await_seats(table, 0)
    assert written() == []
    await_seats(table)
    assert len(written()) == 2, "but for a turn that all of them have"


def test_who_plays_alone_hears_nothing(people: list[User]) -> None:
    await_seats(table_of(people[:1]))
    assert written() == []


def test_the_stand_in_is_told_of_to_whose_seat_it_keeps(table: Table) -> None:
    kept = seat_of(table, 1, **away(timezone.now()))
    signals.seat_kept.send(sender=Table, table=table, seat=kept)
    assert written() == [(NoticeKind.KEPT, "ben")]


def test_the_others_are_told_of_at_once(people: list[User], table: Table) -> None:
    ann, ben, cas = people
    another = table_of([ann, cas])
    signals.time_short.send(sender=Table, table=table, seat=seats_of(table)[1])
    signals.rematch_offered.send(sender=Table, old=table, table=another, by=ann, people=[ann, ben])
    signals.person_invited.send(sender=Table, table=table, by=ann, person=cas)
    signals.table_unlisted.send(sender=Table, table=table)
    notices = [
        (NoticeKind.SHORT, "ben"),
        (NoticeKind.REMATCH, "ben"),
        (NoticeKind.INVITED, "cas"),
        (NoticeKind.UNLISTED, "ann"),
    ]
    assert written() == notices
    assert {notice.due_at for notice in Notice.objects.all()} == {timezone.now()}
