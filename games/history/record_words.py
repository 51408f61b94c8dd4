"""Why a text is no record of a game, in sentences."""

from __future__ import annotations

import re
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from engine.records import FORMAT, NoRecord, RecordError

_PLACE: Final = re.compile(r"((?:[a-z_]+: )+)")
"""What the games write before the words of an error: the kind of the event, and the field."""
_WORDS: Final[dict[NoRecord, str | Promise]] = {
    NoRecord.JSON: gettext_lazy("This is not JSON: from line %(line)d, column %(column)d on it cannot be read."),
    NoRecord.FIGURE: gettext_lazy("This holds a number that is too long, or is none in JSON."),
    NoRecord.CHARACTER: gettext_lazy("This holds characters that cannot be stored."),
    NoRecord.DEPTH: gettext_lazy("This has too many brackets within brackets to be read."),
    NoRecord.FORMAT: gettext_lazy("This is no record of a game: its “format” is not “%(format)s”."),
    NoRecord.VERSION: gettext_lazy("This record is of a version that cannot be read here."),
    NoRecord.GAME: gettext_lazy("This record is of a game that is not played here."),
    NoRecord.LIST: gettext_lazy("In a record “%(key)s” is a list."),
    NoRecord.NAMES: gettext_lazy("In a record “seats” are the names of those who played."),
    NoRecord.SEATS: gettext_lazy("This game is not played by so many."),
    NoRecord.HEX: gettext_lazy("In a record “%(key)s” has %(digits)d hex digits."),
    NoRecord.PROMISE: gettext_lazy("The record of a game that is over has both a “seed” and a “commitment”."),
    NoRecord.ENTRY: gettext_lazy("Event %(number)d has no “kind”, or no “data”."),
    NoRecord.NUMBERED: gettext_lazy("Event %(number)d has the number of another."),
    NoRecord.EVENT: gettext_lazy("Event %(number)d cannot be read as one of this game."),
    NoRecord.SEAT: gettext_lazy("Event %(number)d is by a seat that there is not."),
    NoRecord.TIME: gettext_lazy(
        "Event %(number)d has a time that cannot be read. A time tells its zone, and is of the years 2000 to 2999."
    ),
}


def record_words(error: RecordError) -> str:
    """Say why, in the viewer's language."""
    if error.reason is None:
        return _("This is no record of a game.")
    values = {**error.details, "number": error.number or 0, "format": FORMAT}
    sentence = str(_WORDS[error.reason]) % values
    place = _PLACE.match(str(error.details.get("detail", "")))
    if place is None:
        return sentence
    where = _("Look at %(place)s.") % {"place": place[1].removesuffix(": ")}
    return f"{sentence} {where}"
