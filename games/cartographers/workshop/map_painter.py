"""Painted maps: a form field that is the text of a map, its widget with brushes and spaces, and its tools."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from engine.cartographers.geometry import SIZE, column_of, row_of, space
from engine.cartographers.notation import (
    FIELD_NAME,
    LAYER_FIELDS,
    ROW_NAMES,
    NotationError,
    board_of,
    space_name,
    space_of,
    whole_board_text,
)
from engine.cartographers.terrain import REGIONS, Feature
from games.cartographers.map.boards import COLUMNS
from games.cartographers.words.names import terrain_label, terrain_name
from games.catalog.forms import Tool, ToolUse
from games.catalog.painting import (
    CLEAR,
    UNDO,
    FieldOf,
    Look,
    Painting,
    PaintingTool,
    PaintingWidget,
    repaint_tool,
    undo_tool,
)

_FEATURES: Final = {
    "^": Feature.MOUNTAIN,
    "*": Feature.LANDMARK,
    "r": Feature.RUINS,
    "#": Feature.WASTELAND,
    ".": Feature.EMPTY,
    "F": Feature.FOREST,
    "V": Feature.VILLAGE,
    "A": Feature.FARM,
    "W": Feature.WATER,
    "M": Feature.MONSTER,
    "H": Feature.HERO,
    "X": Feature.DESTROYED,
}
OVERLAYS: Final = {"$": Feature.TOLL, **{str(number): region for number, region in enumerate(REGIONS, 1)}}
"""Brushes for what is marked on spaces of any kind, in a field below the rows."""
SHEET_MARKS: Final = "^*r#FVAWM.$1234"
ALL_MARKS: Final = "FVAWMHX^*r#.$1234"
_FIELD_OF: Final = {mark: name for mark, on in OVERLAYS.items() for name, of in LAYER_FIELDS.items() if of is on}
_FIELDS = re.compile(rf"\s+(?={FIELD_NAME}:)")
_NAMED = re.compile(r"\b[A-K](?:1[01]|[1-9])\b")
_MOST_FAULTS: Final = 5
"""Maximum number of errors in a text that are shown at once."""


@dataclass(frozen=True, slots=True)
class Sketch:
    """A board's text, be it right or not: eleven rows of eleven marks, and what stands below them."""

    rows: tuple[str, ...]
    fields: str = ""

    @classmethod
    def of(cls, text: str) -> Sketch:
        """Whatever was written; what is missing is empty, and what is too much is left out."""
        rows = [row[:SIZE].ljust(SIZE, ".") for row in rows_of(text)[:SIZE]]
        rows += ["." * SIZE] * (SIZE - len(rows))
        return cls(tuple(rows), " ".join(_FIELDS.split(text)[1:]).strip())

    @property
    def text(self) -> str:
        """The text, a line a row."""
        return "\n".join([*self.rows, *([self.fields] if self.fields else [])])

    def painted(self, names: Sequence[str], mark: str) -> Sketch:
        """With a brush drawn over spaces; names of none are left out. A brush of `OVERLAYS` erases what it finds."""
        if mark in OVERLAYS:
            return replace(self, fields=_with_overlay(self.fields, _FIELD_OF[mark], names))
        rows = [list(row) for row in self.rows]
        for name in names:
            try:
                where = space_of(name)
            except NotationError:
                continue
            row, column = row_of(where), column_of(where)
            rows[row][column] = paint_over(rows[row][column], mark)
        fields = self.fields if mark in "MX" else _without(self.fields, names)
        if mark not in "r.":
            fields = _without_field(fields, _FIELD_OF["$"], names)
        return Sketch(tuple(map("".join, rows)), fields)

    def moved(self, to: Callable[[int, int], tuple[int, int]]) -> Sketch:
        """With every space moved to another one, whose row and column `to` tells."""
        rows = [list(row) for row in self.rows]
        for row, line in enumerate(self.rows):
            for column, mark in enumerate(line):
                new_row, new_column = to(row, column)
                rows[new_row][new_column] = mark

        def moved_name(match: re.Match[str]) -> str:
            where = space_of(match[0])
            return space_name(space(*to(row_of(where), column_of(where))))

        return Sketch(tuple(map("".join, rows)), _NAMED.sub(moved_name, self.fields))


