"""Painted maps: a form field that is the text of a map, its widget with brushes and spaces, and its tools."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Final, NamedTuple

from django import forms
from django.core.exceptions import ValidationError
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from engine.cartographers.geometry import SIZE, column_of, row_of, space
from engine.cartographers.notation import ROW_NAMES, NotationError, board_of, space_name, space_of, whole_board_text
from engine.cartographers.terrain import Feature
from games.cartographers.map.boards import COLUMNS
from games.cartographers.words.names import terrain_label, terrain_name
from games.catalog.forms import EntryForm, Tool, ToolUse

_FEATURES: Final = {
    "^": Feature.MOUNTAIN,
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
SHEET_MARKS: Final = "^r#."
ALL_MARKS: Final = "FVAWMHX^r#."
STEPS_BACK: Final = 30
"""Number of texts kept for undo."""
_LONGEST: Final = 2_000
"""Maximum length of a text that is kept."""
_FIELDS = re.compile(r"\s+(?=(?:marks|[A-Z]):)")
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
        """With a brush drawn over spaces; names of none are left out."""
        rows = [list(row) for row in self.rows]
        for name in names:
            try:
                where = space_of(name)
            except NotationError:
                continue
            row, column = row_of(where), column_of(where)
            rows[row][column] = paint_over(rows[row][column], mark)
        fields = self.fields if mark in "MX" else _without(self.fields, names)
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
        left = [name for name in listed.split(",") if initial == "marks" or name not in names]
        kept += [f"{initial}:{','.join(left)}"] if left else []
    return " ".join(kept)


@dataclass(frozen=True, slots=True)
class Painting:
    """Submitted map: its text, the earlier texts as JSON for undo, and the selected brush."""

    text: str
    history: str = ""
    brush: str = ""


class Brush(NamedTuple):
    """Brush for painting a space."""

    mark: str
    css: str
    picture: str
    label: str
    words: str
    checked: bool


class PaintedSpace(NamedTuple):
    """Space of the painted board."""

    name: str
    at: str
    css: str
    picture: str
    label: str


class PaintingWidget(forms.Widget):
    """Widget with brushes, a board of buttons, tools, and the board as editable text."""

    template = "cartographers/workshop/_map_painter.html"
    addresses: Mapping[str, str] = dict.fromkeys(("paint", "undo", "flip", "rotate", "clear"), "")
    """Addresses of the tools by name."""

    def __init__(self, marks: str, attrs: Any = None) -> None:
        self.marks = marks
        super().__init__(attrs)

    def value_from_datadict(self, data: Any, files: Any, name: str) -> Painting:
        """Return the submitted painting."""
        return Painting(data.get(name, ""), data.get(f"{name}.history", ""), data.get(f"{name}.brush", ""))

    def value_omitted_from_data(self, data: Any, files: Any, name: str) -> bool:
        """Return True if the page had no such map."""
        return name not in data

    def render(self, name: str, value: Any, attrs: Any = None, renderer: Any = None) -> SafeString:
        """Render the widget as HTML."""
        painting = value if isinstance(value, Painting) else Painting(shown_text(value))
        history = history_of(painting.history)
        context = {
            "name": name,
            "id": (attrs or {}).get("id", f"id_{name}"),
            "label": self.attrs.get("aria-label", ""),
            "described": (attrs or {}).get("aria-describedby", ""),
            "invalid": (attrs or {}).get("aria-invalid", ""),
            "text": painting.text,
            "history": json.dumps(history),
            "brushes": list(self._brushes(painting.brush)),
            "columns": COLUMNS,
            "rows": [(letter, list(_row(painting.text, row))) for row, letter in enumerate(ROW_NAMES)],
            "marks": " ".join(self.marks),
            **self.addresses,
        }
        return render_to_string(self.template, context)

    def _brushes(self, held: str) -> Iterator[Brush]:
        held = held if held and held in self.marks else self.marks[0]
        for mark in self.marks:
            feature = _FEATURES[mark]
            css, picture = _look(mark)
            yield Brush(mark, css, picture, terrain_label(feature), terrain_name(feature), mark == held)


def _row(text: str, row: int) -> Iterator[PaintedSpace]:
    """Yield the spaces of a row as painted; invalid characters become empty spaces."""
    for column, mark in enumerate(Sketch.of(text).rows[row]):
        known = mark if mark.upper() in _FEATURES or mark in _FEATURES else "."
        name = f"{ROW_NAMES[row]}{column + 1}"
        css, picture = _look(known)
        yield PaintedSpace(name, f"{row},{column}", css, picture, f"{name}, {_words(known)}")


def _look(mark: str) -> tuple[str, str]:
    """Return the CSS classes and the picture of a space."""
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
    """Field for a board as a line of text; `marks` are the brushes. With those of a sheet, only rows are allowed."""

    default_error_messages = {"required": gettext_lazy("Draw the map or enter it as text.")}

    def __init__(self, *, marks: str = ALL_MARKS, **options: Any) -> None:
        self.marks = marks
        super().__init__(**{"widget": PaintingWidget(marks), **options})

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
    known = {*marks, *(mark.lower() for mark in marks if mark.isalpha() and "F" in marks)}
    rows = rows_of(text)
    for line, row in enumerate(rows[:SIZE], 1):
        words: dict[str, object] = {"line": line, "count": len(row), "size": SIZE, "marks": " ".join(marks)}
        for column, mark in enumerate(row, 1):
            if mark not in known:
                words |= {"column": column, "mark": mark}
                yield _("Line %(line)s, column %(column)s: “%(mark)s” isn’t one of %(marks)s") % words
        if len(row) != SIZE:
            yield _("Line %(line)s has %(count)s spaces instead of %(size)s.") % words
    if len(rows) != SIZE:
        yield _("There are %(count)s lines instead of %(size)s.") % {"count": len(rows), "size": SIZE}
    if marks == SHEET_MARKS and Sketch.of(text).fields:
        yield _("A map sheet can only contain its rows.")


def shown_text(value: Any) -> str:
    """Return a board, its rows or its text as shown in the form: one line per row."""
    if isinstance(value, list | tuple):
        return "\n".join(value)
    return Sketch.of(value).text if value else "\n".join(["." * SIZE] * SIZE)


def painter_tools(field_of: Callable[[Any], str]) -> dict[str, Tool]:
    """Return the tools of a painted map by name; `field_of` returns the name of its field in the submitted data."""
    return {
        "paint": partial(_paint, field_of),
        "undo": partial(_undo, field_of),
        "flip": partial(_redraw, field_of, lambda sketch: sketch.moved(lambda row, column: (row, SIZE - 1 - column))),
        "rotate": partial(_redraw, field_of, lambda sketch: sketch.moved(lambda row, column: (column, SIZE - 1 - row))),
        "clear": partial(_redraw, field_of, lambda _sketch: Sketch(("." * SIZE,) * SIZE)),
    }


def link_painter(form: EntryForm, field: str) -> None:
    """Give the widget of a painted map the addresses of its tools."""
    widget = form.fields[field].widget
    assert isinstance(widget, PaintingWidget)
    widget.addresses = {name: form.tool_url(name) for name in widget.addresses}


def _paint(field_of: Callable[[Any], str], use: ToolUse) -> Any:
    """Paint the spaces that the button names, usually a single one."""
    brush = use.data.get(f"{field_of(use.data)}.brush", "")
    names = use.at.split(",")[: SIZE * SIZE]
    return _redraw(field_of, lambda sketch: sketch.painted(names, brush) if brush in tuple(ALL_MARKS) else sketch, use)


def _redraw(field_of: Callable[[Any], str], redraw: Callable[[Sketch], Sketch], use: ToolUse) -> Any:
    field = field_of(use.data)
    if field not in use.data:
        return use.data
    text, history = use.data[field], history_of(use.data.get(f"{field}.history", ""))
    new = redraw(Sketch.of(text)).text
    kept = [*history, text][-STEPS_BACK:] if new != text else history
    return use.with_values(**{field: new, f"{field}.history": json.dumps(kept)})


def _undo(field_of: Callable[[Any], str], use: ToolUse) -> Any:
    field = field_of(use.data)
    history = history_of(use.data.get(f"{field}.history", ""))
    if field not in use.data or not history:
        return use.data
    return use.with_values(**{field: history[-1], f"{field}.history": json.dumps(history[:-1])})


def history_of(text: str) -> list[str]:
    """The texts before, oldest first; none where that cannot be read."""
    try:
        kept = json.loads(text)
    except (ValueError, RecursionError):
        return []
    kept = kept if isinstance(kept, list) else []
    # JSON allows lone surrogates, which can't be part of a page.
    return [entry[:_LONGEST] for entry in kept if isinstance(entry, str) and entry.isascii()][-STEPS_BACK:]
