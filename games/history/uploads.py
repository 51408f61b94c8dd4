"""Names of the players of an uploaded game, and of its table."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.records import Record
from games.accounts.names import DISPLAY_NAME_MAX, as_shown_name
from games.play.words import and_list
from games.tables.names import TABLE_NAME_MAX


def names_of(record: Record[Any]) -> tuple[str, ...]:
    """Return the players' names in a game file, cleaned for display."""
    cleaned = (as_shown_name(name, most=DISPLAY_NAME_MAX) for name in record.seats)
    return tuple(name or _("Player %(number)d") % {"number": at} for at, name in enumerate(cleaned, 1))


def name_from_players(names: Sequence[str]) -> str:
    """Return a table name made of the players' names, as many as fit."""
    for told in range(len(names), 0, -1):
        others = len(names) - told
        more = [ngettext("%(count)d other", "%(count)d others", others) % {"count": others}] if others else []
        name = and_list([*names[:told], *more])
        if len(name) <= TABLE_NAME_MAX:
            return name
    return names[0]


MOST_RECORDS: Final = 10
"""Maximum number of games that are checked per upload."""
_BYTE_ORDER_MARK: Final = "\ufeff"
_LINE_END: Final = re.compile("\r\n?|\n")


def split_records(text: str) -> list[tuple[int, str]]:
    """Return the records of a text, each with the number of the line where it begins: one alone, however it is wrapped,
    or one on each line. Whether they are records is not asked. Faults within a record count the lines of the text; the
    records after the first `MOST_RECORDS` stand for themselves.
    """
    text = text.removeprefix(_BYTE_ORDER_MARK)
    # Concatenated files keep their byte order marks.
    lines = [line.removeprefix(_BYTE_ORDER_MARK) for line in _LINE_END.split(text)]
    if not _are_records([line.strip() for line in lines if line.strip()]) or _is_whole(text):
        return [(1, text)]
    records = [(number, line) for number, line in enumerate(lines, 1) if line.strip()]
    # Only those that are checked: for each of many short lines, that would take more memory than there is.
    checked = [(number, "\n" * (number - 1) + line) for number, line in records[:MOST_RECORDS]]
    return checked + records[MOST_RECORDS:]


def _are_records(lines: list[str]) -> bool:
    """True for several lines of which two are objects, or one is a record: then the others are wrong ones."""
    objects = [line for line in lines if line.startswith("{") and line.endswith("}")]
    return len(lines) > 1 and (len(objects) > 1 or any('"format"' in line for line in objects))


def _is_whole(text: str) -> bool:
    """True if a text of several lines is one JSON document, written without indentation."""
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True
