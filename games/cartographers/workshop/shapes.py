"""Shapes in the workshop: form fields whose squares are clicked, and the number of places where shapes fit."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Final

from django import forms
from django.core.exceptions import ValidationError
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from engine.cartographers.cards import AmbushCard, ExploreCard
from engine.cartographers.geometry import SIZE
from engine.cartographers.shapes import Cell, Shape
from engine.cartographers.sheet import Sheet
from games.cartographers.cards.faces import ShapeDrawing, shape_drawing
from games.cartographers.shelf.components import components_in_play
from games.cartographers.words.names import card_name, sheet_name
from games.cartographers.words.shapes import attack_phrase, shape_label
from games.play.words import comma_list

SHAPE_SIZE: Final = 6
"""Number of rows and of columns of the shape grid. It grows for larger shapes."""
REACH: Final = 3
"""Number of spaces from the hero to the border of the attack grid. It grows for attacks that reach farther."""


@dataclass(frozen=True, slots=True)
class Square:
    """Square of a grid: submitted value, position for the arrow keys, label; `fixed` if it can't be clicked."""

    value: str
    at: str
    label: str
    checked: bool
    fixed: bool = False


class GridWidget(forms.Widget):
    """Grid of checkboxes, each submitted as "row,column"."""

    template = "cartographers/workshop/_grid.html"
    text: ClassVar[bool] = True
    """True if the page also shows the drawing as text in `#` and `.` characters."""

    def value_from_datadict(self, data: Any, files: Any, name: str) -> Any:
        """Return the list of submitted squares."""
        return data.getlist(name) if hasattr(data, "getlist") else data.get(name)

    def value_omitted_from_data(self, data: Any, files: Any, name: str) -> bool:
        """Return False: a grid without checked squares submits nothing."""
        return False

    def id_for_label(self, id_: str) -> str:
        """Return "", because the label belongs to the group."""
        return ""

    def render(self, name: str, value: Any, attrs: Any = None, renderer: Any = None) -> SafeString:
        """Render the grid as HTML."""
        cells = cells_of(value)
        context = {
            "name": name,
            "label": self.attrs.get("aria-label", ""),
            "described": (attrs or {}).get("aria-describedby", ""),
            "invalid": (attrs or {}).get("aria-invalid", ""),
            "rows": self.rows(cells),
            "shows_text": self.text,
            "text": "/".join(rows_of(cells)),
        }
        return render_to_string(self.template, context)

    def rows(self, cells: frozenset[Cell]) -> list[list[Square]]:
        """Return the squares, row by row."""
        most = max((max(cell) + 1 for cell in cells), default=0)
        across = range(min(max(SHAPE_SIZE, most), SIZE))
        return [[self.square((row, column), cells) for column in across] for row in across]

    def square(self, cell: Cell, cells: frozenset[Cell]) -> Square:
        """Return one square."""
        row, column = cell
        label = _("row %(row)s, column %(column)s") % {"row": row + 1, "column": column + 1}
        return Square(f"{row},{column}", f"{row},{column}", label, cell in cells)


class AttackWidget(GridWidget):
    """Grid around a hero, whose own square in the center can't be clicked."""

    text = False

    def rows(self, cells: frozenset[Cell]) -> list[list[Square]]:
        """Return the squares, row by row, with the hero's own in the center."""
        most = max((abs(part) for cell in cells for part in cell), default=0)
        reach = min(max(REACH, most), SIZE - 1)
        across = range(-reach, reach + 1)
        return [[self.square((row, column), cells) for column in across] for row in across]

    def square(self, cell: Cell, cells: frozenset[Cell]) -> Square:
        """Return one square, labeled relative to the hero."""
        row, column = cell
        fixed = cell == (0, 0)
        label = _("the hero") if fixed else attack_phrase([cell])
        return Square(f"{row},{column}", f"{row},{column}", label, cell in cells, fixed)


class GridField(forms.Field):
    """Form field of squares on a grid; `read` converts them to the field's value."""

    widget = GridWidget
    default_error_messages = {"required": gettext_lazy("Select at least one square.")}
    low: ClassVar[int] = 0
    """First possible row and column. The last one is that of the map."""

    def widget_attrs(self, widget: forms.Widget) -> dict[str, Any]:
        """Label the grid with the field's label."""
        return {"aria-label": self.label} if self.label else {}

    def to_python(self, value: Any) -> Any:
        """Return the field's value for the marked squares, or None if there are none.

        Raises ValidationError if a square is outside the grid.
        """
        cells = cells_of(value)
        if any(not self.low <= part < SIZE for cell in cells for part in cell):
            raise ValidationError(_("A submitted square is outside the grid."))
        return self.read(cells) if cells else None

    def read(self, cells: frozenset[Cell]) -> Any:
        """Return the field's value for at least one marked square."""
        raise NotImplementedError


