"""Shapes as drawings of their cells."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from engine.cartographers.shapes import Cell, Orientation

# Paths relative to the corner of the space. An attacked space is a frame around a dot, by the even-odd rule.
_CELL = "m.04 .04h.92v.92h-.92z"
_ATTACKED = "m.06 .06h.88v.88h-.88zm.14 .14h.6v.6h-.6zm.17 .17h.26v.26h-.26z"


@dataclass(frozen=True, slots=True)
class ShapeDrawing:
    """A shape as it is held: the spaces it is wide and high, and as paths, one unit a space, its cells and what a hero
    attacks around it ("" for nothing).
    """

    width: int
    height: int
    cells: str
    attack: str


@lru_cache(maxsize=2_000)
def shape_drawing(orientation: Orientation) -> ShapeDrawing:
    """The drawing of a shape with what it attacks."""
    rows, columns = zip(*orientation.cells, *orientation.attack, strict=True)
    top, left = min(rows), min(columns)

    def path(cells: Iterable[Cell], each: str) -> str:
        return "".join(f"M{column - left} {row - top}{each}" for row, column in cells)

    return ShapeDrawing(
        max(columns) - left + 1,
        max(rows) - top + 1,
        path(orientation.cells, _CELL),
        path(orientation.attack, _ATTACKED),
    )
