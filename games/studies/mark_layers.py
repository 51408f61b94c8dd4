"""Marks as SVG paths to put on top of the picture of a board."""

from __future__ import annotations

from dataclasses import dataclass
from math import hypot
from typing import Final

from games.play.board_grid import BoardGrid
from games.studies.marks import ARROW, Marks

_FRAME: Final = "M{left} {top}h.84v.84h-.84z"
_SIGNS: Final = {
    "green": "M{x} {y}m-.2 0a.2 .2 0 1 1 .4 0a.2 .2 0 1 1-.4 0z",
    "red": "M{x} {y}m-.2-.2l.4 .4m0-.4l-.4 .4",
    "blue": "M{x} {y}m0-.27l.27 .27l-.27 .27l-.27-.27z",
    "yellow": "M{x} {y}m-.24 .2l.24-.42l.24 .42z",
}
"""A sign in the middle of a space, which tells colors apart without seeing them."""
_SHAFT: Final = 0.09
"""Half the width of an arrow's shaft."""
_HEAD: Final = 0.26
"""Half the width of an arrow's head."""
_HEAD_LONG: Final = 0.45
_GAP: Final = 0.15
"""Distance of an arrow's ends from the centers of their spaces."""


@dataclass(frozen=True, slots=True)
class ColorPath:
    """Frames and signs of all spaces of a color."""

    color: str
    path: str


@dataclass(frozen=True, slots=True)
class Target:
    """Space that can be marked with a click, by the position of its corner."""

    name: str
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class MarkLayer:
    """Marks on a picture; `words` describe them."""

    view_box: str
    colors: tuple[ColorPath, ...]
    arrows: str
    words: str


def mark_layer(marks: Marks, grid: BoardGrid) -> MarkLayer:
    """Return marks as paths in the units of the grid."""
    return MarkLayer(
        view_box=view_box(grid),
        colors=tuple(ColorPath(color, _spaces(color, names, grid)) for color, names in marks.colored.items()),
        arrows="".join(_arrow(grid.centers[tail], grid.centers[head]) for tail, head in marks.arrows),
        words=marks.sentences(),
    )


def view_box(grid: BoardGrid) -> str:
    """Return the value of the attribute `viewBox`."""
    return " ".join(f"{number:g}" for number in grid.view_box)


def tool_sign(tool: str) -> str:
    """Return the path of a tool of the editor, in a picture of one space."""
    if tool == ARROW:
        return _arrow((0, 1), (1, 0))
    return _space_path(tool, 0.5, 0.5)


def targets(grid: BoardGrid) -> tuple[Target, ...]:
    """Return all spaces of a grid."""
    return tuple(Target(name, x - 0.5, y - 0.5) for name, (x, y) in grid.centers.items())


def _spaces(color: str, names: tuple[str, ...], grid: BoardGrid) -> str:
    return "".join(_space_path(color, *grid.centers[name]) for name in names)


def _space_path(color: str, x: float, y: float) -> str:
    frame = _FRAME.format(left=f"{x - 0.42:g}", top=f"{y - 0.42:g}")
    return frame + _SIGNS[color].format(x=f"{x:g}", y=f"{y:g}")


def _arrow(tail: tuple[float, float], head: tuple[float, float]) -> str:
    """Return the outline of an arrow, from its tail along one side to its tip and back."""
    length = hypot(head[0] - tail[0], head[1] - tail[1])
    along = ((head[0] - tail[0]) / length, (head[1] - tail[1]) / length)
    end = length - _GAP
    neck = end - _HEAD_LONG
    outline = (
        (_GAP, _SHAFT),
        (neck, _SHAFT),
        (neck, _HEAD),
        (end, 0.0),
        (neck, -_HEAD),
        (neck, -_SHAFT),
        (_GAP, -_SHAFT),
    )
    points = (
        f"{tail[0] + far * along[0] - side * along[1]:.2f} {tail[1] + far * along[1] + side * along[0]:.2f}"
        for far, side in outline
    )
    return f"M{'L'.join(points)}z"
