"""Game files: one JSON document each, as `docs/record.md` describes it, and texts with several."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Any, Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from engine import records
from engine.records import FORMAT, VERSION, Record, RecordError, RecordProblem
from games.accounts.names import DISPLAY_NAME_MAX, as_shown_name
from games.play.words import and_list
from games.tables.game import games
from games.tables.models import Bot, Seat, Status, Table, TableEvent
from games.tables.names import TABLE_NAME_MAX


def names_of(record: Record[Any]) -> tuple[str, ...]:
    """Return the players' names in a game file, cleaned for display."""
    cleaned = (as_shown_name(name, most=DISPLAY_NAME_MAX) for name in record.seats)
    return tuple(name or _("Player %(number)d") % {"number": at} for at, name in enumerate(cleaned, 1))


def name_from_players(names: Sequence[str]) -> str:
    """Return a table name made of the players' names, as many as fit."""
    for shown in range(len(names), 0, -1):
        others = len(names) - shown
        more = [ngettext("%(count)d other", "%(count)d others", others) % {"count": others}] if others else []
        name = and_list([*names[:shown], *more])
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


_PLACE: Final = re.compile(r"((?:[a-z_]+: )+)")
"""Prefix of the games' error messages: the kind of the event, and the field."""
_WORDS: Final[dict[RecordProblem, str | Promise]] = {
    RecordProblem.JSON: gettext_lazy("Invalid JSON at line %(line)d, column %(column)d."),
    RecordProblem.FIGURE: gettext_lazy("The file contains an invalid or too long number."),
    RecordProblem.CHARACTER: gettext_lazy("The file contains characters that can’t be stored."),
    RecordProblem.DEPTH: gettext_lazy("The file has too many nested brackets."),
    RecordProblem.FORMAT: gettext_lazy("This isn’t a game file: its “format” isn’t “%(format)s”."),
    RecordProblem.VERSION: gettext_lazy("This game file version isn’t supported."),
    RecordProblem.GAME: gettext_lazy("This game isn’t available on Carto."),
    RecordProblem.UNCHECKED: gettext_lazy("Files of this game can’t be checked."),
    RecordProblem.LIST: gettext_lazy("“%(key)s” must be a list."),
    RecordProblem.NAMES: gettext_lazy("“seats” must be the list of player names."),
    RecordProblem.SEATS: gettext_lazy("This game doesn’t support that many players."),
    RecordProblem.STAND_INS: gettext_lazy("“stand_ins” must be the list of seats that bots played, but not all."),
    RecordProblem.HEX: gettext_lazy("“%(key)s” must have %(digits)d hexadecimal digits."),
    RecordProblem.PROMISE: gettext_lazy("The file of a finished game must have a “seed” and a “commitment”."),
    RecordProblem.ENTRY: gettext_lazy("Event %(number)d is missing “kind” or “data”."),
    RecordProblem.NUMBERED: gettext_lazy("Event %(number)d has a duplicate number."),
    RecordProblem.EVENT: gettext_lazy("Event %(number)d isn’t a valid event of this game."),
    RecordProblem.SEAT: gettext_lazy("Event %(number)d refers to a seat that doesn’t exist."),
    RecordProblem.TIME: gettext_lazy(
        "Event %(number)d has an invalid time. Include the time zone, and use a year from 2000 to 2999."
    ),
}


def record_words(error: RecordError) -> str:
    """Say why, in the viewer's language."""
    if error.reason is None:
        return _("This isn’t a game file.")
    values = {**error.details, "number": error.number or 0, "format": FORMAT}
    sentence = str(_WORDS[error.reason]) % values
    place = _PLACE.match(str(error.details.get("detail", "")))
    if place is None:
        return sentence
    where = _("See %(place)s.") % {"place": place[1].removesuffix(": ")}
    return f"{sentence} {where}"


class NotFinished(Exception):
    """Raised for the file of a running game, which would reveal hidden information."""


def record_of(table: Table) -> dict[str, Any]:
    """Return the record of a finished game of any kind. Raises NotFinished."""
    if table.status != Status.FINISHED:
        raise NotFinished
    rows = TableEvent.objects.filter(table=table).select_related("definition").order_by("number")
    # An uploaded game may have neither.
    chance = {"commitment": table.commitment, "seed": bytes(table.seed or b"").hex()}
    seats = list(Seat.objects.at(table))
    stand_ins = [seat.index for seat in seats if isinstance(seat.player, Bot)]
    return {
        "format": FORMAT,
        "version": VERSION,
        "game": table.game,
        **{key: value for key, value in chance.items() if value},
        "seats": [seat.shown_name for seat in seats],
        **({"stand_ins": stand_ins} if stand_ins else {}),
        "events": [_event(row) for row in rows],
    }


def _event(row: TableEvent) -> dict[str, Any]:
    written = {"number": row.number, "kind": row.kind, "data": row.whole}
    return {**written, "stand_in": True} if row.stand_in else written


def read_record(document: Any) -> Record[Any]:
    """Parse a JSON document into the record of any installed game. Raises RecordError."""
    return records.read_record(document, {key: game.rules for key, game in games().items()})
