"""Names of the players of an uploaded game, and of its table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.records import Record
from games.accounts.names import DISPLAY_NAME_MAX, as_shown_name
from games.play.phrases import and_list
from games.tables.names import TABLE_NAME_MAX


def names_of(record: Record[Any]) -> tuple[str, ...]:
    """Return the players' names in a game file, cleaned for display."""
    cleaned = (as_shown_name(name, most=DISPLAY_NAME_MAX) for name in record.seats)
    return tuple(name or _("Player %(number)d") % {"number": at} for at, name in enumerate(cleaned, 1))


def name_after(names: Sequence[str]) -> str:
    """Return a table name made of the players' names, as many as fit."""
    for told in range(len(names), 0, -1):
        others = len(names) - told
        more = [ngettext("%(count)d other", "%(count)d others", others) % {"count": others}] if others else []
        name = and_list([*names[:told], *more])
        if len(name) <= TABLE_NAME_MAX:
            return name
    return names[0]
