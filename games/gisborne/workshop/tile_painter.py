"""Painted tiles: a form field that is the drawing of a tile, its widget and its tools."""

from __future__ import annotations

from typing import Any, Final

from django import forms
from django.core.exceptions import ValidationError
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from engine.gisborne.tiles import BAR, BRIDGE, COLUMNS, NOTHING, ROWS, SLOTS, Mark
from games.catalog.forms import Tool, ToolUse
from games.catalog.painting import FieldOf, Look, Painting, PaintingWidget, repaint_tool, undo_tool
from games.gisborne.shelf.drawings import drawing_faults, rows_of, square_name
from games.gisborne.words.names import mark_name

_OTHERS: Final[dict[str, str | Promise]] = {
    BRIDGE: pgettext_lazy("square of a tile", "bridge"),
    BAR: pgettext_lazy("square of a tile", "bar"),
    NOTHING: pgettext_lazy("square of a tile", "nothing"),
}
_LOOKS: Final = {
    Mark.PLAIN: ("t-plain", "field-0"),
    Mark.VIEWPOINT: ("t-viewpoint", "viewpoint-0"),
    Mark.VILLAGE: ("t-village", "village-0"),
    Mark.SWAMP: ("t-swamp", "swamp-0"),
    Mark.WOLVES: ("t-wolves", "wolves-0"),
    BRIDGE: ("t-wood", "bridge"),
    BAR: ("t-water", "boat"),
    NOTHING: ("", ""),
}
"""CSS classes and symbols of marks. Slots are drawn with their number."""
BRUSHES: Final = "".join((*Mark, BRIDGE, NOTHING, BAR, *map(str, SLOTS)))
"""Marks in the order of the brushes."""
_MOST_FAULTS: Final = 5
"""Maximum number of errors in a drawing that are shown at once."""


def mark_words(mark: str) -> str:
    """Return the name of any mark of a drawing."""
    if mark in set(Mark):
        return mark_name(Mark(mark))
    return str(_OTHERS[mark]) if mark in _OTHERS else _("slot %(slot)s") % {"slot": mark}


def sketch_of(text: str) -> list[list[str]]:
    """Return the marks of any text, row by row; what is missing or unknown is nothing, and the rest is left out."""
    rows = [
        [mark if mark in BRUSHES else NOTHING for mark in row[:COLUMNS].ljust(COLUMNS, NOTHING)]
        for row in rows_of(text)[:ROWS]
    ]
    return rows + [[NOTHING] * COLUMNS for _ in range(ROWS - len(rows))]


class TileWidget(PaintingWidget):
    """Widget with brushes and the squares of a tile."""

    sprite = "img/way.svg"
    css = "workshop-tile"
    frame_css = "way"
    row_names = tuple(str(row) for row in range(1, ROWS + 1))
    column_names = tuple(str(column) for column in range(1, COLUMNS + 1))
    hint = gettext_lazy("Select a square to paint it with the brush.")

    def look(self, mark: str) -> Look:
        """Return the look of a mark."""
        return Look(*_LOOKS.get(mark, ("t-sand", "slot")), mark_words(mark), mark if mark.isdigit() else "")

    def label(self, mark: str) -> str:
        """Return the label of a brush: the name of its mark."""
        words = mark_words(mark)
        return words[:1].upper() + words[1:]

    def rows(self, text: str) -> list[str]:
        """Return the rows of a tile."""
        return ["".join(row) for row in sketch_of(text)]

    def square_name(self, row: int, column: int) -> str:
        """Return the row and column of a square, from 1."""
        return f"{row + 1}.{column + 1}"

    def spoken_name(self, row: int, column: int) -> str:
        """Return the name of a square in a sentence."""
        return square_name((row, column))

    def shown_text(self, value: Any) -> str:
        """Return a drawing as shown in the form: one line per row."""
        rows = value if isinstance(value, list | tuple) else rows_of(str(value or ""))
        return "\n".join(map(str, rows))


class TileField(forms.Field):
    """Field for the drawing of a tile, cleaned to its three rows."""

    widget = TileWidget(BRUSHES)
    default_error_messages = {"required": gettext_lazy("Paint the tile or enter it as text.")}

    def widget_attrs(self, widget: forms.Widget) -> dict[str, Any]:
        """Label the grid with the field's label."""
        return {"aria-label": self.label} if self.label else {}

    def to_python(self, value: Any) -> list[str] | None:
        """Return the rows, or None if there are none. Raises ValidationError that names the squares."""
        text = value.text if isinstance(value, Painting) else str(value or "")
        if not text.strip():
            return None
        rows = rows_of(text)
        if faults := list(drawing_faults(rows)):
            raise ValidationError(faults[:_MOST_FAULTS])
        return rows


def tile_tools(field_of: FieldOf) -> dict[str, Tool]:
    """Return the tools of a painted tile by name."""
    empty = "\n".join([NOTHING * COLUMNS] * ROWS)
    return {
        "paint": repaint_tool(field_of, _paint),
        "undo": undo_tool(field_of),
        "clear": repaint_tool(field_of, lambda _text, _use, _brush: empty),
    }


def _paint(text: str, use: ToolUse, brush: str) -> str:
    """Paint the square that the button names, as "row.column"."""
    sketch = sketch_of(text)
    places = {f"{row + 1}.{column + 1}": (row, column) for row in range(ROWS) for column in range(COLUMNS)}
    if use.at in places and brush in tuple(BRUSHES):
        row, column = places[use.at]
        sketch[row][column] = brush
    return "\n".join(map("".join, sketch))
