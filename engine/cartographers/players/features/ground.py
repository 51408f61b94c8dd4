"""Features of a board as a whole: its room, the spaces that monsters cost, and mountains that may earn coins."""

from __future__ import annotations

from collections.abc import Sequence

from engine.cartographers.geometry import EDGE, FULL, STRIDE, Mask, neighbours, space_bit, spaces
from engine.cartographers.players.features.base import (
    EMPTY,
    MARKED,
    MONSTER,
    MOUNTAIN,
    RUINS,
    Features,
    Layers,
    Trial,
    dot,
)


class Room(Features):
    """Empty spaces and how they hang together.

    The features are: a constant; all empty spaces; those with 0, at most 1, at least 3 and 4 empty neighbours; squares
    of four; those on the edge, on ruins, and under a hero's attack.
    """

    kind = "room"
    present = (0.0,) * 10
    reads = frozenset((EMPTY, MARKED))

    def measure(self, layers: Layers) -> list[float]:
        empty = layers[EMPTY]
        west, east, north, south = empty << 1, empty >> 1, empty << STRIDE, empty >> STRIDE
        across, along, beside, above = west & east, north & south, west | east, north | south
        three = empty & (across & above | along & beside)
        return [
            1,
            empty.bit_count(),
            (empty & ~(beside | above)).bit_count(),
            (empty & ~(across | along | beside & above)).bit_count(),
            three.bit_count(),
            (three & across & along).bit_count(),
            (empty & east & south & empty >> STRIDE + 1).bit_count(),
            (empty & EDGE).bit_count(),
            (empty & layers[RUINS]).bit_count(),
            (empty & layers[MARKED]).bit_count(),
        ]

    def trial(self, layers: Layers, terrain: int, weights: Sequence[float]) -> Trial:
        before, ruins, marked = layers[EMPTY], layers[RUINS], layers[MARKED]
        base, each, alone, end, three_sided, open_, block, edge, ruin, mark = weights
        rim = EDGE

        def after(cells: Mask) -> float:
            empty = before ^ cells
            west, east, north, south = empty << 1, empty >> 1, empty << STRIDE, empty >> STRIDE
            across, along, beside, above = west & east, north & south, west | east, north | south
            three = empty & (across & above | along & beside)
            return (
                base
                + each * empty.bit_count()
                + alone * (empty & ~(beside | above)).bit_count()
                + end * (empty & ~(across | along | beside & above)).bit_count()
                + three_sided * three.bit_count()
                + open_ * (three & across & along).bit_count()
                + block * (empty & east & south & empty >> STRIDE + 1).bit_count()
                + edge * (empty & rim).bit_count()
                + ruin * (empty & ruins).bit_count()
                + mark * (empty & marked).bit_count()
            )

        return after


MARKED_WEIGHT = 9
"""Index of the feature of `Room` that counts empty spaces under a hero's attack."""


class MonsterLosses(Features):
    """Empty spaces next to monsters: all, those without an empty neighbour, those with at most one."""

    kind = "monster losses"
    present = (-1.0, 0.0, 0.0)
    reads = frozenset((EMPTY, MONSTER))

    def measure(self, layers: Layers) -> list[float]:
        empty = layers[EMPTY]
        lost = empty & neighbours(layers[MONSTER])
        if not lost:
            return [0, 0, 0]
        west, east, north, south = empty << 1, empty >> 1, empty << STRIDE, empty >> STRIDE
        ends = lost & ~(west & east | north & south | (west | east) & (north | south))
        return [lost.bit_count(), (lost & ~(west | east | north | south)).bit_count(), ends.bit_count()]

    def trial(self, layers: Layers, terrain: int, weights: Sequence[float]) -> Trial:
        empty_before, monsters = layers[EMPTY], layers[MONSTER]
        each, alone, end = weights
        grows = terrain == MONSTER
        lost_before = neighbours(monsters) & empty_before
        if not grows and not lost_before:
            return 0.0
        near = FULL if grows else lost_before | neighbours(lost_before)
        unchanged = dot(weights, self.measure(layers))

        def after(cells: Mask) -> float:
            if not cells & near:
                return unchanged
            empty = empty_before ^ cells
            lost = empty & (neighbours(monsters | cells) if grows else lost_before)
            west, east, north, south = empty << 1, empty >> 1, empty << STRIDE, empty >> STRIDE
            ends = lost & ~(west & east | north & south | (west | east) & (north | south))
            return (
                each * lost.bit_count()
                + alone * (lost & ~(west | east | north | south)).bit_count()
                + end * ends.bit_count()
            )

        return after


class Mountains(Features):
    """Mountains by their number of empty neighbours, 0 to 4."""

    kind = "mountains"
    present = (0.0,) * 5
    reads = frozenset((EMPTY, MOUNTAIN))

    def measure(self, layers: Layers) -> list[float]:
        counts = [0.0] * 5
        for where in spaces(layers[MOUNTAIN]):
            counts[(neighbours(space_bit(where)) & layers[EMPTY]).bit_count()] += 1
        return counts

    def trial(self, layers: Layers, terrain: int, weights: Sequence[float]) -> Trial:
        if terrain == MOUNTAIN:
            return super().trial(layers, terrain, weights)
        gaps = [gap for where in spaces(layers[MOUNTAIN]) if (gap := neighbours(space_bit(where)) & layers[EMPTY])]
        unchanged = dot(weights, self.measure(layers))
        counted = [(gap, gap.bit_count()) for gap in gaps]
        near = 0
        for gap in gaps:
            near |= gap

        def after(cells: Mask) -> float:
            if not cells & near:
                return unchanged
            worth = unchanged
            for gap, count in counted:
                if cells & gap:
                    worth += weights[count - (cells & gap).bit_count()] - weights[count]
            return worth

        return after
