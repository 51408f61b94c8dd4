"""Shapes as small tables of cells."""

from __future__ import annotations

from engine.cartographers.shapes import Cell, Orientation

ShapeRows = tuple[tuple[str, ...], ...]
"""The classes of a shape's cells, row by row: "cell", "attack", "" for a gap."""


def shape_rows(orientation: Orientation) -> ShapeRows:
    """A shape as it is held, with what a hero attacks around it."""
    css: dict[Cell, str] = dict.fromkeys(orientation.attack, "attack") | dict.fromkeys(orientation.cells, "cell")
    rows, columns = zip(*css, strict=True)
    return tuple(
        tuple(css.get((row, column), "") for column in range(min(columns), max(columns) + 1))
        for row in range(min(rows), max(rows) + 1)
    )