def rows_of(text: str) -> list[str]:
    """The rows of a text as they were written, spaces around them left out."""
    return [row.strip() for row in re.split(r"/|\r?\n", _FIELDS.split(text)[0].strip())]


def paint_over(mark: str, brush: str) -> str:
    """Return a space's mark after painting over it.

    Ruins are added under what is drawn, and drawings keep the ruins under them.
    """
    if brush == "r":
        return mark.lower() if mark.isalpha() else "r"
    return brush.lower() if brush.isalpha() and mark.islower() else brush


def _without(fields: str, names: Sequence[str]) -> str:
    """The fields without the initials of monsters that are painted over."""
    kept = []
    for field in fields.split():
        initial, _colon, listed = field.partition(":")
        left = [name for name in listed.split(",") if initial in LAYER_FIELDS or name not in names]
        kept += [f"{initial}:{','.join(left)}"] if left else []
    return " ".join(kept)


def _listed(fields: str, field: str) -> list[str]:
    """The spaces of a field, in the order in which they are listed."""
    found = (each.partition(":")[2] for each in fields.split() if each.partition(":")[0] == field)
    text = next(found, "")
    return text.split(",") if text else []


def _with_overlay(fields: str, field: str, names: Sequence[str]) -> str:
    """The fields with spaces added to one of them or, if it has them all, taken out."""
    listed = set(_listed(fields, field))
    if listed.issuperset(names):
        return _without_field(fields, field, names)
    known = [name for name in (*listed, *names) if _NAMED.fullmatch(name)]
    added = ",".join(sorted(dict.fromkeys(known), key=space_of))
    others = [each for each in fields.split() if each.partition(":")[0] != field]
    return " ".join([*others, *([f"{field}:{added}"] if added else [])])


def _without_field(fields: str, field: str, names: Sequence[str]) -> str:
    """The fields with spaces taken out of one of them."""
    left = ",".join(name for name in _listed(fields, field) if name not in names)
    return " ".join(
        f"{field}:{left}" if each.partition(":")[0] == field else each
        for each in fields.split()
        if left or each.partition(":")[0] != field
    )


class MapWidget(PaintingWidget):
    """Widget with brushes and the spaces of a map; `marks` are the brushes."""

    sprite = "img/map.svg"
    css = "map"
    row_names = ROW_NAMES
    column_names = tuple(map(str, COLUMNS))
    tools = (
        UNDO,
        PaintingTool("flip", "mirror", gettext_lazy("Flip")),
        PaintingTool("rotate", "turn", gettext_lazy("Rotate")),
        CLEAR,
    )
    hint = gettext_lazy(
        "Select a space to paint it with the brush. Paint a coin space or region again to remove it there."
    )
    swipe_hint = gettext_lazy("Swipe along the numbers to see the rest of the map.")
    lower_words = gettext_lazy("on ruins")

    def look(self, mark: str) -> Look:
        """Return the look of a mark; invalid characters look like empty spaces."""
        if mark in OVERLAYS:
            return Look("", OVERLAYS[mark].word, terrain_name(OVERLAYS[mark]))
        if mark.upper() not in _FEATURES and mark not in _FEATURES:
            mark = "."
        return Look(*_picture(mark), _words(mark))

    def label(self, mark: str) -> str:
        """Return the name of a brush's terrain."""
        return terrain_label(OVERLAYS.get(mark) or _FEATURES[mark])

    def field(self, mark: str) -> str:
        """Return the field of an overlay."""
        return _FIELD_OF.get(mark, "")

    def overlays(self, text: str) -> Mapping[str, tuple[Look, ...]]:
        """Return the coin and the regions of each space that has some."""
        fields, found = Sketch.of(text).fields, dict[str, tuple[Look, ...]]()
        for mark, field in _FIELD_OF.items():
            for name in _listed(fields, field):
                found[name] = (*found.get(name, ()), self.look(mark))
        return found

    def rows(self, text: str) -> Sequence[str]:
        """Return the rows of a map."""
        return Sketch.of(text).rows

    def shown_text(self, value: Any) -> str:
        """Return a map as shown in the form: one line per row."""
        return shown_text(value)


