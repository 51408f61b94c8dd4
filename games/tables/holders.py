"""Former players of a seat."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.tables.models import Incident, Seat, Table


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
