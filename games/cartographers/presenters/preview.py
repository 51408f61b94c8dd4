"""What the script needs to move the ghost."""

from __future__ import annotations

from engine.cartographers.geometry import SIZE, STRIDE, Mask, column_of, row_of
from engine.cartographers.view import Desk
from games.cartographers.placing import Ghost

FULL_ROW = (1 << SIZE) - 1


def preview_data(desk: Desk, ghost: Ghost) -> dict[str, object]:
    """The drawing in the making, and cells and legal anchors of every orientation of every option.

    A set of spaces is a number for each row from the north, its lowest bit the westernmost column.
    """
    return {
        "ghost": {
            "option": ghost.option,
            "terrain": ghost.terrain.word,
            "held": ghost.chosen.shape.orientations.index(ghost.orientation),
            "anchor": None if ghost.anchor is None else [row_of(ghost.anchor), column_of(ghost.anchor)],
        },
        "empty": rows_of(desk.board.empty),
        "options": [
            {
                "terrains": [terrain.word for terrain in option.terrains],
                "orientations": [
                    _way(ghost.with_option(number).held(orientation)) for orientation in option.shape.orientations
                ],
            }
            for number, option in enumerate(desk.offer.options)
        ],
    }


def _way(ghost: Ghost) -> dict[str, object]:
    """One way to hold a shape, and which of the ways it becomes by each turn."""
    way, ways = ghost.orientation, ghost.chosen.shape.orientations
    return {
        "code": way.turn.code,
        "cells": [list(cell) for cell in way.cells],
        "attack": [list(cell) for cell in way.attack],
        "span": [[min(values), max(values)] for values in zip(*way.cells, strict=True)],
        "anchors": rows_of(ghost.offer.anchors(way)),
        "left": ways.index(ghost.turned(-1).orientation),
        "right": ways.index(ghost.turned(1).orientation),
        "flip": ways.index(ghost.flipped().orientation),
    }


def rows_of(mask: Mask) -> list[int]:
    """A set of spaces as the script reads it."""
    return [mask >> row * STRIDE & FULL_ROW for row in range(SIZE)]
