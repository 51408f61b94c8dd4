"""Dispatch of notifications: recipients, channels and times."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta
from typing import Any

import pytest
from django.utils import timezone

from games.accounts.models import User
from games.notices import preferences
from games.notices.dispatcher import dispatch
from games.notices.models import ChannelKey, Delivery, DeliveryState, Mute, Notice, NoticeKind, NoticeTopic
from games.notices.task_worker import work
from games.tables import signals
from games.tables.models import AwayCause, Pace, Seat, Status, Table
from tests.games.notices.telling import MINUTE, all_out, await_seats, run, seat_of, seats_of, states, table_of
from tests.games.tables.players import away, resigned, there


@dataclass(frozen=True)
class Case:
    """A turn notification to Ann at a table with this pace, and a later event that may change it."""

    pace: Pace
    then: Callable[[Table, User], Any]
    mails: int
    listed: int


def answered(table: Table, _ann: User) -> None:
    seat_of(table, awaited=False)


def asked_anew(table: Table, _ann: User) -> None:
    seat_of(table, awaited_since=timezone.now() + timedelta(seconds=10))


def saw(table: Table, _ann: User) -> None:
    seat_of(table, seen=table.number)


def saw_an_earlier_turn(table: Table, _ann: User) -> None:
    seat_of(table, seen=table.number - 1)


def nothing(_table: Table, _ann: User) -> None:
    pass


def muted(table: Table, ann: User) -> None:
    preferences.mute(user=ann, table=table, muted=True)


def muted_another(_table: Table, ann: User) -> None:
    preferences.mute(user=ann, table=table_of([ann]), muted=True)


def no_mail(_table: Table, ann: User) -> None:
    preferences.switch_off(user=ann, channel=ChannelKey.MAIL, topics=[NoticeTopic.TURN])


def no_other_mail(_table: Table, ann: User) -> None:
    preferences.switch_off(
        user=ann, channel=ChannelKey.MAIL, topics=[topic for topic in NoticeTopic if topic != NoticeTopic.TURN]
    )


def no_page(_table: Table, ann: User) -> None:
    preferences.switch_off(user=ann, channel=ChannelKey.PAGE, topics=[NoticeTopic.TURN])


def no_address(_table: Table, ann: User) -> None:
    User.objects.filter(pk=ann.pk).update(email="", pending_email="ann@example.org")


def closed_account(_table: Table, ann: User) -> None:
    User.objects.filter(pk=ann.pk).update(is_active=False)


def stand_in(table: Table, _ann: User) -> None:
    seat_of(table, **away(timezone.now()))


def gone(table: Table, _ann: User) -> None:
    seat_of(table, **resigned(timezone.now()))


def over(table: Table, _ann: User) -> None:
    Table.objects.filter(pk=table.pk).update(status=Status.FINISHED)


def live_mail(_table: Table, ann: User) -> None:
    preferences.save_choices(user=ann, switches={"live.mail": True}, quiet_hours=False, time_zone="")


CASES = [
    Case(Pace.DAYS, nothing, 1, 1),
    Case(Pace.DAYS, answered, 0, 0),
    Case(Pace.DAYS, asked_anew, 0, 0),
    Case(Pace.DAYS, saw, 1, 1),
    Case(Pace.DAYS, muted, 0, 0),
    Case(Pace.DAYS, muted_another, 1, 1),
    Case(Pace.DAYS, no_mail, 0, 1),
    Case(Pace.DAYS, no_other_mail, 1, 1),
    Case(Pace.DAYS, no_page, 1, 0),
    Case(Pace.DAYS, no_address, 0, 1),
    Case(Pace.DAYS, closed_account, 0, 0),
    Case(Pace.DAYS, stand_in, 0, 0),
    Case(Pace.DAYS, gone, 0, 0),
    Case(Pace.DAYS, over, 0, 0),
    Case(Pace.NONE, nothing, 1, 1),
    Case(Pace.NONE, saw, 0, 0),
    Case(Pace.LIVE, nothing, 0, 1),
    Case(Pace.LIVE, live_mail, 1, 1),
    Case(Pace.LIVE, saw, 0, 0),
    Case(Pace.LIVE, saw_an_earlier_turn, 0, 1),
]


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.pace}-{case.then.__name__}")
def test_word_of_a_turn(case: Case, people: list[User], clock: Any) -> None:
    table = table_of(people[:2], case.pace)
    await_seats(table, 0)
    case.then(table, people[0])
    assert len(all_out(clock)) == case.mails
    assert Notice.objects.listed_for(people[0].pk).count() == case.listed
    assert dispatch() == 0, "each is looked at once"


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.pace}-{case.then.__name__}")
def test_what_happens_in_the_last_moment_counts_as_well(case: Case, people: list[User], clock: Any) -> None:
    table = table_of(people[:2], case.pace)
    preferences.save_choices(
        user=people[0], switches={"live.mail": case.then is live_mail}, quiet_hours=False, time_zone=""
    )
    await_seats(table, 0)
    clock.shift(MINUTE)
    dispatch()
    planned = Delivery.objects.count()
    case.then(table, people[0])
    before = timezone.now()
    work()
    sent = Delivery.objects.filter(state=DeliveryState.SENT).count()
    assert (sent, timezone.now()) == (case.mails, before)
    assert planned >= sent
    assert set(states()) <= {DeliveryState.SENT, DeliveryState.VOID}


def test_nothing_due_is_two_statements(table: Table, django_assert_num_queries: Any) -> None:
    await_seats(table)
    dispatch()  # which sees to what was interrupted once a minute
    with django_assert_num_queries(2):
        assert dispatch() == 0


def test_a_few_statements_look_at_many(people: list[User], clock: Any, django_assert_max_num_queries: Any) -> None:
    for _ in range(6):
        await_seats(table_of(people[:2]))
    clock.shift(MINUTE)
    dispatch(limit=0)
    with django_assert_max_num_queries(30):
        assert dispatch() == 12 + 2, "as there are two deliveries"


def test_turns_within_ten_minutes_are_one_word(people: list[User], clock: Any) -> None:
    first, second, third = (table_of(people[:2]) for _ in range(3))
    Table.objects.filter(pk=second.pk).update(name="Marsh")
    await_seats(first, 0)
    (letter,) = all_out(clock)
    assert letter.subject == "Your turn at Desk"
    await_seats(second, 0)
    assert all_out(clock) == []
    await_seats(third, 0)
    assert all_out(clock) == []
    assert all_out(clock, 7 * MINUTE) == [], "nine minutes after the first"
    (letter,) = all_out(clock, MINUTE)
    assert letter.subject == "Your turn at 2 tables"
    assert states() == [DeliveryState.SENT, DeliveryState.SENT]


def test_of_turns_that_wait_only_those_are_told_that_hold(people: list[User], clock: Any) -> None:
    first, second, third = (table_of(people[:2]) for _ in range(3))
    for table in (first, second, third):
        await_seats(table, 0)
        all_out(clock)
    seat_of(second, awaited=False)
    (letter,) = all_out(clock, 10 * MINUTE)
    assert letter.subject == "Your turn at Desk"
    assert third.code in str(letter.body)
    assert second.code not in str(letter.body)


def test_turns_of_others_do_not_wait(people: list[User], clock: Any) -> None:
    table = table_of(people[:2])
    await_seats(table, 0)
    assert [letter.to for letter in all_out(clock)] == [["ann@example.org"]]
    await_seats(table, 1)
    assert [letter.to for letter in all_out(clock)] == [["ben@example.org"]]


def at(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


NIGHTS = [
    # Where Ann is, when she is waited for, when she hears of it.
    ("", "2026-03-10 23:00", "2026-03-11 08:00"),
    ("", "2026-03-10 12:00", "2026-03-10 12:01"),
    ("Europe/Paris", "2026-03-10 21:30", "2026-03-11 07:00"),
    ("Europe/Paris", "2026-03-28 23:00", "2026-03-29 06:00"),  # the night in which the clocks go forward
    ("Europe/Paris", "2026-10-24 23:00", "2026-10-25 07:00"),  # and back
    ("America/New_York", "2026-03-10 23:00", "2026-03-10 23:01"),
    ("Nowhere/Gone", "2026-03-10 23:00", "2026-03-11 08:00"),
]


@pytest.mark.parametrize(("zone", "awaited", "heard"), NIGHTS)
def test_in_quiet_hours_word_waits_until_the_morning(
    zone: str, awaited: str, heard: str, people: list[User], clock: Any
) -> None:
    clock.move_to(at(awaited))
    preferences.save_choices(user=people[0], switches={}, quiet_hours=True, time_zone=zone)
    await_seats(table_of(people[:2]), 0)
    clock.shift(MINUTE)
    dispatch()
    if at(heard) > timezone.now():
        clock.move_to(at(heard) - timedelta(seconds=1))
        assert run() == 0
    clock.move_to(at(heard))
    assert run() == 1
    assert states() == [DeliveryState.SENT]


CHOSEN = [
    # The hours that Ann has chosen in Paris, when she is waited for, when she hears of it.
    (23, 7, "2026-03-10 22:30", "2026-03-11 06:00"),
    (9, 17, "2026-03-10 12:00", "2026-03-10 16:00"),
    (22, 2, "2026-03-29 00:30", "2026-03-29 01:00"),  # 02:00 is skipped that night
]


@pytest.mark.parametrize(("begin", "end", "awaited", "heard"), CHOSEN)
def test_in_chosen_quiet_hours_word_waits_until_their_end(
    begin: int, end: int, awaited: str, heard: str, people: list[User], clock: Any
) -> None:
    clock.move_to(at(awaited))
    hours = {"quiet_hours": True, "quiet_from": time(begin), "quiet_until": time(end)}
    preferences.save_choices(user=people[0], switches={}, time_zone="Europe/Paris", **hours)
    await_seats(table_of(people[:2]), 0)
    clock.shift(MINUTE)
    dispatch()
    clock.move_to(at(heard) - timedelta(seconds=1))
    assert run() == 0
    clock.move_to(at(heard))
    assert run() == 1
    assert states() == [DeliveryState.SENT]


@pytest.mark.parametrize(("hours", "state"), [(2, DeliveryState.SENT), (12, DeliveryState.WAITING)])
def test_of_time_that_is_out_before_the_morning_people_hear_at_once(
    hours: int, state: DeliveryState, people: list[User], clock: Any
) -> None:
    clock.move_to(at("2026-03-10 23:00"))
    preferences.save_choices(user=people[0], switches={}, quiet_hours=True, time_zone="")
    table = table_of(people[:2])
    seat = seat_of(table, due_at=timezone.now() + timedelta(hours=hours))
    signals.time_short.send(sender=Table, table=table, seat=seat)
    all_out(clock)
    assert states() == [state]


def test_quiet_hours_that_begin_while_it_waits_count_too(people: list[User], clock: Any) -> None:
    clock.move_to(at("2026-03-10 22:30"))
    await_seats(table_of(people[:2]), 0)
    clock.shift(MINUTE)
    dispatch()
    preferences.save_choices(user=people[0], switches={}, quiet_hours=True, time_zone="")
    run()
    assert states() == [DeliveryState.WAITING]
    clock.move_to(at("2026-03-11 08:00"))
    run()
    assert states() == [DeliveryState.SENT]


def test_short_time_is_no_news_once_the_answer_is_given(table: Table, clock: Any) -> None:
    signals.time_short.send(sender=Table, table=table, seat=seats_of(table)[0])
    seat_of(table, awaited=False)
    assert all_out(clock) == []


def test_the_stand_in_is_no_news_once_one_is_back(table: Table, clock: Any) -> None:
    kept = seat_of(table, **away(timezone.now()))
    signals.seat_kept.send(sender=Table, table=table, seat=kept)
    (letter,) = all_out(clock)
    assert letter.subject == "A stand-in plays for you at Desk"
    signals.seat_kept.send(sender=Table, table=table, seat=kept)
    seat_of(table, **there())
    assert all_out(clock) == []


@pytest.mark.parametrize(("pace", "mails"), [(Pace.LIVE, 1), (Pace.DAYS, 2)])
def test_an_end_that_was_seen_live_needs_no_mail(pace: Pace, mails: int, people: list[User], clock: Any) -> None:
    table = table_of(people[:2], pace)
    Table.objects.filter(pk=table.pk).update(status=Status.FINISHED)
    Seat.objects.filter(table=table).update(awaited=False)
    seat_of(table, seen=table.number)
    signals.game_over.send(sender=Table, table=Table.objects.get(pk=table.pk), seats=seats_of(table))
    assert len(all_out(clock)) == mails
    listed = {notice.user.username: notice.read_at for notice in Notice.objects.filter(kind=NoticeKind.OVER)}
    assert (listed["ann"] is None, listed["ben"]) == (pace == Pace.DAYS, None)


def test_who_played_alone_hears_nothing_of_the_end(people: list[User], clock: Any) -> None:
    table = table_of(people[:1])
    signals.game_over.send(sender=Table, table=table, seats=seats_of(table))
    assert all_out(clock) == []
    assert not Notice.objects.filter(listed=True).exists()


def test_an_invitation_is_no_news_to_who_has_come(people: list[User], clock: Any) -> None:
    table = table_of(people[:2])
    for person in people[1:]:
        signals.person_invited.send(sender=Table, table=table, by=people[0], person=person)
    assert [letter.to for letter in all_out(clock)] == [["cas@example.org"]]


def test_guests_are_told_on_the_page_alone(people: list[User], clock: Any) -> None:
    User.objects.filter(pk=people[0].pk).update(guest=True)
    await_seats(table_of(people[:2]), 0)
    assert all_out(clock) == []
    assert Notice.objects.listed_for(people[0].pk).count() == 1


def test_a_table_that_is_gone_is_told_of_no_more(people: list[User], clock: Any) -> None:
    table = table_of(people[:2])
    await_seats(table, 0)
    clock.shift(MINUTE)
    dispatch()
    Notice.objects.all().delete()
    work()
    assert states() == [DeliveryState.VOID]


def test_hearing_of_a_table_again(people: list[User], table: Table) -> None:
    muted(table, people[0])
    muted(table, people[0])
    assert preferences.is_muted(people[0], table)
    preferences.mute(user=people[0], table=table, muted=False)
    assert not Mute.objects.exists()


def test_the_word_of_the_stand_in_says_why_it_plays(table: Table, clock: Any) -> None:
    kept = seat_of(table, **away(timezone.now(), AwayCause.VOTE))
    signals.seat_kept.send(sender=Table, table=table, seat=kept)
    (letter,) = all_out(clock)
    assert "The other players let a stand-in play for you until you come back." in str(letter.body)
