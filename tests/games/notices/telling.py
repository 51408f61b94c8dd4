"""Telling of what happens at tables, as tables do, and seeing what comes of it."""

from datetime import timedelta
from typing import Any

from django.core import mail
from django.core.mail import EmailMultiAlternatives
from django.utils import timezone

from games.accounts.models import User
from games.locks import writing
from games.notices.dispatcher import dispatch
from games.notices.models import Delivery, DeliveryState, Notice
from games.notices.task_worker import work
from games.tables import signals
from games.tables.models import Pace, Seat, Table
from tests.games.cartographers.play import gather

MINUTE = timedelta(minutes=1)


def table_of(people: list[User], pace: Pace = Pace.DAYS, **fields: Any) -> Table:
    """A game of those people with a pace, in which all of them are waited for; nobody has been told yet."""
    table = gather(*people)
    Notice.objects.filter(table=table).delete()
    Table.objects.filter(pk=table.pk).update(pace=pace, **fields)
    table.seats.update(awaited_since=timezone.now())
    return Table.objects.get(pk=table.pk)


def seats_of(table: Table) -> list[Seat]:
    return list(Seat.objects.at(table))


def await_seats(table: Table, *numbers: int) -> None:
    """Tell that a game waits for some of its seats, or for all."""
    seats = [seat for seat in seats_of(table) if seat.index in numbers or not numbers]
    with writing():
        signals.seats_awaited.send(sender=Table, table=table, seats=seats)


def seat_of(table: Table, number: int = 0, **changes: Any) -> Seat:
    """A seat, changed as the tables would."""
    Seat.objects.filter(table=table, index=number).update(**changes)
    return seats_of(table)[number]


def all_out(clock: Any, after: timedelta = MINUTE) -> list[EmailMultiAlternatives]:
    """Let time pass and all that is due go out; returns the letters that went out."""
    before = len(mail.outbox)
    clock.shift(after)
    run()
    letters = mail.outbox[before:]
    assert all(isinstance(letter, EmailMultiAlternatives) for letter in letters)
    return letters  # type: ignore[return-value]


def run() -> int:
    """Queue the deliveries that are due, and run the tasks; return how many tasks."""
    dispatch()
    return work()


def states() -> list[DeliveryState]:
    """What became of all deliveries, in their order."""
    return [DeliveryState(state) for state in Delivery.objects.order_by("pk").values_list("state", flat=True)]
