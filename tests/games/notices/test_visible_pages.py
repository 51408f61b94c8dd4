"""No notifications about a table whose page the user has open and visible."""

from typing import Any

import pytest

from games.accounts.models import User
from games.locks import writing
from games.notices.models import DeliveryState, Notice, Preference
from games.tables import presence, signals
from games.tables.models import Pace, Seat, Status, Table
from tests.games.notices.telling import MINUTE, all_out, await_seats, seat_of, seats_of, states, table_of
from tests.games.tables.players import away


def show(table: Table, number: int = 0) -> None:
    """Mark the page as visible to the player of a seat, until the mark expires."""
    presence.mark_visible([seats_of(table)[number].pk])


def hide(table: Table, number: int = 0) -> None:
    presence.mark_hidden(seats_of(table)[number].pk)


def tell(table: Table, kind: str) -> None:
    """Signal a table event to the player in the first seat."""
    seats = seats_of(table)
    with writing():
        match kind:
            case "short":
                signals.time_short.send(Table, table=table, seat=seats[0])
            case "kept":
                signals.seat_kept.send(Table, table=table, seat=seat_of(table, 0, **away(table.created_at)))
            case "removed":
                signals.player_removed.send(Table, table=table, seat=seats[0])
            case "over":
                Table.objects.filter(pk=table.pk).update(status=Status.FINISHED)
                signals.game_over.send(Table, table=Table.objects.get(pk=table.pk), seats=seats[:1])


@pytest.mark.parametrize(
    ("kind", "pace"),
    [("short", Pace.LIVE), *((kind, pace) for kind in ("kept", "removed", "over") for pace in (Pace.LIVE, Pace.NONE))],
)
def test_deliver_about_a_visible_table_sends_nothing(people: list[User], clock: Any, kind: str, pace: Pace) -> None:
    table = table_of(people[:2], pace)
    tell(table, kind)
    show(table)
    assert all_out(clock, MINUTE / 60) == []
    assert states() == [DeliveryState.VOID]
    assert Notice.objects.filter(user=people[0], listed=True).exists(), "the list on the site still has it"


@pytest.mark.parametrize("kind", ["short", "kept", "removed", "over"])
def test_deliver_about_a_hidden_table_sends_it(people: list[User], clock: Any, kind: str) -> None:
    table = table_of(people[:2], Pace.LIVE)
    show(table)
    hide(table)
    tell(table, kind)
    assert len(all_out(clock, MINUTE / 60)) == 1


def test_deliver_a_turn_at_a_clockless_visible_table_sends_nothing(people: list[User], clock: Any) -> None:
    table = table_of(people[:2], Pace.NONE)
    await_seats(table, 0)
    clock.shift(MINUTE)
    show(table)
    assert all_out(clock, MINUTE / 60) == []
    assert states() == [DeliveryState.VOID]


def test_deliver_a_turn_by_the_day_waits_until_the_page_is_closed(table: Table, clock: Any) -> None:
    await_seats(table, 0)
    clock.shift(MINUTE)
    show(table)
    assert all_out(clock, MINUTE / 60) == []
    show(table)
    assert all_out(clock, MINUTE / 2) == []
    assert states() == [DeliveryState.WAITING]
    hide(table)
    assert len(all_out(clock)) == 1


def test_deliver_of_several_turns_leaves_out_the_visible_table(people: list[User], clock: Any) -> None:
    first, second = table_of(people[:2], Pace.NONE), table_of([people[0], people[2]])
    Table.objects.filter(pk=second.pk).update(name="Another")
    for table in (first, second):
        await_seats(table, 0)
    clock.shift(MINUTE)
    show(first)
    (letter,) = all_out(clock, MINUTE / 60)
    assert "Another" in letter.subject


def test_deliver_of_several_turns_keeps_a_visible_one_by_the_day(people: list[User], clock: Any) -> None:
    first, second = table_of(people[:2]), table_of([people[0], people[2]])
    Table.objects.filter(pk=second.pk).update(name="Another")
    for table in (first, second):
        await_seats(table, 0)
    clock.shift(MINUTE)
    show(first)
    (letter,) = all_out(clock, MINUTE / 60)
    assert "Another" in letter.body
    assert first.name in letter.body


def test_deliver_a_warning_by_the_day_comes_in_time_whatever_is_visible(table: Table, clock: Any) -> None:
    tell(table, "short")
    show(table)
    assert len(all_out(clock, MINUTE / 60)) == 1


def test_deliver_a_rematch_to_a_person_at_the_finished_table_sends_nothing(people: list[User], clock: Any) -> None:
    Preference.objects.create(pk=people[0].pk, switches={"rematch.mail": True})
    old = table_of(people[:2], Pace.LIVE, status=Status.FINISHED)
    new = table_of([people[1], people[2]])
    Table.objects.filter(pk=new.pk).update(rematch_of=old)
    show(old, Seat.objects.get(table=old, user=people[0]).index)
    with writing():
        signals.rematch_offered.send(Table, old=old, table=new, by=people[1], people=people[:1])
    assert all_out(clock, MINUTE / 60) == []
    assert states() == [DeliveryState.VOID]
