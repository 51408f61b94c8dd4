"""Former players of a seat."""

from __future__ import annotations

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
    known: tuple[FormerHolder, ...] | None = table.former_holders_read
    if known is None:
        taken = Incident.objects.filter(table=table, kind=Incident.Kind.TAKEN, seat__isnull=False)
        rows = taken.select_related("person").order_by("pk")
        known = tuple(FormerHolder(row.seat or 0, row.number, str(row.person) if row.person else "") for row in rows)
        table.former_holders_read = known
    return known
