"""Where something is: spaces by their names."""

from __future__ import annotations

from django.utils.translation import gettext as _

from engine.cartographers.geometry import Mask, column_of, row_of, space, spaces
from engine.cartographers.notation import space_name, space_names
from games.play.lists import comma_list


def space_list(mask: Mask) -> str:
    """The names of spaces in reading order: "B2, B3, C4"."""
    return comma_list(space_names(mask))


def place(mask: Mask) -> str:
    """Where a group lies, from the north-west to the south-east corner of the box around it: "B2–C4"; a single space
    by its name. The set must not be empty.
    """
    where = spaces(mask)
    rows, columns = [row_of(space) for space in where], [column_of(space) for space in where]
    low, high = space_name(space(min(rows), min(columns))), space_name(space(max(rows), max(columns)))
    return low if low == high else _("%(first)s–%(last)s") % {"first": low, "last": high}
