"""Stamps: the small drawings that a pattern looks for on a map."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, NamedTuple

from engine.cartographers.geometry import FULL, SIZE, STRIDE, Mask, column_of, row_of, spaces
from engine.cartographers.shapes import TURNS
from engine.cartographers.terrain import Feature

ANY: Final = "."
"""Mark of a space that can be anything."""
ONE_OF: Final = "*"
"""Mark of a space that has one of the terrains that the clause lists."""
SAME: Final = "="
"""Mark of spaces that all have the same terrain, whichever it is."""
FEATURE_MARKS: Final[Mapping[str, Feature]] = {
    "F": Feature.FOREST,
    "V": Feature.VILLAGE,
    "A": Feature.FARM,
    "W": Feature.WATER,
    "M": Feature.MONSTER,
    "H": Feature.HERO,
    "^": Feature.MOUNTAIN,
    "R": Feature.RUINS,
    "#": Feature.FILLED,
    "_": Feature.EMPTY,
}
"""Features of the marks that ask for one."""
MARKS: Final = "".join((*FEATURE_MARKS, ONE_OF, SAME, ANY))
"""All marks of a stamp."""
LONGEST: Final = 4
"""Maximum number of rows and of columns of a stamp."""
MOST_SPACES: Final = 9
"""Maximum number of spaces for which a stamp asks."""

StampSpace = tuple[int, int, str]
"""Row and column from the north-west corner of a stamp, and the mark."""


@dataclass(frozen=True, slots=True)
class Stamp:
    """Drawing of a pattern: rows of `MARKS` of equal length, without margins that can be anything."""

    rows: tuple[str, ...]

    @classmethod
    def from_rows(cls, rows: Sequence[str]) -> Stamp:
        """Return the stamp drawn in rows, without its margins. Raises ValueError if it asks for nothing or too much.

        >>> Stamp.from_rows(["...", ".F_"]).rows
        ('F_',)
        """
        if len({len(row) for row in rows}) != 1 or set("".join(rows)) - set(MARKS):
            raise ValueError(f"a stamp is drawn in rows of equal length of {' '.join(MARKS)}")
        required = list(_spaces_of(rows))
        if not 1 <= len(required) <= MOST_SPACES or max(len(rows), len(rows[0])) > LONGEST:
            raise ValueError(f"a stamp asks for 1 to {MOST_SPACES} spaces within {LONGEST} rows and columns")
        down, across, _ = zip(*required, strict=True)
        return cls(tuple(row[min(across) : max(across) + 1] for row in rows[min(down) : max(down) + 1]))

    @property
    def spaces(self) -> tuple[StampSpace, ...]:
        """Spaces for which it asks, in reading order."""
        return tuple(_spaces_of(self.rows))

    @property
    def marks(self) -> frozenset[str]:
        """Marks for which it asks."""
        return frozenset(mark for _, _, mark in self.spaces)

    @property
    def features(self) -> frozenset[Feature]:
        """Features for which it asks by name."""
        return frozenset(FEATURE_MARKS[mark] for mark in self.marks if mark in FEATURE_MARKS)

    @property
    def asks_for_same(self) -> bool:
        """True if some spaces need the same terrain, whichever it is."""
        return any(SAME in row for row in self.rows)

    def forms(self, *, as_drawn: bool) -> tuple[StampForm, ...]:
        """Return the sets of spaces that the stamp can cover: as drawn first, then rotated, then flipped."""
        return _forms(self, as_drawn)


def _spaces_of(rows: Sequence[str]) -> Iterator[StampSpace]:
    for row, line in enumerate(rows):
        yield from ((row, column, mark) for column, mark in enumerate(line) if mark != ANY)


ONE_OF_LAYER, SAME_LAYER = len(Feature), len(Feature) + 1
"""Numbers of the two layers that are added to those of a board: for `ONE_OF`, and for a terrain of `SAME`."""
_LAYERS: Final = {**FEATURE_MARKS, ONE_OF: ONE_OF_LAYER, SAME: SAME_LAYER}

Ask = tuple[tuple[int, int], ...]
"""Layers that one orientation asks for, each with the offset in bits from the anchor."""


class StampForm(NamedTuple):
    """Set of spaces that a stamp can cover, relative to its first one, the anchor.

    `reach` are the anchors for which all of them are on the map. `asks` are what the orientations of the stamp that
    cover these spaces ask for: several if it is a symmetric set with different marks.
    """

    pattern: Mask
    reach: Mask
    asks: tuple[Ask, ...]

    def anchors(self, layers: Sequence[Mask]) -> Mask:
        """Return the anchors at which the layers meet all that one of the orientations asks for."""
        found = 0
        for ask in self.asks:
            anchors = self.reach
            for layer, step in ask:
                anchors &= layers[layer] >> step
                if not anchors:
                    break
            else:
                found |= anchors
        return found


@lru_cache(maxsize=256)
def _forms(stamp: Stamp, as_drawn: bool) -> tuple[StampForm, ...]:
    asks: dict[tuple[tuple[int, int], ...], dict[Ask, None]] = {}
    for turn in TURNS[:1] if as_drawn else TURNS:
        turned = sorted((*turn.about([(row, column)])[0], mark) for row, column, mark in stamp.spaces)
        top, left, _ = turned[0]
        cells = tuple((row - top, column - left) for row, column, _ in turned)
        ask = tuple((int(_LAYERS[mark]), (row - top) * STRIDE + column - left) for row, column, mark in turned)
        asks.setdefault(cells, {})[ask] = None
    return tuple(
        StampForm(sum(1 << row * STRIDE + column for row, column in cells), _reach(cells), tuple(each))
        for cells, each in asks.items()
    )


def _reach(cells: Sequence[tuple[int, int]]) -> Mask:
    return sum(
        1 << where
        for where in spaces(FULL)
        if all(row_of(where) + row < SIZE and 0 <= column_of(where) + column < SIZE for row, column in cells)
    )
