"""Current and former players of a seat."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.tables.models import Bot, Incident, Recording, Seat, Table
from games.tables.models.players import holder_of, is_present


def seats_present(seats: Iterable[Seat]) -> list[Seat]:
    """Return the seats whose users make the moves."""
    return [seat for seat in seats if is_present(seat.player)]


def held(seats: Iterable[Seat]) -> list[Seat]:
    """Return the seats that users have, present or absent."""
    return [seat for seat in seats if holder_of(seat.player) is not None]


def is_solo(seats: Iterable[Seat]) -> bool:
    """Return True if one user plays, so that nobody waits for anybody else."""
    return len(held(seats)) <= 1


def has_bots(seats: Iterable[Seat]) -> bool:
    """Return True if bots have some of the seats."""
    return any(isinstance(seat.player, Bot) for seat in seats)


def has_handicaps(seats: Iterable[Seat]) -> bool:
    """Return True if something is added to the final score of a seat. Such a game counts in no statistics."""
    return any(seat.handicap for seat in seats)


def has_winner(seats: Sequence[Seat]) -> bool:
    """Return True if the best of several seats wins. Nobody wins against the moves of another game."""
    return len(seats) > 1 and not any(isinstance(seat.player, Recording) for seat in seats)


def find_seat(seats: Iterable[Seat], user_id: int | None) -> Seat | None:
    """Return the seat that a user has, or None. A visitor without an account, whose id is None, has none."""
    return next((seat for seat in seats if user_id is not None and seat.user_id == user_id), None)


def own_seat(seats: Sequence[Seat]) -> Seat:
    """Return the seat of a solo player, for any viewer."""
    return next(iter(held(seats)), seats[0])


def seats_in_display_order(seats: Sequence[Seat]) -> list[Seat]:
    """Return the seats of a finished game in display order.

    The best seat comes first. If there is no winner, the user's comes first, then the others in seat order.
    """
    if has_winner(seats):
        return sorted(seats, key=lambda seat: (seat.rank or 0, seat.index))
    own = own_seat(seats)
    return sorted(seats, key=lambda seat: (seat != own, seat.index))


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
    if table.loaded_former_holders is None:
        read_former_holders([table])
    known: tuple[FormerHolder, ...] = table.loaded_former_holders
    return known


def read_former_holders(tables: Iterable[Table]) -> None:
    """Read the former holders of several tables in one statement, none where nothing was noted."""
    unread = [table for table in tables if table.incidents_count and table.loaded_former_holders is None]
    if not unread:
        return
    found: dict[int, list[FormerHolder]] = {}
    taken = Incident.objects.filter(table__in=unread, kind=Incident.Kind.TAKEN, seat__isnull=False)
    for row in taken.select_related("person").order_by("pk"):
        holder = FormerHolder(row.seat or 0, row.number, str(row.person) if row.person else "")
        found.setdefault(row.table_id, []).append(holder)
    for table in unread:
        table.loaded_former_holders = tuple(found.get(table.pk, ()))
