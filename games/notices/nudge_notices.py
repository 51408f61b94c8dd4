"""Nudges: one seat reminds those for whom a game without a clock waits."""

from __future__ import annotations

from games import clock
from games.accounts.models import User
from games.accounts.person_lock import lock_person
from games.notices.models import Kind, Notice
from games.tables.changes import announce, touch
from games.tables.log.holders import find_seat
from games.tables.models import Seat, Table
from games.tables.seats.absences import late_seats, next_nudge_at


def nudge(*, table: str, user: User) -> list[Seat]:
    """Send a nudge to the players for whom the table waits, and return their seats.

    Returns an empty list if nobody is late or if the last nudge was sent less than a day ago. Raises AccountDeleted
    if the account is deleted, and Table.DoesNotExist if the user does not play at the table.
    """
    with lock_person(user) as person:
        locked = Table.objects.locked().get(code=table)
        seats = list(Seat.objects.at(locked))
        own = find_seat(seats, person.pk)
        if own is None:
            raise Table.DoesNotExist
        late = late_seats(locked, seats, own)
        if not late or next_nudge_at(locked):
            return []
        now = locked.nudged_at = clock.now()
        fields = {"table": locked, "by": person, "turn": locked.turn, "number": locked.number}
        Notice.objects.bulk_create(
            Notice(kind=Kind.NUDGE, user=seat.user, seat=seat.index, created_at=now, due_at=now, **fields)
            for seat in late
        )
        touch(locked)
    announce(locked.code, locked.version)
    return late
