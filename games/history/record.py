"""Sentences on why a text is not a valid game file."""

from __future__ import annotations

import re
from typing import Any, Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from engine import records
from engine.records import FORMAT, VERSION, Record, RecordError, RecordProblem
from games.tables.game import games
from games.tables.models import Seat, Status, Table, TableEvent

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
    """The record of a finished game, whichever game it is. Raises NotFinished."""
    if table.status != Status.FINISHED:
        raise NotFinished
    rows = TableEvent.objects.filter(table=table).select_related("definition").order_by("number")
    # An uploaded game may have neither.
    chance = {"commitment": table.commitment, "seed": bytes(table.seed or b"").hex()}
    return {
        "format": FORMAT,
        "version": VERSION,
        "game": table.game,
        **{key: value for key, value in chance.items() if value},
        "seats": [seat.shown_name for seat in Seat.objects.at(table)],
        "events": [_event(row) for row in rows],
    }


def _event(row: TableEvent) -> dict[str, Any]:
    written = {"number": row.number, "kind": row.kind, "data": row.whole}
    return {**written, "stand_in": True} if row.stand_in else written


def read_record(document: Any) -> Record[Any]:
    """The record of a parsed JSON document, of any installed game. Raises RecordError."""
    return records.read_record(document, {key: game.rules for key, game in games().items()})
