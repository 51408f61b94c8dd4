"""Printed map sheets."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from engine.cartographers.geometry import FULL, SIZE, Mask, space
from engine.cartographers.terrain import DRAWABLE, Feature, Terrain
from engine.labels import NO_LABELS, Labels

_TERRAINS: Final = dict(zip("FVAWM", DRAWABLE, strict=True))
_LETTERS: Final = {terrain: mark for mark, terrain in _TERRAINS.items()}
_MARKS: Final = "^#r.FVAWMfvawm"


@dataclass(frozen=True, slots=True)
class Sheet:
    """Printed map: its mountains, wasteland, ruins and printed terrain.

    `terrain` has the terrains of `DRAWABLE` that are printed on spaces, in that order, each with its spaces. They count
    as drawn ones do, and may be on ruins. Printed monsters have no initial.
    """

    id: str
    name: str
    mountains: Mask
    wasteland: Mask
    ruins: Mask
    labels: Labels = NO_LABELS
    terrain: tuple[tuple[Terrain, Mask], ...] = ()

    @classmethod
    def from_rows(cls, id: str, name: str, rows: Sequence[str]) -> Sheet:
        """Parse a drawing of eleven rows: `^` mountain, `#` wasteland, `r` ruins, `.` empty, `F V A W M` printed
        terrain, in lower case on ruins. Raises ValueError with the row and column.
        """
        if len(rows) != SIZE or any(len(row) != SIZE for row in rows):
            raise ValueError(f"a sheet has {SIZE} rows of {SIZE} spaces")
        found = dict.fromkeys(_MARKS, 0)
        for row, line in enumerate(rows):
            for column, mark in enumerate(line):
                if mark not in found:
                    raise ValueError(f'row {row + 1}, column {column + 1}: "{mark}" is none of {" ".join(_MARKS)}')
                found[mark] |= 1 << space(row, column)
        printed = {terrain: found[mark] | found[mark.lower()] for mark, terrain in _TERRAINS.items()}
        ruins = found["r"] | sum(found[mark.lower()] for mark in _TERRAINS)
        terrain = tuple((terrain, cells) for terrain, cells in printed.items() if cells)
        return cls(id, name, found["^"], found["#"], ruins, terrain=terrain)

    @property
    def layers(self) -> dict[Feature, Mask]:
        """Printed spaces of each feature."""
        bare = {Feature.MOUNTAIN: self.mountains, Feature.WASTELAND: self.wasteland, Feature.RUINS: self.ruins}
        return bare | {Feature(terrain): cells for terrain, cells in self.terrain}

    @property
    def printed(self) -> Mask:
        """Spaces with printed terrain."""
        spaces = 0
        for _, cells in self.terrain:
            spaces |= cells
        return spaces

    @property
    def empty(self) -> Mask:
        """Spaces that can be drawn on, including ruins."""
        return FULL & ~(self.mountains | self.wasteland | self.printed)

    def rows(self) -> list[str]:
        """Return the drawing, as read by `from_rows`."""
        return ["".join(self._mark(1 << space(row, column)) for column in range(SIZE)) for row in range(SIZE)]

    def _mark(self, bit: Mask) -> str:
        for terrain, cells in self.terrain:
            if bit & cells:
                return _LETTERS[terrain].lower() if bit & self.ruins else _LETTERS[terrain]
        if bit & self.mountains:
            return "^"
        if bit & self.wasteland:
            return "#"
        return "r" if bit & self.ruins else "."
