"""What the script needs to move the ghost."""

from __future__ import annotations

from dataclasses import replace

from engine.cartographers.geometry import FULL, SIZE, STRIDE, Mask, Space, column_of, row_of, spaces
from engine.cartographers.notation import space_name
from engine.cartographers.view import Desk
from games.cartographers.desk.placing import Ghost

FULL_ROW = (1 << SIZE) - 1
MIDDLE = SIZE // 2
OUTWARDS = sorted(spaces(FULL), key=lambda one: (row_of(one) - MIDDLE) ** 2 + (column_of(one) - MIDDLE) ** 2)


def preview_data(desk: Desk, ghost: Ghost) -> dict[str, object]:
    """The drawing in the making, where the keyboard begins (`stop`), and cells and legal anchors of every orientation
    of every option.

    A set of spaces is a number for each row from the north, its lowest bit the westernmost column.
    """
    return {
        "ghost": {
            "option": ghost.option,
            "terrain": ghost.terrain.word,
            "held": ghost.chosen.shape.orientations.index(ghost.orientation),
            "anchor": None if ghost.anchor is None else [row_of(ghost.anchor), column_of(ghost.anchor)],
        },
        "stop": space_name(first_stop(ghost)),
        "empty": rows_of(desk.board.empty),
        "options": [
            {
                "terrains": [terrain.word for terrain in option.terrains],
                "orientations": [
                    _way(ghost.with_option(number).with_orientation(orientation))
                    for orientation in option.shape.orientations
                ],
            }
            for number, option in enumerate(desk.offer.options)
        ],
    }


def first_stop(ghost: Ghost) -> Space:
    """The space nearest the middle that the shape may cover as it is held, or else as it is held where it next fits."""
    fitting = ghost if ghost.offer.anchors(ghost.orientation) else ghost.next_fit() or ghost
    covered = 0
    for anchor in spaces(fitting.offer.anchors(fitting.orientation)):
        covered |= replace(fitting, anchor=anchor).cells
    return next((one for one in OUTWARDS if covered >> one & 1), OUTWARDS[0])


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
