"""Printed map sheets."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.cartographers.geometry import FULL, SIZE, Mask, space
from engine.labels import NO_LABELS, Labels

_MARKS = {"^": "mountains", "#": "wasteland", "r": "ruins", ".": ""}


@dataclass(frozen=True, slots=True)
class Sheet:
    """Printed map: its mountains, wasteland and ruins."""

    id: str
    name: str
    mountains: Mask
    wasteland: Mask
    ruins: Mask
    labels: Labels = NO_LABELS

    @classmethod
    def from_rows(cls, id: str, name: str, rows: Sequence[str]) -> Sheet:
        """Parse a drawing of eleven rows: `^` mountain, `#` wasteland, `r` ruins, `.` empty. Raises ValueError with the
        row and column.
        """
        if len(rows) != SIZE or any(len(row) != SIZE for row in rows):
            raise ValueError(f"a sheet has {SIZE} rows of {SIZE} spaces")
        masks = {"mountains": 0, "wasteland": 0, "ruins": 0, "": 0}
        for row, line in enumerate(rows):
            for column, mark in enumerate(line):
                if mark not in _MARKS:
                    raise ValueError(f'row {row + 1}, column {column + 1}: "{mark}" is none of ^ # r .')
                masks[_MARKS[mark]] |= 1 << space(row, column)
        return cls(id, name, masks["mountains"], masks["wasteland"], masks["ruins"])

    @property
    def empty(self) -> Mask:
        """Spaces that can be drawn on, including ruins."""
        return FULL & ~(self.mountains | self.wasteland)

    def rows(self) -> list[str]:
        """Return the drawing, as read by `from_rows`."""
        return ["".join(self._mark(1 << space(row, column)) for column in range(SIZE)) for row in range(SIZE)]

    def _mark(self, bit: Mask) -> str:
        if bit & self.mountains:
            return "^"
        if bit & self.wasteland:
            return "#"
        return "r" if bit & self.ruins else "."
