"""Painted grids: a widget with brushes and squares for a grid that is stored as text, and its tools.

The text has a line for each row, with a mark for each square. A game's widget says which marks there are and how
they look.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Final, NamedTuple

from django import forms
from django.template.loader import render_to_string
from django.utils.functional import Promise
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy

from games.catalog.forms import EntryForm, Tool, ToolUse

STEPS_BACK: Final = 30
"""Number of texts kept for undo."""
LONGEST: Final = 3_000
"""Maximum length of a text that is kept."""


@dataclass(frozen=True, slots=True)
class Painting:
    """Submitted grid: its text, the earlier texts as JSON for undo, and the selected brush."""

    text: str
    history: str = ""
    brush: str = ""


class Look(NamedTuple):
    """Look of a mark: CSS classes, symbol of the sprite or a letter, "" for none, and its name in a sentence."""

    css: str
    picture: str
    words: str
    letter: str = ""


class Brush(NamedTuple):
    """Brush for painting a square; `field` is that below the rows in which it lists squares, "" for their mark."""

    mark: str
    look: Look
    label: str
    checked: bool
    field: str = ""


class PaintedSquare(NamedTuple):
    """Square of a painted grid: its name in the form and in a sentence; `at` is its row and column from 0. `over` is
    what lies over its mark.
    """

    name: str
    spoken: str
    at: str
    look: Look
    over: tuple[Look, ...] = ()


class PaintingTool(NamedTuple):
    """Button that changes a painted grid: the tool's name, the end of the button's id, and its label."""

    name: str
    id: str
    label: str | Promise


UNDO: Final = PaintingTool("undo", "undo", gettext_lazy("Undo"))
CLEAR: Final = PaintingTool("clear", "clear", gettext_lazy("Clear"))


class PaintingWidget(forms.Widget):
    """Widget with brushes, a grid of buttons, tools, and the grid as editable text."""

    template: ClassVar[str] = "admin/catalog/_painting.html"
    sprite: ClassVar[str]
    """Static path of the symbols."""
    css: ClassVar[str]
    """CSS class of the grid."""
    frame_css: ClassVar[str] = ""
    """CSS class of brushes and grid, "" for none."""
    row_names: ClassVar[Sequence[str]]
    column_names: ClassVar[Sequence[str]]
    tools: ClassVar[Sequence[PaintingTool]] = (UNDO, CLEAR)
    hint: ClassVar[str | Promise]
    """Sentence on how to paint, for screen readers."""
    swipe_hint: ClassVar[str | Promise] = ""
    """Sentence for phones on which the grid is wider than the screen, "" if it never is."""
    lower_words: ClassVar[str | Promise] = ""
    """Words that follow the name of a mark in lowercase."""
    addresses: Mapping[str, str] = {}
    """Addresses of the tools by name, and of `paint`."""

    def __init__(self, marks: str, attrs: Any = None) -> None:
        self.marks = marks
        super().__init__(attrs)

    @property
    def text_rows(self) -> int:
        """Height of the text box."""
        return len(self.row_names) + 1

    def look(self, mark: str) -> Look:
        """Return the look of any mark of a text."""
        raise NotImplementedError

    def label(self, mark: str) -> str:
        """Return the label of a brush."""
        raise NotImplementedError

    def rows(self, text: str) -> Sequence[str]:
        """Return as many rows and marks as the grid has, whatever the text is."""
        raise NotImplementedError

    def field(self, mark: str) -> str:
        """Return the field below the rows in which a brush lists squares, "" for one that paints marks."""
        return ""

    def overlays(self, text: str) -> Mapping[str, tuple[Look, ...]]:
        """Return what lies over the marks, by the name of the square."""
        return {}

    def square_name(self, row: int, column: int) -> str:
        """Return the name of a square, which the tool `paint` gets."""
        return f"{self.row_names[row]}{self.column_names[column]}"

    def spoken_name(self, row: int, column: int) -> str:
        """Return the name of a square in a sentence."""
        return self.square_name(row, column)

    def shown_text(self, value: Any) -> str:
        """Return an initial value as text."""
        raise NotImplementedError

    def value_from_datadict(self, data: Any, files: Any, name: str) -> Painting:
        """Return the submitted painting."""
        return Painting(data.get(name, ""), data.get(f"{name}.history", ""), data.get(f"{name}.brush", ""))

    def value_omitted_from_data(self, data: Any, files: Any, name: str) -> bool:
        """Return True if the page had no such grid."""
        return name not in data

    def render(self, name: str, value: Any, attrs: Any = None, renderer: Any = None) -> SafeString:
        """Render the widget as HTML."""
        painting = value if isinstance(value, Painting) else Painting(self.shown_text(value))
        over = self.overlays(painting.text)
        context = {
            "widget": self,
            "name": name,
            "id": (attrs or {}).get("id", f"id_{name}"),
            "aria_label": self.attrs.get("aria-label", ""),
            "described": (attrs or {}).get("aria-describedby", ""),
            "invalid": (attrs or {}).get("aria-invalid", ""),
            "text": painting.text,
            "history": json.dumps(history_of(painting.history)),
            "brushes": list(self._brushes(painting.brush)),
            "rows": [(row, list(self._squares(painting.text, at, over))) for at, row in enumerate(self.row_names)],
            "marks": " ".join(mark for mark in self.marks if not self.field(mark)),
            "longest": LONGEST,
            "paint": self.addresses.get("paint", ""),
            "tools": [(tool, self.addresses.get(tool.name, "")) for tool in self.tools],
            "size": f"{len(self.row_names)},{len(self.column_names)}",
        }
        return render_to_string(self.template, context)

    def _brushes(self, held: str) -> Iterator[Brush]:
        held = held if held and held in self.marks else self.marks[0]
        for mark in self.marks:
            yield Brush(mark, self.look(mark), self.label(mark), mark == held, self.field(mark))

    def _squares(self, text: str, row: int, over: Mapping[str, tuple[Look, ...]]) -> Iterator[PaintedSquare]:
        for column, mark in enumerate(self.rows(text)[row]):
            name, spoken = self.square_name(row, column), self.spoken_name(row, column)
            yield PaintedSquare(name, spoken, f"{row},{column}", self.look(mark), over.get(name, ()))


def link_painter(form: EntryForm, field: str, end: str = "") -> None:
    """Give the widget of a painted grid the addresses of its tools; `end` ends the tools' names."""
    widget = form.fields[field].widget
    assert isinstance(widget, PaintingWidget)
    names = ("paint", *(tool.name for tool in widget.tools))
    widget.addresses = {name: form.tool_url(name + end) for name in names}


