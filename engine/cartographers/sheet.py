"""Printed map sheets."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from engine.cartographers.geometry import FULL, SIZE, Mask, space
from engine.cartographers.terrain import DRAWABLE, REGIONS, Feature, Terrain
from engine.labels import NO_LABELS, Labels

_TERRAINS: Final = dict(zip("FVAWM", DRAWABLE, strict=True))
_LETTERS: Final = {terrain: mark for mark, terrain in _TERRAINS.items()}
_MARKS: Final = "^#*r.FVAWMfvawm"


@dataclass(frozen=True, slots=True)
class Region:
    """Named part of a map sheet that cards can refer to. Its spaces may be of any kind."""

    name: str
    spaces: Mask
    labels: Labels = NO_LABELS


@dataclass(frozen=True, slots=True)
class Sheet:
    """Printed map: its mountains, wasteland, ruins, printed terrain, landmarks, coin spaces and regions.

    `terrain` has the terrains of `DRAWABLE` that are printed on spaces, in that order, each with its spaces. They count
    as drawn ones do, and may be on ruins. Printed monsters have no initial.

    `landmarks` fill their spaces like mountains. Each gives `landmark_coins` once it is surrounded. `tolls` are empty
    spaces that cost their owner 1 coin each to draw on. `regions` are up to four, for `REGION_1` and so on in order.
    """

    id: str
    name: str
    mountains: Mask
    wasteland: Mask
    ruins: Mask
    labels: Labels = NO_LABELS
    terrain: tuple[tuple[Terrain, Mask], ...] = ()
    landmarks: Mask = 0
    landmark_coins: int = 0
    tolls: Mask = 0
    regions: tuple[Region, ...] = ()

    @classmethod
    def from_rows(cls, id: str, name: str, rows: Sequence[str]) -> Sheet:
        """Parse a drawing of eleven rows: `^` mountain, `#` wasteland, `*` landmark, `r` ruins, `.` empty, `F V A W M`
        printed terrain, in lower case on ruins. Raises ValueError with the row and column.
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
        return cls(id, name, found["^"], found["#"], ruins, terrain=terrain, landmarks=found["*"])

    @property
    def layers(self) -> dict[Feature, Mask]:
        """Printed spaces of each feature."""
        marked = {Feature.LANDMARK: self.landmarks, Feature.TOLL: self.tolls}
        bare = {Feature.MOUNTAIN: self.mountains, Feature.WASTELAND: self.wasteland, Feature.RUINS: self.ruins}
        regions = {feature: region.spaces for feature, region in zip(REGIONS, self.regions, strict=False)}
        return bare | marked | regions | {Feature(terrain): cells for terrain, cells in self.terrain}

    @property
    def printed(self) -> Mask:
        """Spaces with printed terrain."""
        spaces = 0
        for _, cells in self.terrain:
            spaces |= cells
        return spaces

    @property
    def empty(self) -> Mask:
        """Spaces that can be drawn on, including ruins and coin spaces."""
        return FULL & ~(self.mountains | self.wasteland | self.printed | self.landmarks)

    @property
    def free(self) -> Mask:
        """Spaces that can be drawn on without paying for them."""
        return self.empty & ~self.tolls

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
        if bit & self.landmarks:
            return "*"
        return "r" if bit & self.ruins else "."
