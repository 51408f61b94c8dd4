"""Presenters of the editor of marks."""

from __future__ import annotations

from dataclasses import dataclass

from django.core.exceptions import ValidationError

from games.play.board_grid import BoardGrid
from games.studies.forms import MarkedTextForm
from games.studies.mark_layers import MarkLayer, Target, mark_layer, targets, tool_sign, view_box
from games.studies.marks import parse_marks, stored_marks, tools
from games.studies.turns import grid_of


@dataclass(frozen=True, slots=True)
class MarksPreview:
    """Marks as they are typed: their layer, or None and what is wrong with them."""

    layer: MarkLayer | None
    problem: str = ""


@dataclass(frozen=True, slots=True)
class MarkTool:
    """Tool of the editor. `word` is what a user types for it; `name` is the same in English. `sign` is a path of the
    size of a space.
    """

    name: str
    word: str
    label: str
    sign: str


@dataclass(frozen=True, slots=True)
class MarksEditor:
    """Spaces to click on and the tools to mark them with, and the marks so far."""

    view_box: str
    targets: tuple[Target, ...]
    tools: tuple[MarkTool, ...]
    preview: MarksPreview


def marks_preview(text: str, grid: BoardGrid) -> MarksPreview:
    """Return typed marks as a layer, or say what is wrong with them."""
    try:
        return MarksPreview(mark_layer(parse_marks(text, grid), grid))
    except ValidationError as error:
        return MarksPreview(None, " ".join(error.messages))


def stored_layer(text: str, game: str) -> MarkLayer | None:
    """Return stored marks as a layer, or None if there are none or the game no longer has these spaces."""
    grid = grid_of(game)
    marks = stored_marks(text, grid)
    return mark_layer(marks, grid) if marks and grid else None


def marks_editor(form: MarkedTextForm) -> MarksEditor | None:
    """Return the editor of a form's marks, or None if it has none."""
    grid = form.grid
    if grid is None:
        return None
    text = form["marks"].value()
    return MarksEditor(
        view_box=view_box(grid),
        targets=targets(grid),
        tools=tuple(MarkTool(name, word, label, tool_sign(name)) for name, word, label in tools()),
        preview=marks_preview(text or "", grid),
    )
