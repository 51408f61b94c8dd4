"""Several things in one phrase."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext as _


def and_list(items: Sequence[str]) -> str:
    """Return the items as a list in words: "Ada, Ben and Cy"; "" for none."""
    if len(items) < 2:
        return "".join(items)
    return _("%(several)s and %(last)s") % {"several": comma_list(items[:-1]), "last": items[-1]}


def or_list(items: Sequence[str]) -> str:
    """Any of them: "tea, milk or juice"; "" for none."""
    if len(items) < 2:
        return "".join(items)
    return _("%(several)s or %(last)s") % {"several": comma_list(items[:-1]), "last": items[-1]}


def comma_list(items: Sequence[str]) -> str:
    """One after the other: "B2, B3, C4"; "" for none."""
    text = "".join(items[:1])
    for item in items[1:]:
        text = _("%(several)s, %(next)s") % {"several": text, "next": item}
    return text
