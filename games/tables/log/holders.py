"""Current and former players of a seat."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.utils.translation import gettext as _

from games.tables.clocks import clocks
from games.tables.models import AwayCause, Incident, Seat, Table

_STATE: Final = (
    "stand_in_since",
    "resigned_at",
    "away_cause",
    "away_reason",
    "vacant",
    "vote",
    "timeouts",
    *clocks.PARTS,
)


def present(seats: Iterable[Seat]) -> list[Seat]:
    """Return the seats not played by the stand-in."""
    return [seat for seat in seats if not seat.stand_in_since]


def own_seat(table: Table, seats: Sequence[Seat]) -> Seat:
    """Return the seat of a solo player, or of the user who opened a fork, for any viewer."""
    return next((seat for seat in seats if seat.user_id == table.host_id), seats[0])


def as_told(table: Table, seats: Sequence[Seat]) -> list[Seat]:
    """Return the seats of a finished game in display order.

    The best seat comes first. A fork has no winner: the user who opened it comes first, then the others in seat
    order.
    """
    if table.is_fork:
        own = own_seat(table, seats)
        return sorted(seats, key=lambda seat: (seat != own, seat.index))
    return sorted(seats, key=lambda seat: (seat.rank or 0, seat.index))


def keep(table: Table, seats: Sequence[Seat], seat: Seat, now: datetime, cause: AwayCause, reason: str = "") -> None:
    """Let the stand-in play a seat from now on for that `cause`; part of a transaction.

    All votes are cleared. `reason` is a moderator's text about it.
    """
    seat.away_cause, seat.away_reason = cause, reason
    seat.stand_in_since = seat.stand_in_since or now
    clocks.stop(table, seat, now)
    if seat.awaited:
        clocks.start(table, seat, now, attended=bool(present(seats)))
    forget_votes(seats)
    seat.save(update_fields=_STATE)


def give_back(table: Table, seats: Sequence[Seat], seat: Seat, now: datetime) -> None:
    """Let the person on a seat play again; part of a transaction. They have time for a turn at least."""
    was_deserted = not present(seats)
    clocks.stop(table, seat, now)
    seat.stand_in_since, seat.timeouts, seat.vacant = None, 0, False
    seat.away_cause, seat.away_reason = AwayCause.NONE, ""
    if seat.left is not None:
        seat.left = max(seat.left, table.turn_seconds)
    if seat.awaited:
        clocks.start(table, seat, now)
    forget_votes(seats)
    seat.save(update_fields=_STATE)
    if was_deserted:
        _hurry(seats, now)


def forget_votes(seats: Iterable[Seat]) -> None:
    """Let everybody think again, as things have changed."""
    for seat in seats:
        if seat.vote:
            seat.vote = ""
            seat.save(update_fields=["vote"])


def _hurry(seats: Iterable[Seat], now: datetime) -> None:
    """Set the alarm of the stand-in's awaited seats to now, as a player is there to wait."""
    for seat in seats:
        if seat.stand_in_since and seat.awaited:
            seat.alarm_at = now
            seat.save(update_fields=["alarm_at"])


@dataclass(frozen=True, slots=True)
class FormerHolder:
    """Player who had a seat up to and including an event number; `name` is "" if deleted."""

    seat: int
    until: int
    name: str

    @property
    def shown_name(self) -> str:
        """The name by which the log calls them."""
        return self.name or _("A player")


def holder_name(table: Table, seat: Seat, number: int) -> str:
    """Return the name of the player who had a seat when the event of that number happened."""
    former = (holder for holder in former_holders(table) if holder.seat == seat.index)
    return next((holder.shown_name for holder in former if number <= holder.until), seat.shown_name)


def former_holders(table: Table) -> tuple[FormerHolder, ...]:
    """Return everyone who lost a seat to somebody else, in order; one statement, none where nothing was noted."""
    if not table.incidents_count:
        return ()
    if table.former_holders_read is None:
        read_former_holders([table])
    known: tuple[FormerHolder, ...] = table.former_holders_read
    return known


def read_former_holders(tables: Iterable[Table]) -> None:
    """Read the former holders of several tables in one statement, none where nothing was noted."""
    unread = [table for table in tables if table.incidents_count and table.former_holders_read is None]
    if not unread:
        return
    found: dict[int, list[FormerHolder]] = {}
    taken = Incident.objects.filter(table__in=unread, kind=Incident.Kind.TAKEN, seat__isnull=False)
    for row in taken.select_related("person").order_by("pk"):
        holder = FormerHolder(row.seat or 0, row.number, str(row.person) if row.person else "")
        found.setdefault(row.table_id, []).append(holder)
    for table in unread:
        table.former_holders_read = tuple(found.get(table.pk, ()))