class ShapeField(GridField):
    """Field for a shape, as rows of `#` and `.` without empty margins; None if it is optional and empty."""

    def read(self, cells: frozenset[Cell]) -> list[str]:
        """Return the rows."""
        return rows_of(cells)


class AttackField(GridField):
    """Attack pattern field: pairs of rows down and columns to the right of the hero, in reading order."""

    widget = AttackWidget
    low = 1 - SIZE

    def read(self, cells: frozenset[Cell]) -> list[list[int]]:
        """Return the pairs."""
        return [list(cell) for cell in sorted(cells)]


def rows_of(cells: Iterable[Cell]) -> list[str]:
    """Return cells as rows of `#` and `.`, or no rows without cells."""
    marked = frozenset(cells)
    if not marked:
        return []
    rows, columns = zip(*marked, strict=True)
    across = range(min(columns), max(columns) + 1)
    return [
        "".join("#" if (row, column) in marked else "." for column in across) for row in range(min(rows), max(rows) + 1)
    ]


def cells_of(value: Any) -> frozenset[Cell]:
    """Return the cells of an initial or submitted value: rows, pairs, or "row,column". Invalid ones are left out."""
    if not isinstance(value, list | tuple):
        return frozenset()
    if value and all(isinstance(row, str) and set(row) <= {"#", "."} for row in value):
        return frozenset((r, c) for r, row in enumerate(value) for c, mark in enumerate(row) if mark == "#")
    return frozenset(cell for cell in map(_cell, value) if cell)


def _cell(part: Any) -> Cell | None:
    try:
        row, column = map(int, part.split(",") if isinstance(part, str) else part)
    except (TypeError, ValueError):
        return None
    return (row, column) if max(abs(row), abs(column)) < SIZE else None


@dataclass(frozen=True, slots=True)
class FitCount:
    """A shape, drawn and in words, or a sheet; and in how many places it fits, as a sentence's end and as a number."""

    name: str
    words: str
    count: int
    shape: ShapeDrawing | None = None
    label: str = ""


@dataclass(frozen=True, slots=True)
class Ways:
    """A shape of a card: every way to hold it that looks different, and the sheets with the places it fits in."""

    number: int
    drawings: tuple[ShapeDrawing, ...]
    words: str
    text: str
    sheets: tuple[FitCount, ...]


def list_shape_fits(shapes: Iterable[Shape]) -> tuple[Ways, ...]:
    """Each of some shapes, numbered from 1."""
    return tuple(_ways(number, shape) for number, shape in enumerate(shapes, 1))


def _ways(number: int, shape: Shape) -> Ways:
    count = len(shape.orientations)
    words = ngettext("%(n)s orientation.", "%(n)s orientations.", count) % {"n": count}
    sheets = tuple(_places(sheet_name(sheet), shape, sheet) for sheet in components_in_play(Sheet))
    return Ways(number, tuple(map(shape_drawing, shape.orientations)), words, "/".join(shape.rows()), sheets)


def _places(name: str, shape: Shape, sheet: Sheet) -> FitCount:
    count = len(shape.fits(sheet.empty))
    words = ngettext("%(n)s spot", "%(n)s spots", count) % {"n": count}
    way = shape.orientations[0]
    return FitCount(name, words, count, shape_drawing(way), shape_label(way, coin=False))


def list_fit_counts(sheet: Sheet) -> tuple[FitCount, ...]:
    """Each shape of the cards in play with the names of those that have it, the one that fits least often first."""
    named: dict[Shape, list[str]] = {}
    drawn: list[ExploreCard | AmbushCard] = [*components_in_play(ExploreCard), *components_in_play(AmbushCard)]
    for card in drawn:
        for option in card.options:
            shape = _as_known(option.shape, named)
            named.setdefault(shape, []).append(card_name(card))
    places = [_places(comma_list(list(dict.fromkeys(names))), shape, sheet) for shape, names in named.items()]
    return tuple(sorted(places, key=lambda entry: entry.count))


def _as_known(shape: Shape, known: Mapping[Shape, object]) -> Shape:
    """The shape, or the one among the known that it is when it is turned or flipped."""
    cells = {way.cells for way in shape.orientations}
    return next((other for other in known if other.cells in cells), shape)
