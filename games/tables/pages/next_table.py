"""Link to the next table that waits for the player."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.tables.game import Seated
from games.tables.models import Seat

_MOST: Final = 100
"""Number of tables that are counted. No user plays at so many."""


@dataclass(frozen=True, slots=True)
class NextTable:
    """Another table that waits for the visitor: its name, its address, and how many more of them there are."""

    name: str
    url: str
    more: int

    @property
    def words(self) -> str:
        """The words of the link."""
        if not self.more:
            return _("Next: %(name)s") % {"name": self.name}
        words = ngettext("Next: %(name)s (+%(count)d)", "Next: %(name)s (+%(count)d)", self.more)
        return words % {"name": self.name, "count": self.more}


def next_table(seated: Seated) -> NextTable | None:
    """The table that has waited longest for who sits at this one, this one aside; None where none waits, and for who
    only watches. One statement.
    """
    user_id = None if seated.seat is None else seated.seats[seated.seat].user_id
    if user_id is None:
        return None
    awaited = Seat.objects.awaited_for_user(user_id).exclude(table=seated.table)
    waiting = list(awaited.values_list("table__name", "table__code")[:_MOST])
    if not waiting:
        return None
    name, code = waiting[0]
    return NextTable(name, reverse("tables:table", args=[code]), len(waiting) - 1)