def _picture(mark: str) -> tuple[str, str]:
    """Return the CSS classes and the symbol of a space."""
    if mark == ".":
        return "", ""
    if mark == "r":
        return "ruins", "ruins"
    word = _FEATURES[mark.upper()].word
    return f"t-{word} ruins" if mark.islower() else f"t-{word}", f"{word}-0"


def _words(mark: str) -> str:
    if mark == "r" or not mark.islower():
        return terrain_name(_FEATURES[mark])
    return _("%(terrain)s, on ruins") % {"terrain": terrain_name(_FEATURES[mark.upper()])}


class BoardField(forms.Field):
    """Field for a board as a line of text; `marks` are the brushes. With those of a sheet, only rows, coin spaces and
    regions are allowed.
    """

    default_error_messages = {"required": gettext_lazy("Draw the map or enter it as text.")}

    def __init__(self, *, marks: str = ALL_MARKS, **options: Any) -> None:
        self.marks = marks
        super().__init__(**{"widget": MapWidget(marks), **options})

    def widget_attrs(self, widget: forms.Widget) -> dict[str, Any]:
        """Label the board with the field's label."""
        return {"aria-label": self.label} if self.label else {}

    def to_python(self, value: Any) -> str | None:
        """Return the board's text, or None if it is empty. Raises ValidationError with line and column."""
        text = value.text if isinstance(value, Painting) else str(value or "")
        if not text.strip():
            return None
        if faults := list(_faults(text, self.marks)):
            raise ValidationError(faults[:_MOST_FAULTS])
        try:
            board = board_of(Sketch.of(text).text)
        except NotationError as error:
            words = {"fields": Sketch.of(text).fields, "reason": error.reason}
            raise ValidationError(_("Invalid lines below the rows: %(fields)s") % words) from None
        return whole_board_text(board)


def _faults(text: str, marks: str) -> Iterator[str]:
    """Yield the problems with the rows of a text, from top to bottom."""
    known = {*marks, *marks.lower()} - OVERLAYS.keys()
    rows = rows_of(text)
    listed = " ".join(mark for mark in marks if mark not in OVERLAYS)
    for line, row in enumerate(rows[:SIZE], 1):
        words: dict[str, object] = {"line": line, "count": len(row), "size": SIZE, "marks": listed}
        for column, mark in enumerate(row, 1):
            if mark not in known:
                words |= {"column": column, "mark": mark}
                yield _("Line %(line)s, column %(column)s: “%(mark)s” isn’t one of %(marks)s") % words
        if len(row) != SIZE:
            yield _("Line %(line)s has %(count)s spaces instead of %(size)s.") % words
    if len(rows) != SIZE:
        yield _("There are %(count)s lines instead of %(size)s.") % {"count": len(rows), "size": SIZE}
    names = [field.partition(":")[0] for field in Sketch.of(text).fields.split()]
    if marks == SHEET_MARKS and not set(names) <= set(_FIELD_OF.values()):
        yield _("A map sheet can only contain its rows, coin spaces and regions.")


def shown_text(value: Any) -> str:
    """Return a board, its rows or its text as shown in the form: one line per row."""
    if isinstance(value, list | tuple):
        return "\n".join(value)
    return Sketch.of(value).text if value else "\n".join(["." * SIZE] * SIZE)


def painter_tools(field_of: FieldOf) -> dict[str, Tool]:
    """Return the tools of a painted map by name; `field_of` returns the name of its field in the submitted data."""

    def moved(to: Callable[[int, int], tuple[int, int]]) -> Tool:
        return repaint_tool(field_of, lambda text, _use, _brush: Sketch.of(text).moved(to).text)

    empty = Sketch(("." * SIZE,) * SIZE).text
    return {
        "paint": repaint_tool(field_of, _paint),
        "undo": undo_tool(field_of),
        "flip": moved(lambda row, column: (row, SIZE - 1 - column)),
        "rotate": moved(lambda row, column: (column, SIZE - 1 - row)),
        "clear": repaint_tool(field_of, lambda _text, _use, _brush: empty),
    }


def _paint(text: str, use: ToolUse, brush: str) -> str:
    """Paint the spaces that the button names, usually a single one."""
    sketch, names = Sketch.of(text), use.at.split(",")[: SIZE * SIZE]
    return (sketch.painted(names, brush) if brush in tuple(ALL_MARKS) else sketch).text