FieldOf = Callable[[Any], str]
"""Returns the name of the field with a painted grid in submitted data."""


def repaint_tool(field_of: FieldOf, repaint: Callable[[str, ToolUse, str], str]) -> Tool:
    """Return a tool that stores a new text; `repaint` gets the old one, the use of the tool, and the brush."""

    def use_tool(use: ToolUse) -> Any:
        field = field_of(use.data)
        if field not in use.data:
            return use.data
        text, history = use.data[field], history_of(use.data.get(f"{field}.history", ""))
        new = repaint(text, use, use.data.get(f"{field}.brush", ""))
        kept = [*history, text][-STEPS_BACK:] if new != text else history
        return use.with_values(**{field: new, f"{field}.history": json.dumps(kept)})

    return use_tool


def undo_tool(field_of: FieldOf) -> Tool:
    """Return the tool that brings the text before the last change back."""

    def use_tool(use: ToolUse) -> Any:
        field = field_of(use.data)
        history = history_of(use.data.get(f"{field}.history", ""))
        if field not in use.data or not history:
            return use.data
        return use.with_values(**{field: history[-1], f"{field}.history": json.dumps(history[:-1])})

    return use_tool


def history_of(text: str) -> list[str]:
    """Return the earlier texts, oldest first; none if they can't be read."""
    try:
        kept = json.loads(text)
    except (ValueError, RecursionError):
        return []
    kept = kept if isinstance(kept, list) else []
    # JSON allows lone surrogates, which can't be part of a page.
    return [entry[:LONGEST] for entry in kept if isinstance(entry, str) and entry.isascii()][-STEPS_BACK:]
