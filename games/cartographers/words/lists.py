"""Several things in one phrase."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext as _

from engine.cartographers.geometry import Mask, column_of, row_of, space, spaces
from engine.cartographers.notation import space_name, space_names


def and_list(items: Sequence[str]) -> str:
    """All of them: "Ada, Ben and Cy"; "" for none."""
    if len(items) < 2:
        return "".join(items)
    return _("%(several)s and %(last)s") % {"several": _comma_list(items[:-1]), "last": items[-1]}


def or_list(items: Sequence[str]) -> str:
    """Any of them: "forest, farm or water"; "" for none."""
    if len(items) < 2:
        return "".join(items)
    return _("%(several)s or %(last)s") % {"several": _comma_list(items[:-1]), "last": items[-1]}


def _comma_list(items: Sequence[str]) -> str:
    text = items[0]
    for item in items[1:]:
        text = _("%(several)s, %(next)s") % {"several": text, "next": item}
    return text


def space_list(mask: Mask) -> str:
    """The names of spaces in reading order: "B2, B3, C4"."""
    names = space_names(mask)
    return _comma_list(names) if names else ""


def place(mask: Mask) -> str:
    """Where a group lies, from the north-west to the south-east corner of the box around it: "B2–C4"; a single space
    by its name. The set must not be empty.
    """
    where = spaces(mask)
    rows, columns = [row_of(one) for one in where], [column_of(one) for one in where]
    low, high = space_name(space(min(rows), min(columns))), space_name(space(max(rows), max(columns)))
    return low if low == high else _("%(first)s–%(last)s") % {"first": low, "last": high}
