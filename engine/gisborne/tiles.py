"""Tiles: a row of fields each, drawn on 5 x 3 squares."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

from engine.labels import NO_LABELS, Labels

ROWS: Final = 3
COLUMNS: Final = 5

BRIDGE, BAR, NOTHING = "=", "|", "_"
SLOTS: Final = (5, 4, 3, 2, 1)
"""Numbers of the slots on the beach, highest first."""

Square = tuple[int, int]
"""Row and column of a square in a drawing, both 0-based."""


class Mark(StrEnum):
    """Kind of a field, by its mark in a drawing."""

    PLAIN = "."
    VIEWPOINT = "C"
    VILLAGE = "V"
    SWAMP = "S"
    WOLVES = "W"


_FIELDS = frozenset(Mark)
_OTHERS = frozenset((BRIDGE, BAR, NOTHING, *map(str, SLOTS)))


@dataclass(frozen=True, slots=True)
class Tile:
    """Tile, given by its drawing and its rivers (behind which of its fields, from 1).

    `path` are the squares of its fields in the order of the way, `marks` the kinds of these fields, and `bridge` the
    numbers of the fields that it joins, from 1, or None. Raises ValueError if the drawing is not a single way.

    `name` and `labels` are those given in the workshop, "" and none for a printed tile. Tiles that differ in them alone
    are equal.
    """

    id: str
    rows: tuple[str, str, str]
    rivers: tuple[int, ...] = ()
    name: str = field(default="", compare=False)
    labels: Labels = field(default=NO_LABELS, compare=False)
    path: tuple[Square, ...] = field(init=False, compare=False, repr=False)
    marks: tuple[Mark, ...] = field(init=False, compare=False, repr=False)
    bridge: tuple[int, int] | None = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        path = _find_path(self.rows)
        object.__setattr__(self, "path", path)
        object.__setattr__(self, "marks", tuple(Mark(self.rows[row][column]) for row, column in path))
        object.__setattr__(self, "bridge", _find_bridge(self.rows, path))
        self._check()

    def _check(self) -> None:
        if any(not 1 <= river < len(self.path) for river in self.rivers) or len(set(self.rivers)) != len(self.rivers):
            raise ValueError(f"{self.id}: a river lies between two fields of its tile")
        if self.marks.count(Mark.VIEWPOINT) > 1:
            raise ValueError(f"{self.id}: a tile has at most one viewpoint")
        if self.bridge is None:
            return
        first, last = self.bridge
        if last - first < 2:
            raise ValueError(f"{self.id}: a bridge leads on by two fields or more")
        if any(self.marks[end - 1] is not Mark.PLAIN for end in self.bridge):
            raise ValueError(f"{self.id}: the ends of a bridge are plain")
        if any(first <= river < last for river in self.rivers):
            raise ValueError(f"{self.id}: no river lies between the ends of a bridge")

    @property
    def viewpoint(self) -> int:
        """Number of the viewpoint among the tile's fields, from 1, or 0 without one."""
        return self.marks.index(Mark.VIEWPOINT) + 1 if Mark.VIEWPOINT in self.marks else 0


def _find_path(rows: tuple[str, str, str]) -> tuple[Square, ...]:
    """Return the squares of the fields from the entry on. Raises ValueError."""
    if len(rows) != ROWS or any(len(row) != COLUMNS for row in rows):
        raise ValueError(f"a tile is drawn in {ROWS} rows of {COLUMNS} marks")
    marks = {(row, column): mark for row, text in enumerate(rows) for column, mark in enumerate(text)}
    if unknown := {mark for mark in marks.values() if mark not in _FIELDS and mark not in _OTHERS}:
        raise ValueError(f"{min(unknown)} is no mark of a tile")
    fields = {square for square, mark in marks.items() if mark in _FIELDS}
    entry = (1, 1 if rows[1][0] == BAR else 0)
    exit_ = _slot_entry(marks) or (1, COLUMNS - 1)
    if not fields:
        return ()
    path: list[Square] = []
    following = {entry} & fields
    while len(following) == 1:
        path += following
        following = set(_neighbours(path[-1])) & fields - set(path[-2:])
        if following & set(path):
            break
    if set(path) != fields or len(path) != len(fields) or path[-1] != exit_:
        raise ValueError("the fields of a tile are one chain from the left to the right of its middle row")
    return tuple(path)


def _slot_entry(marks: dict[Square, str]) -> Square | None:
    """Return the square left of slot 5 on the tile with the beach, else None."""
    beach = next((square for square, mark in marks.items() if mark == str(SLOTS[0])), None)
    return (beach[0], beach[1] - 1) if beach else None


def _neighbours(square: Square) -> Iterator[Square]:
    row, column = square
    yield from ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1))


def _find_bridge(rows: tuple[str, str, str], path: tuple[Square, ...]) -> tuple[int, int] | None:
    """Return the numbers of the fields left and right of a bridge, in the order of the way."""
    bridges = [(row, column) for row, text in enumerate(rows) for column, mark in enumerate(text) if mark == BRIDGE]
    if not bridges:
        return None
    ends = [(row, column + side) for row, column in bridges for side in (-1, 1)]
    if len(bridges) > 1 or any(end not in path for end in ends):
        raise ValueError("a bridge joins the fields at its left and its right, and a tile has one at most")
    first, last = (path.index(end) + 1 for end in ends)
    if first > last:
        raise ValueError("the way goes over a bridge from left to right")
    return first, last
