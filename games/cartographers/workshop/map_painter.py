"""A board that is painted space by space: a form's field, which is its text, with brushes and a board of buttons."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from django import forms
from django.core.exceptions import ValidationError
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from engine.cartographers.geometry import SIZE
from engine.cartographers.notation import ROW_NAMES, NotationError, board_of, whole_board_text
from engine.cartographers.terrain import Feature
from games.cartographers.map.boards import COLUMNS
from games.cartographers.words.names import terrain_label, terrain_name
from games.cartographers.workshop.strokes import ALL_MARKS, SHEET_MARKS, Sketch, history_of, rows_of

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
_MOST_FAULTS: Final = 5
"""Maximum number of errors in a text that are shown at once."""


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
    glyph: str
    label: str
    words: str
    checked: bool


class PaintedSpace(NamedTuple):
    """A space of the board that is painted."""

    name: str
    at: str
    css: str
    glyph: str
    label: str


class PaintingWidget(forms.Widget):
    """Brushes, a board of buttons, tools, and the text, in which the board can be typed as well."""

    template = "cartographers/workshop/_map_painter.html"

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
        """The whole of it as HTML."""
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
        }
        return render_to_string(self.template, context)

    def _brushes(self, held: str) -> Iterator[Brush]:
        held = held if held and held in self.marks else self.marks[0]
        for mark in self.marks:
            feature = _FEATURES[mark]
            css, glyph = _look(mark)
            yield Brush(mark, css, glyph, terrain_label(feature), terrain_name(feature), mark == held)


def _row(text: str, row: int) -> Iterator[PaintedSpace]:
    """The spaces of a row as they are painted; where the text is at fault they are empty."""
    for column, mark in enumerate(Sketch.of(text).rows[row]):
        known = mark if mark.upper() in _FEATURES or mark in _FEATURES else "."
        name = f"{ROW_NAMES[row]}{column + 1}"
        css, glyph = _look(known)
        yield PaintedSpace(name, f"{row},{column}", css, glyph, f"{name}, {_words(known)}")


def _look(mark: str) -> tuple[str, str]:
    """The classes of a space and its symbol."""
    if mark == ".":
        return "", ""
    if mark == "r":
        return "ruins", "ruins"
    word = _FEATURES[mark.upper()].word
    return f"t-{word} ruins" if mark.islower() else f"t-{word}", word


def _words(mark: str) -> str:
    if mark == "r" or not mark.islower():
        return terrain_name(_FEATURES[mark])
    return _("%(terrain)s, on ruins") % {"terrain": terrain_name(_FEATURES[mark.upper()])}


class BoardField(forms.Field):
    """A board, as its text in one line; `marks` are the brushes, and with those of a sheet it is nothing but rows."""

    default_error_messages = {"required": gettext_lazy("Draw the map or enter it as text.")}

    def __init__(self, *, marks: str = ALL_MARKS, **options: Any) -> None:
        self.marks = marks
        super().__init__(**{"widget": PaintingWidget(marks), **options})

    def widget_attrs(self, widget: forms.Widget) -> dict[str, Any]:
        """The board is called by its label."""
        return {"aria-label": self.label} if self.label else {}

    def to_python(self, value: Any) -> str | None:
        """The text of the board, None for none. Raises ValidationError, whose sentences name line and column."""
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
    """A board, its rows or its text as it is written in the form: a line a row."""
    if isinstance(value, list | tuple):
        return "\n".join(value)
    return Sketch.of(value).text if value else "\n".join(["." * SIZE] * SIZE)
