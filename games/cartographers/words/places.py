"""Names of spaces and of their location on the map."""

from __future__ import annotations

from django.utils.translation import gettext as _

from engine.cartographers.geometry import Mask, column_of, row_of, space, spaces
from engine.cartographers.notation import space_name, space_names
from games.play.phrases import comma_list


def space_list(mask: Mask) -> str:
    """The names of spaces in reading order: "B2, B3, C4"."""
    return comma_list(space_names(mask))


def place(mask: Mask) -> str:
    """Return the location of a group of spaces: the top left and bottom right corners, as in "B2–C4".

    The corners are those of its bounding box; a single space is named alone. The set must not be empty.
    """
    where = spaces(mask)
    rows, columns = [row_of(space) for space in where], [column_of(space) for space in where]
    low, high = space_name(space(min(rows), min(columns))), space_name(space(max(rows), max(columns)))
    return low if low == high else _("%(first)s–%(last)s") % {"first": low, "last": high}
