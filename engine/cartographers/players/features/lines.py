"""Features of clauses about rows, columns and diagonals.

What a line is worth depends only on its own spaces, so a drawing changes each line by the number of its spaces there.
These changes are looked up in one table for all clauses instead of being computed for each placement.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence

from engine.cartographers.geometry import SIZE, Mask
from engine.cartographers.players.features.base import EMPTY, Features, Layers, Trial
from engine.cartographers.players.features.placement_tables import (
    ALL_LINES,
    COLUMN_NUMBERS,
    DIAGONAL_NUMBERS,
    ROW_NUMBERS,
    SLOTS,
    slots_of,
)
from engine.cartographers.scoring.lines import Direction, Lines
from engine.cartographers.scoring.parameters import TERRAINS
from engine.cartographers.scoring.unions import feature_in
from engine.cartographers.terrain import Feature

_NUMBERS: dict[Direction, range] = {
    Direction.ROWS: ROW_NUMBERS,
    Direction.COLUMNS: COLUMN_NUMBERS,
    Direction.ODD_COLUMNS: COLUMN_NUMBERS[::2],
    Direction.ROWS_AND_COLUMNS: range(2 * SIZE),
    Direction.DIAGONALS: DIAGONAL_NUMBERS,
}
_ROOM = (0, 1, 1, 2, 2, 2, *[3] * 6)
"""Room of a line, in four steps, by its number of empty spaces."""


class LineFeatures(Features):
    """Lines counted by their state; each state is a feature. Subclasses define the states."""

    def __init__(self, clause: Lines, states: int, scoring: Sequence[int]) -> None:
        self._clause = clause
        self.numbers = _NUMBERS[clause.direction]
        self.present = tuple([float(clause.stars) if state in scoring else 0.0 for state in range(states)])
        named = {feature_in(each) for each in (*clause.equal, clause.containing) if each is not None}
        self.reads = frozenset((EMPTY, *map(int, named), *(map(int, TERRAINS) if clause.kinds else ())))

    @abstractmethod
    def state(self, line: Mask, layers: Layers, terrain: int, count: int) -> int:
        """Return the state of a line after a terrain is drawn on `count` more of its empty spaces."""

    def measure(self, layers: Layers) -> list[float]:
        features = [0.0] * self.size
        for number in self.numbers:
            features[self.state(ALL_LINES[number], layers, 0, 0)] += 1
        return features

    def add_changes(
        self, layers: Layers, terrain: int, weights: Sequence[float], most: int, changes: list[float]
    ) -> float:
        """Add what drawing on up to `most` spaces of each line changes, by slot, and return the present sum."""
        state, empty, total = self.state, layers[EMPTY], 0.0
        for number in self.numbers:
            line = ALL_LINES[number]
            now = weights[state(line, layers, terrain, 0)]
            total += now
            first = number * SLOTS
            for count in range(1, min(most, (line & empty).bit_count()) + 1):
                changes[first + count] += weights[state(line, layers, terrain, count)] - now
        return total

    def trial(self, layers: Layers, terrain: int, weights: Sequence[float]) -> Trial:
        changes = [0.0] * (SLOTS * len(ALL_LINES))
        total, slots = self.add_changes(layers, terrain, weights, SIZE, changes), slots_of(frozenset(self.numbers))
        return lambda cells: total + sum([changes[slot] for slot in slots(cells)])


class FilledLines(LineFeatures):
    """Lines that must be full, by their number of empty spaces; those without enough of a feature are apart."""

    def __init__(self, clause: Lines) -> None:
        super().__init__(clause, SIZE + 2, (0,))
        self._held = None if clause.containing is None else int(feature_in(clause.containing))
        self.kind = "filled lines" if self._held is None else "filled lines with a feature"
        if clause.direction is Direction.DIAGONALS:
            self.kind = f"{self.kind}, diagonals"

    def state(self, line: Mask, layers: Layers, terrain: int, count: int) -> int:
        held = self._held
        if held is not None:
            number = (line & layers[held]).bit_count() + (count if terrain == held else 0)
            if number < self._clause.at_least:
                return SIZE + 1
        return (line & layers[EMPTY]).bit_count() - count


class HoldingLines(LineFeatures):
    """Lines that must hold enough of a feature: those that do, and others by how many they lack and their room."""

    def __init__(self, clause: Lines) -> None:
        super().__init__(clause, 1 + 4 * clause.at_least, (0,))
        self.kind = f"holding lines, {clause.at_least}"
        assert clause.containing is not None
        self._held = int(feature_in(clause.containing))

    def state(self, line: Mask, layers: Layers, terrain: int, count: int) -> int:
        missing = self._clause.at_least - (line & layers[self._held]).bit_count()
        if terrain == self._held:
            missing -= count
        if missing <= 0:
            return 0
        return 4 * missing - 3 + _ROOM[(line & layers[EMPTY]).bit_count() - count]


class MixedLines(LineFeatures):
    """Lines that must hold enough terrain types: those that do, and others by how many they lack and their room.

    If the line must also be full, those with enough types are counted by their room.
    """

    _STATES = 25

    def __init__(self, clause: Lines) -> None:
        super().__init__(clause, self._STATES, (0,))
        self.kind = f"mixed lines, {clause.kinds}{', filled' if clause.filled else ''}"

    def state(self, line: Mask, layers: Layers, terrain: int, count: int) -> int:
        kinds = sum([1 for layer in layers[: len(TERRAINS)] if line & layer])
        if count and not line & layers[terrain]:
            kinds += 1
        empty = (line & layers[EMPTY]).bit_count() - count
        missing = self._clause.kinds - kinds
        if missing <= 0:
            return 0 if not empty or not self._clause.filled else 1 + _ROOM[empty]
        return min(1 + 4 * missing + _ROOM[empty], self._STATES - 1)


class BalancedLines(LineFeatures):
    """Lines that must hold equally many spaces of two terrains, by the difference and the room."""

    _NONE, _EQUAL, _STATES = 16, 20, 24

    def __init__(self, clause: Lines) -> None:
        super().__init__(clause, self._STATES, range(self._EQUAL, self._STATES))
        self.kind = "balanced lines"
        one, other = map(feature_in, clause.equal)
        self._one, self._other = int(one), int(other)

    def state(self, line: Mask, layers: Layers, terrain: int, count: int) -> int:
        one, other = (line & layers[self._one]).bit_count(), (line & layers[self._other]).bit_count()
        one += count if terrain == self._one else 0
        other += count if terrain == self._other else 0
        room = _ROOM[(line & layers[EMPTY]).bit_count() - count]
        if one == other:
            return (self._EQUAL if one else self._NONE) + room
        return 4 * (min(abs(one - other), 4) - 1) + room


def line_features(clause: Lines) -> LineFeatures | None:
    """Return the features of a clause about lines, or None for a combination of conditions without any."""
    if not clause.at_least or clause.at_most is not None or clause.most_kinds is not None:
        return None
    if clause.containing in (Feature.EMPTY, Feature.FILLED):
        return None
    holding, balanced, mixed = clause.containing is not None, bool(clause.equal), bool(clause.kinds)
    match clause.filled, holding, balanced, mixed:
        case True, _, False, False:
            return FilledLines(clause)
        case False, True, False, False:
            return HoldingLines(clause)
        case _, False, False, True:
            return MixedLines(clause)
        case False, False, True, False if len(clause.equal) == 2 and clause.equal[0] != clause.equal[1]:
            return BalancedLines(clause)
    return None
