"""Painted patterns: a form field that is the drawing of a pattern, its widget and its tools."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from django import forms
from django.core.exceptions import ValidationError
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from engine.cartographers.stamps import ANY, FEATURE_MARKS, LONGEST, MARKS, MOST_SPACES, ONE_OF, SAME, Stamp
from engine.cartographers.terrain import Feature
from games.cartographers.words.names import terrain_label, terrain_name
from games.catalog.forms import Tool, ToolUse
from games.catalog.painting import FieldOf, Look, Painting, PaintingWidget, repaint_tool, undo_tool

_LABELS: Final[Mapping[str, str | Promise]] = {
    ANY: pgettext_lazy("space of a pattern", "Any"),
    ONE_OF: pgettext_lazy("space of a pattern", "One of several"),
    SAME: pgettext_lazy("space of a pattern", "Same terrain"),
}
_WORDS: Final[Mapping[str, str | Promise]] = {
    ANY: pgettext_lazy("space of a pattern", "any"),
    ONE_OF: pgettext_lazy("space of a pattern", "one of several"),
    SAME: pgettext_lazy("space of a pattern", "same terrain"),
}
_DRAWN: Final = frozenset(set(FEATURE_MARKS.values()) - {Feature.FILLED, Feature.EMPTY, Feature.RUINS})
"""Features with a drawing on the map."""


def rows_of(text: str) -> list[str]:
    """Return the rows of a text, without whitespace around them."""
    return [row.strip() for row in text.strip().replace("/", "\n").splitlines()]


def sketch_of(text: str) -> list[str]:
    """Return the whole grid of any text; what is missing or unknown can be anything, and the rest is left out."""
    rows = [row[:LONGEST].ljust(LONGEST, ANY) for row in rows_of(text)[:LONGEST]]
    rows += [ANY * LONGEST] * (LONGEST - len(rows))
    return ["".join(mark if mark in MARKS else ANY for mark in row) for row in rows]


class PatternWidget(PaintingWidget):
    """Widget with brushes and the squares of a pattern."""

    sprite = "img/map.svg"
    css = "workshop-pattern"
    frame_css = "workshop-pattern-frame"
    row_names = tuple(str(row) for row in range(1, LONGEST + 1))
    column_names = row_names
    hint = gettext_lazy("Select a square to paint it with the brush.")

    def look(self, mark: str) -> Look:
        """Return the look of a mark."""
        feature = FEATURE_MARKS.get(mark)
        words = str(_WORDS[mark]) if feature is None else terrain_name(feature)
        if feature in _DRAWN:
            return Look(f"t-{feature.word}", f"{feature.word}-0", words)
        if feature is Feature.RUINS:
            return Look("", "ruins", words)
        return Look("", "", words, "" if mark == ANY else mark)

    def label(self, mark: str) -> str:
        """Return the label of a brush."""
        return terrain_label(FEATURE_MARKS[mark]) if mark in FEATURE_MARKS else str(_LABELS[mark])

    def rows(self, text: str) -> list[str]:
        """Return the rows of the grid."""
        return sketch_of(text)

    def square_name(self, row: int, column: int) -> str:
        """Return the row and column of a square, from 1."""
        return f"{row + 1}.{column + 1}"

    def spoken_name(self, row: int, column: int) -> str:
        """Return the name of a square in a sentence."""
        return _("row %(row)s, column %(column)s") % {"row": row + 1, "column": column + 1}

    def shown_text(self, value: Any) -> str:
        """Return a drawing as shown in the form: one line per row of the grid."""
        return shown_text(value)


class PatternField(forms.Field):
    """Field for the drawing of a pattern, cleaned to its rows without margins."""

    widget = PatternWidget(MARKS)
    default_error_messages = {"required": gettext_lazy("Paint the pattern or enter it as text.")}

    def widget_attrs(self, widget: forms.Widget) -> dict[str, Any]:
        """Label the grid with the field's label."""
        return {"aria-label": self.label} if self.label else {}

    def to_python(self, value: Any) -> list[str] | None:
        """Return the rows, or None if any space counts. Raises ValidationError that tells what to change."""
        rows = rows_of(value.text if isinstance(value, Painting) else str(value or ""))
        if not set("".join(rows)) - {ANY}:
            return None
        if faults := list(_faults(rows)):
            raise ValidationError(faults)
        return list(Stamp.from_rows(rows).rows)


def _faults(rows: list[str]) -> Iterator[str]:
    if unknown := sorted(set("".join(rows)) - set(MARKS)):
        yield _("“%(mark)s” isn’t one of %(marks)s") % {"mark": unknown[0], "marks": " ".join(MARKS)}
    if len(rows) > LONGEST or len({len(row) for row in rows}) > 1 or len(rows[0]) > LONGEST:
        yield _("Enter up to %(most)s rows of the same length, with up to %(most)s squares each.") % {"most": LONGEST}
    if sum(mark != ANY for row in rows for mark in row) > MOST_SPACES:
        words = _("A pattern can have at most %(most)s squares, apart from those that can be anything.")
        yield words % {"most": MOST_SPACES}


def shown_text(value: Any) -> str:
    """Return the rows of a pattern, or any text, as shown in the form: one line per row of the grid."""
    return "\n".join(sketch_of("\n".join(value) if isinstance(value, list | tuple) else str(value or "")))


def pattern_tools(field_of: FieldOf) -> dict[str, Tool]:
    """Return the tools of a painted pattern by name."""
    empty = "\n".join([ANY * LONGEST] * LONGEST)
    return {
        "paint": repaint_tool(field_of, _paint),
        "undo": undo_tool(field_of),
        "clear": repaint_tool(field_of, lambda _text, _use, _brush: empty),
    }


def _paint(text: str, use: ToolUse, brush: str) -> str:
    """Paint the square that the button names, as "row.column"."""
    sketch = [list(row) for row in sketch_of(text)]
    places = {f"{row + 1}.{column + 1}": (row, column) for row in range(LONGEST) for column in range(LONGEST)}
    if use.at in places and brush in tuple(MARKS):
        row, column = places[use.at]
        sketch[row][column] = brush
    return "\n".join(map("".join, sketch))
