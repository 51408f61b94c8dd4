"""Faults of a tile's drawing and rivers in words: the square that is wrong, and what to do about it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from enum import StrEnum
from typing import Final, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.gisborne.tiles import BAR, BRIDGE, COLUMNS, NOTHING, ROWS, SLOTS, Mark, Square, Tile

ENTRY: Final = (1, 0)
"""Square of the first field, or of the bar before it."""
EXIT: Final = (1, COLUMNS - 1)
FIELDS: Final = frozenset(Mark)
MARKS: Final = "".join((*Mark, BRIDGE, BAR, *map(str, reversed(SLOTS)), NOTHING))
"""Marks of a drawing."""
MOST_FIELDS: Final = ROWS * COLUMNS


class Role(StrEnum):
    """Role of a tile on the way."""

    START = "start"
    PATH = "path"
    END = "end"


def role_of(rows: Sequence[str]) -> Role:
    """Return the role of a tile: the start has the bar, the end has the beach."""
    marks = "".join(rows)
    if BAR in marks:
        return Role.START
    return Role.END if any(str(slot) in marks for slot in SLOTS) else Role.PATH


class Fault(NamedTuple):
    """Sentence about a fault, and the part of the definition that has it, "rows" or "rivers"."""

    part: str
    words: str


def find_faults(rows: Sequence[str], rivers: Sequence[int] = ()) -> Iterator[Fault]:
    """Yield the faults of a tile, none for one that the engine can read."""
    found = list(drawing_faults(rows))
    if found:
        yield from (Fault("rows", words) for words in found)
        return
    try:
        Tile("", _three(rows))
    except ValueError:
        # The checks above are meant to find everything that the engine refuses.
        yield Fault("rows", _("The path must be a single line of fields from the left to the right of row 2."))
        return
    yield from (Fault("rivers", words) for words in _river_faults(Tile("", _three(rows)), rivers))


def drawing_faults(rows: Sequence[str]) -> Iterator[str]:
    """Yield sentences about the faults of a drawing, the first of its squares first."""
    found = list(_shape_faults(rows)) or list(_mark_faults(rows)) or list(_path_faults(rows))
    yield from found or _bridge_faults(rows)


def _three(rows: Sequence[str]) -> tuple[str, str, str]:
    top, middle, bottom = rows
    return top, middle, bottom


def square_name(square: Square) -> str:
    """Return the name of a square in a drawing."""
    return _("row %(row)s, column %(column)s") % {"row": square[0] + 1, "column": square[1] + 1}


def _at(square: Square, words: str) -> str:
    return _("%(square)s: %(fault)s") % {"square": _sentence(square_name(square)), "fault": words}


def _sentence(words: str) -> str:
    return words[:1].upper() + words[1:]


def _shape_faults(rows: Sequence[str]) -> Iterator[str]:
    if len(rows) != ROWS:
        words = ngettext("There is %(count)s row instead of 3.", "There are %(count)s rows instead of 3.", len(rows))
        yield words % {"count": len(rows)}
    for number, row in enumerate(rows[:ROWS], 1):
        if len(row) != COLUMNS:
            words = ngettext(
                "Row %(row)s has %(count)s square instead of 5.",
                "Row %(row)s has %(count)s squares instead of 5.",
                len(row),
            )
            yield words % {"row": number, "count": len(row)}
        for column, mark in enumerate(row[:COLUMNS]):
            if mark not in MARKS:
                words = _("“%(mark)s” isn’t a mark. Use one of %(marks)s")
                yield _at((number - 1, column), words % {"mark": mark, "marks": " ".join(MARKS)})


def _squares(rows: Sequence[str], marks: str) -> list[Square]:
    """Return the squares with one of these marks, row by row."""
    return [(row, column) for row, text in enumerate(rows) for column, mark in enumerate(text) if mark in marks]


def _mark_faults(rows: Sequence[str]) -> Iterator[str]:
    for square in _squares(rows, BAR):
        if square != ENTRY:
            yield _at(square, _("the bar can only be at row 2, column 1. Remove it here."))
    for square in _squares(rows, Mark.VIEWPOINT)[1:]:
        yield _at(square, _("a tile can have only one viewpoint. Paint another field here."))
    for square in _squares(rows, BRIDGE)[1:]:
        yield _at(square, _("a tile can have only one bridge. Remove it here."))
    yield from _slot_faults(rows)


def _slot_faults(rows: Sequence[str]) -> Iterator[str]:
    marks = "".join(rows)
    if role_of(rows) is Role.PATH or not any(str(slot) in marks for slot in SLOTS):
        return
    if role_of(rows) is Role.START:
        yield _("A tile can’t have both the bar and slots. Remove one of them.")
        return
    for slot in SLOTS:
        for square in _squares(rows, str(slot))[1:]:
            yield _at(square, _("slot %(slot)s is on the tile twice. Remove it here.") % {"slot": slot})
    for square in _squares(rows, str(SLOTS[0]))[:1]:
        if square[1] == 0:
            yield _at(square, _("slot 5 needs a field to its left. Move it to the right."))
    if missing := [str(slot) for slot in SLOTS if str(slot) not in marks]:
        yield _("The beach has five slots. Add the missing ones: %(slots)s.") % {"slots": ", ".join(missing)}


def _path_faults(rows: Sequence[str]) -> Iterator[str]:
    fields = set(_squares(rows, "".join(Mark)))
    first, last = _first(rows), _last(rows)
    if not fields:
        yield _("The tile has no fields. Paint a path from %(first)s to %(last)s.") % {
            "first": square_name(first),
            "last": square_name(last),
        }
        return
    if first not in fields:
        yield _("The path must start at %(square)s. Paint a field there.") % {"square": square_name(first)}
        return
    path, branch = _follow(first, fields)
    if branch:
        yield _("The path branches at %(square)s. Leave only one field after it.") % {"square": square_name(path[-1])}
    elif last in path[:-1]:
        words = _("The path must end at %(last)s. Remove the field after it, at %(square)s.")
        yield words % {"last": square_name(last), "square": square_name(path[path.index(last) + 1])}
    elif path[-1] != last:
        words = _("The path ends at %(square)s. Continue it to %(last)s.")
        yield words % {"square": square_name(path[-1]), "last": square_name(last)}
    else:
        for square in sorted(fields - set(path)):
            yield _at(square, _("this field isn’t connected to the path. Remove it or connect it."))


def _first(rows: Sequence[str]) -> Square:
    return (1, 1) if rows[1][0] == BAR else ENTRY


def _last(rows: Sequence[str]) -> Square:
    """Return the square on which the path must end: the right of row 2, or beside slot 5."""
    beach = _squares(rows, str(SLOTS[0]))
    return (beach[0][0], max(beach[0][1] - 1, 0)) if beach else EXIT


def _follow(first: Square, fields: set[Square]) -> tuple[list[Square], bool]:
    """Return the path from its first field on, and True if it branches at its last."""
    path = [first]
    while True:
        row, column = path[-1]
        around = {(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)}
        following = around & fields - set(path[-2:])
        if len(following) > 1 or following & set(path):
            return path, True
        if not following:
            return path, False
        path += following


def _bridge_faults(rows: Sequence[str]) -> Iterator[str]:
    for row, column in _squares(rows, BRIDGE):
        path, _branch = _follow(_first(rows), set(_squares(rows, "".join(Mark))))
        ends = ((row, column - 1), (row, column + 1))
        if any(end not in path for end in ends):
            yield _at((row, column), _("a bridge needs a field on its left and one on its right."))
            return
        for end in ends:
            if rows[end[0]][end[1]] != Mark.PLAIN:
                yield _at(end, _("the ends of a bridge must be plain fields."))


def _river_faults(tile: Tile, rivers: Sequence[int]) -> Iterator[str]:
    last = len(tile.path)
    for river in sorted(set(rivers)):
        if not 1 <= river < last:
            words = _("Field %(river)s: a river must be between two fields of the tile, which has %(count)s.")
            yield words % {"river": river, "count": last}
        elif tile.bridge and tile.bridge[0] <= river < tile.bridge[1]:
            words = _("Field %(river)s: a river can’t be between the ends of a bridge (fields %(first)s to %(last)s).")
            yield words % {"river": river, "first": tile.bridge[0], "last": tile.bridge[1]}


def rows_of(text: str) -> list[str]:
    """Return the rows of a drawing's text, separated by line breaks or slashes, without spaces around them."""
    return [row.strip() for row in re.split(r"/|\r?\n", text.strip())]
