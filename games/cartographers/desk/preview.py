"""Lookup tables with which the script moves the ghost; they hold all results of rules and map.

Spaces are numbered from 1 by rows of 12: A1 is 1, A11 is 11, B1 is 13, K11 is 131. The numbers between two rows and 0
are no spaces, so a step over the edge of the map finds none.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import lru_cache

from engine.cartographers.board import Board
from engine.cartographers.geometry import FULL, SIZE, STRIDE, Space, column_of, neighbours, row_of, space_bit, spaces
from engine.cartographers.notation import space_name
from engine.cartographers.shapes import Cell, Orientation
from engine.cartographers.terrain import Feature, Terrain
from engine.cartographers.view import Desk
from games.cartographers.desk import placements
from games.cartographers.desk.placement_state import Ghost
from games.cartographers.map.boards import sides

MIDDLE = SIZE // 2
OUTWARDS = sorted(spaces(FULL), key=lambda where: (row_of(where) - MIDDLE) ** 2 + (column_of(where) - MIDDLE) ** 2)


def preview_data(desk: Desk, ghost: Ghost) -> dict[str, object]:
    """The drawing in the making, where the keyboard begins (`stop`), the spaces that are not empty (`filled`), what the
    terrains do, and every way to hold every option.
    """
    offered = sorted({terrain for option in desk.offer.options for terrain in option.terrains})
    return {
        "ghost": {
            "option": ghost.option,
            "terrain": ghost.terrain.word,
            "held": ghost.chosen.shape.orientations.index(ghost.orientation),
            "anchor": 0 if ghost.anchor is None else number(ghost.anchor),
        },
        "stop": space_name(first_stop(ghost)),
        "filled": numbers(spaces(FULL & ~desk.board.empty)),
        "effects": {terrain.word: _effects(desk.board, terrain) for terrain in offered},
        "options": [
            {
                "terrains": [terrain.word for terrain in option.terrains],
                "orientations": [
                    _way(ghost.with_option(place).with_orientation(orientation))
                    for orientation in option.shape.orientations
                ],
            }
            for place, option in enumerate(desk.offer.options)
        ],
    }


def first_stop(ghost: Ghost) -> Space:
    """The space nearest the middle that the shape may cover as it is held, or else as it is held where it next fits."""
    fitting = ghost if ghost.offer.anchors(ghost.orientation) else ghost.next_fit() or ghost
    covered = 0
    for anchor in spaces(fitting.offer.anchors(fitting.orientation)):
        covered |= replace(fitting, anchor=anchor).cells
    return next((where for where in OUTWARDS if covered >> where & 1), OUTWARDS[0])


def number(where: Space) -> int:
    """The number of a space."""
    return where + 1


def numbers(those: Iterable[Space]) -> list[int]:
    """The numbers of spaces."""
    return [where + 1 for where in those]  # `number`, in place: there are hundreds


def _effects(board: Board, terrain: Terrain) -> dict[str, object]:
    """Return the effects of legally drawing a terrain.

    `doomed` are the spaces that are destroyed if covered or attacked. `harm` maps each space that a monster may cover
    to the adjacent spaces that would each cost a star from then on.
    """
    if terrain is not Terrain.MONSTER:
        return {"doomed": numbers(spaces(board.layers[Feature.MONSTER])), "harm": {}}
    surviving, safe = board.empty & ~board.marked, board.empty & ~board.monster_losses()
    harm = {number(where): numbers(spaces(neighbours(space_bit(where)) & safe)) for where in spaces(surviving)}
    return {"doomed": numbers(spaces(board.marked)), "harm": harm}


def _way(ghost: Ghost) -> dict[str, object]:
    """One way to hold a shape: how it lies; which of the ways it becomes by each turn; its legal anchors in reading
    order; and, by the number of a space, the anchor that lets it cover the space (`covering`).
    """
    way, ways, legal = ghost.orientation, ghost.chosen.shape.orientations, ghost.offer.anchors(ghost.orientation)
    return {
        **_lying(way),
        "left": ways.index(ghost.turned(-1).orientation),
        "right": ways.index(ghost.turned(1).orientation),
        "flip": ways.index(ghost.flipped().orientation),
        "legal": numbers(spaces(legal)),
        "covering": _by_number(placements.covering(way, legal)),
    }


@lru_cache(maxsize=512)
def _lying(way: Orientation) -> dict[str, object]:
    """Return the tables of a shape in one orientation, valid for any map.

    `cells` (with their outline classes, `edges`) and `middle` are steps from the anchor's number. `foot` is the
    number of rows from the middle to the lowest row. `about` maps a space's number to the anchor that puts the middle
    there, or as near as the map allows. `attack` maps an anchor to the attacked spaces.
    """
    everywhere = spaces(FULL) if way.attack else ()
    return {
        "code": way.turn.code,
        "cells": [_step(cell) for cell in way.cells],
        "edges": [sides("g", way.pattern, 1 << _step(cell)) for cell in way.cells],
        "middle": _step(placements.middle(way)),
        "foot": way.cells[-1][0] - placements.middle(way)[0],
        "about": _by_number(placements.about(way)),
        "attack": {number(anchor): numbers(spaces(way.marks(anchor))) for anchor in everywhere},
    }


def _step(cell: Cell) -> int:
    """Return the difference between the number of a cell and that of its anchor."""
    down, right = cell
    return down * STRIDE + right


def _by_number(anchors: placements.Anchors) -> list[int]:
    """The numbers of the anchors, each in the place that the number of its space says; 0 for what is none."""
    listed = [0] * (number(max(anchors)) + 1)
    for where, anchor in anchors.items():
        listed[number(where)] = number(anchor)
    return listed
