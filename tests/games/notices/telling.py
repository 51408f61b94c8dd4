"""Helpers that send table signals as tables do, and deliver the resulting notifications."""

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
    """Create a game with this pace that waits for every player; nobody has been notified yet."""
    table = gather(*people)
    Notice.objects.filter(table=table).delete()
    Table.objects.filter(pk=table.pk).update(pace=pace, **fields)
    table.seats.update(awaited_since=timezone.now())
    return Table.objects.get(pk=table.pk)


def seats_of(table: Table) -> list[Seat]:
    return list(Seat.objects.at(table))


def await_seats(table: Table, *numbers: int) -> None:
    """Signal that a game waits for these seats, or for all of them."""
    seats = [seat for seat in seats_of(table) if seat.index in numbers or not numbers]
    with writing():
        signals.seats_awaited.send(sender=Table, table=table, seats=seats)


def seat_of(table: Table, number: int = 0, **changes: Any) -> Seat:
    """Return a seat after changing its fields as tables would."""
    Seat.objects.filter(table=table, index=number).update(**changes)
    return seats_of(table)[number]


def all_out(clock: Any, after: timedelta = MINUTE) -> list[EmailMultiAlternatives]:
    """Advance the clock and send everything due; return the emails sent."""
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
    """Return the states of all deliveries, in order."""
    return [DeliveryState(state) for state in Delivery.objects.order_by("pk").values_list("state", flat=True)]
