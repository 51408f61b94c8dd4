"""Features of clauses about clusters."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from engine.cartographers.geometry import EDGE as RIM
from engine.cartographers.geometry import STRIDE, Mask, clusters, lines_reached, neighbours
from engine.cartographers.players.features.base import EDGE, EMPTY, RUINS, Features, Layers, Trial, dot
from engine.cartographers.players.features.placement_tables import halo, is_connected
from engine.cartographers.scoring.clusters import BestCluster, Clusters, Measure, RankedCluster
from engine.cartographers.scoring.unions import feature_in
from engine.cartographers.shapes import Shape
from engine.cartographers.terrain import Feature

_COUNTS = 0
"""State of a cluster that scores."""


def _room_step(spaces: int) -> int:
    """Return the room of a cluster, in four steps, from the number of empty spaces around it."""
    return 0 if not spaces else 1 if spaces < 3 else 2 if spaces < 6 else 3


def _reach(avoiding: Iterable[int], layers: Layers) -> Mask:
    """Return the spaces by which a cluster touches one of the features that it must avoid."""
    reach = 0
    for each in avoiding:
        reach |= RIM if each == EDGE else neighbours(layers[each])
    return reach


class ClusterStates(Features):
    """Clusters of a terrain counted by their state, and empty spaces that a new one could begin on.

    A cluster scores, or is spoilt because it touches something that it must avoid, or makes progress and has room: the
    last two conditions define its state. The two last features are free spaces and free squares of four.
    """

    def __init__(self, clause: Clusters) -> None:
        self._clause, self._terrain = clause, int(feature_in(clause.terrain))
        self._avoiding = tuple(map(int, clause.avoiding))
        self._touching = None if clause.touching is None else int(feature_in(clause.touching))
        self._others = list(map(int, clause.others)) if clause.kinds else []
        touched = clause.at_least - 1 if clause.touching is not None else 0
        self._steps = max(clause.smallest - 1, touched, clause.kinds, 1)
        self._spoilt = 1 + 4 * (self._steps + 1)
        self.present = (float(clause.stars), *[0.0] * (self._spoilt + 2))
        parts = ("avoiding" if clause.avoiding else "", f"touching {clause.at_least}" if touched else "")
        extra = (*parts, f"{clause.kinds} kinds" if clause.kinds else "", "a shape" if clause.containing else "")
        self.kind = ", ".join(["clusters", str(self._steps), *filter(None, extra)])
        named = {self._terrain, EMPTY, *self._avoiding, *self._others}
        self.reads = frozenset(named if self._touching is None else {*named, self._touching})

    def _kinds_reached(self, layers: Layers) -> list[Mask]:
        return [neighbours(layers[kind]) for kind in self._others]

    def _touched(self, layers: Layers) -> Mask:
        if self._touching is None:
            return 0
        return layers[self._touching] if self._touching == EDGE else layers[self._touching] & ~layers[self._terrain]

    def _state(self, group: Mask, empty: Mask, avoided: Mask, kinds: Sequence[Mask], touched: Mask) -> int:
        clause = self._clause
        if group & avoided:
            return self._spoilt
        around = group << 1 | group >> 1 | group << STRIDE | group >> STRIDE
        size, progress = group.bit_count(), 0
        counts = clause.smallest <= size <= clause.largest
        if clause.smallest > 1:
            progress = min(size, clause.smallest - 1)
        if self._touching is not None:
            held = ((group if self._touching == EDGE else around) & touched).bit_count()
            counts = counts and held >= clause.at_least
            progress = min(held, clause.at_least - 1)
        if kinds:
            held = sum([1 for each in kinds if group & each])
            counts = counts and held >= clause.kinds
            progress = min(held, clause.kinds - 1)
        if counts and clause.containing is not None:
            counts = clause.containing.fits_somewhere(group)
        return _COUNTS if counts else 1 + 4 * progress + _room_step((around & empty & ~avoided).bit_count())

    def measure(self, layers: Layers) -> list[float]:
        features = [0.0] * self.size
        outside = self._outside(layers)
        empty, avoided = layers[EMPTY], _reach(self._avoiding, outside)
        kinds, touched = self._kinds_reached(layers), self._touched(layers)
        for group in clusters(layers[self._terrain]):
            features[self._state(group, empty, avoided, kinds, touched)] += 1
        free = empty & ~avoided
        features[-2:] = [free.bit_count(), (free & free >> 1 & free >> STRIDE & free >> STRIDE + 1).bit_count()]
        return features

    def _outside(self, layers: Layers) -> Layers:
        """Return the layers with ruins only where the terrain does not cover them: a cluster touches no others."""
        if RUINS not in self._avoiding:
            return layers
        changed = list(layers)
        changed[RUINS] &= ~layers[self._terrain]
        return changed

    def trial(self, layers: Layers, terrain: int, weights: Sequence[float]) -> Trial:
        own = terrain == self._terrain
        if self._touching == EMPTY or (own and RUINS in (*self._avoiding, self._touching)):
            return super().trial(layers, terrain, weights)
        state, before = self._state, layers[EMPTY]
        avoided_before, kinds_before = _reach(self._avoiding, self._outside(layers)), self._kinds_reached(layers)
        touched_before = self._touched(layers)
        spoils, touches = terrain in self._avoiding, terrain == self._touching
        kind = self._others.index(terrain) if self._others and not own else None
        groups = [
            (group, weights[state(group, before, avoided_before, kinds_before, touched_before)])
            for group in clusters(layers[self._terrain])
        ]
        present = sum([worth for _, worth in groups])
        free_weight, square_weight = weights[-2:]
        seeds = bool(free_weight or square_weight)

        def after(cells: Mask) -> float:
            near, empty = halo(cells), before ^ cells
            kinds, touched = kinds_before, touched_before
            avoided = avoided_before | neighbours(cells) if spoils else avoided_before
            if touches:
                touched |= cells
            worth = present
            if own:
                joined = cells
                for group, each in groups:
                    if group & near:
                        worth -= each
                        joined |= group
                for group in (joined,) if is_connected(cells) else clusters(joined):
                    worth += weights[state(group, empty, avoided, kinds, touched)]
            else:
                if kind is not None:
                    kinds = list(kinds_before)
                    kinds[kind] |= near
                # A terrain to avoid spoils room one step further away.
                changed = near | neighbours(near) if spoils else near
                for group, each in groups:
                    if group & changed:
                        worth += weights[state(group, empty, avoided, kinds, touched)] - each
            if seeds:
                free = empty & ~avoided
                block = free & free >> 1 & free >> STRIDE & free >> STRIDE + 1
                worth += free_weight * free.bit_count() + square_weight * block.bit_count()
            return worth

        return after


class EmptyClusters(Features):
    """Clusters of empty spaces: those that count, and all of them by size."""

    _SIZES = 12

    def __init__(self, clause: Clusters) -> None:
        self._clause = clause
        self.kind = f"empty clusters, {clause.smallest} to {clause.largest}"
        self.present, self.reads = (float(clause.stars), *[0.0] * (self._SIZES - 1)), frozenset((EMPTY,))

    def measure(self, layers: Layers) -> list[float]:
        features = [0.0] * self._SIZES
        for group in clusters(layers[EMPTY]):
            size = group.bit_count()
            features[0] += self._clause.smallest <= size <= self._clause.largest
            features[min(size, self._SIZES - 1)] += 1
        return features

    def trial(self, layers: Layers, terrain: int, weights: Sequence[float]) -> Trial:
        smallest, largest = self._clause.smallest, self._clause.largest
        worths = [
            (weights[0] if smallest <= size <= largest else 0.0) + weights[min(size, self._SIZES - 1)]
            for size in range(1, 122)
        ]
        groups = [(group, worths[group.bit_count() - 1]) for group in clusters(layers[EMPTY])]
        present = sum([worth for _, worth in groups])

        def after(cells: Mask) -> float:
            worth = present
            for group, each in groups:
                if group & cells:
                    worth -= each
                    for part in clusters(group & ~cells):
                        worth += worths[part.bit_count() - 1]
            return worth

        return after


class ShapeProgress(Features):
    """Places where a shape lacks 1, 2 or 3 spaces of a terrain, all of them empty; at most 4, 8 and 16 are counted."""

    kind = "shape"
    present = (0.0, 0.0, 0.0)
    _MOST = (4, 8, 16)

    def __init__(self, terrain: Feature, shape: Shape) -> None:
        self._terrain, self._shape = int(terrain), shape
        self.reads = frozenset((self._terrain, EMPTY))

    def measure(self, layers: Layers) -> list[float]:
        return self._measure(layers[self._terrain], layers[EMPTY])

    def _measure(self, terrain: Mask, empty: Mask) -> list[float]:
        one = two = three = 0
        for orientation in self._shape.orientations:
            full, first, second, third = orientation.reach, 0, 0, 0
            for step in (0, *orientation.steps):
                held, free = terrain >> step, empty >> step
                third = third & held | second & free
                second = second & held | first & free
                first = first & held | full & free
                full &= held
            one, two, three = one + first.bit_count(), two + second.bit_count(), three + third.bit_count()
        return [float(min(count, most)) for count, most in zip((one, two, three), self._MOST, strict=True)]

    def trial(self, layers: Layers, terrain: int, weights: Sequence[float]) -> Trial:
        if self._terrain == EMPTY:
            return super().trial(layers, terrain, weights)
        spaces, before, measure, own = layers[self._terrain], layers[EMPTY], self._measure, terrain == self._terrain
        return lambda cells: dot(weights, measure(spaces | cells if own else spaces, before ^ cells))


class ClusterRank(Features):
    """Cluster of a rank by size: its size, how much smaller it is than the one before, the size of the next, and the
    room of the first two in four steps each. The last feature is 1 if there is no such cluster.
    """

    def __init__(self, clause: RankedCluster) -> None:
        self._terrain, self._rank = int(feature_in(clause.terrain)), clause.rank
        self.kind = f"ranked cluster, {min(clause.rank, 2)}"
        self.present, self.reads = (float(clause.stars), *[0.0] * 11), frozenset((self._terrain, EMPTY))

    def measure(self, layers: Layers) -> list[float]:
        return self._measure(clusters(layers[self._terrain]), layers[EMPTY])

    def _measure(self, groups: Sequence[Mask], empty: Mask) -> list[float]:
        rank = self._rank
        # Sorted twice, so that the order of equal sizes does not depend on that of the groups.
        ranked = sorted(sorted(groups), key=int.bit_count, reverse=True)[: rank + 1]
        sizes = [group.bit_count() for group in ranked] + [0] * (rank + 1 - len(ranked))
        features = [float(sizes[rank - 1]), 0.0, float(sizes[rank]), *[0.0] * 9]
        if rank > 1:
            features[1] = sizes[rank - 2] - sizes[rank - 1]
        if len(ranked) >= rank:
            features[3 + _room_step((neighbours(ranked[rank - 1]) & empty).bit_count())] = 1
        else:
            features[11] = 1
        if rank > 1 and len(ranked) >= rank - 1:
            features[7 + _room_step((neighbours(ranked[rank - 2]) & empty).bit_count())] = 1
        return features

    def trial(self, layers: Layers, terrain: int, weights: Sequence[float]) -> Trial:
        groups, before, measure = clusters(layers[self._terrain]), layers[EMPTY], self._measure
        if terrain == self._terrain:
            return lambda cells: dot(weights, measure(_joined(groups, cells), before ^ cells))
        unchanged, zone = dot(weights, measure(groups, before)), neighbours(layers[self._terrain])
        return lambda cells: dot(weights, measure(groups, before ^ cells)) if cells & zone else unchanged


def _joined(groups: Sequence[Mask], cells: Mask) -> list[Mask]:
    """Return the clusters of a terrain after it is drawn on some more spaces, in any order."""
    near, joined, rest = halo(cells), cells, []
    for group in groups:
        if group & near:
            joined |= group
        else:
            rest.append(group)
    return [*rest, *((joined,) if is_connected(cells) else clusters(joined))]


_MEASURED: dict[Measure, Callable[[Mask, Mask], int]] = {
    Measure.SIZE: lambda group, empty: group.bit_count(),
    Measure.EMPTY_AROUND: lambda group, empty: (neighbours(group) & empty).bit_count(),
    Measure.ROWS_AND_COLUMNS: lambda group, empty: lines_reached(group),
}


class BestClusterState(Features):
    """Best cluster by a measure: its measure and that of the second, and its room.

    The other features are the room of the best one in four steps, the free spaces behind that room, all free spaces,
    and its size or, for rows and columns, the lines that its room would add.
    """

    def __init__(self, clause: BestCluster) -> None:
        self._clause, self._terrain = clause, int(feature_in(clause.terrain))
        self._avoiding = tuple(map(int, clause.avoiding))
        self._by = _MEASURED[clause.measure]
        self._lines = clause.measure is Measure.ROWS_AND_COLUMNS
        self.kind = f"best cluster, {clause.measure.value}{', avoiding' if clause.avoiding else ''}"
        self.present = (float(clause.stars), *[0.0] * 8)
        self.reads = frozenset((self._terrain, EMPTY, *self._avoiding))

    def measure(self, layers: Layers) -> list[float]:
        return self._measure(clusters(layers[self._terrain]), layers[EMPTY], self._avoided(layers))

    def _avoided(self, layers: Layers) -> Mask:
        if RUINS in self._avoiding:
            layers = list(layers)
            layers[RUINS] &= ~layers[self._terrain]
        return _reach(self._avoiding, layers)

    def _measure(self, groups: Sequence[Mask], empty: Mask, avoided: Mask) -> list[float]:
        best = second = top = 0
        by = self._by
        for group in groups:
            if group & avoided:
                continue
            measured = by(group, empty)
            if measured > best or (measured == best and group > top):
                best, second, top = measured, best, group
            elif measured > second:
                second = measured
        features = [float(best), float(second), *[0.0] * 7]
        free = empty & ~avoided
        if top:
            room = neighbours(top) & free
            features[2 + _room_step(room.bit_count())] = 1
            features[6] = (neighbours(room) & free & ~room).bit_count()
            features[8] = lines_reached(top | room) - best if self._lines else top.bit_count()
        features[7] = free.bit_count()
        return features

    def trial(self, layers: Layers, terrain: int, weights: Sequence[float]) -> Trial:
        own, spoils = terrain == self._terrain, terrain in self._avoiding
        if own and RUINS in self._avoiding:
            return super().trial(layers, terrain, weights)
        groups, before, avoided, measure = (
            clusters(layers[self._terrain]),
            layers[EMPTY],
            self._avoided(layers),
            self._measure,
        )
        if own:
            return lambda cells: dot(weights, measure(_joined(groups, cells), before ^ cells, avoided))
        if spoils:
            return lambda cells: dot(weights, measure(groups, before ^ cells, avoided | neighbours(cells)))
        zone = neighbours(layers[self._terrain])
        zone |= neighbours(zone & before)
        unchanged, free_weight = dot(weights, measure(groups, before, avoided)), weights[7]

        def after(cells: Mask) -> float:
            if cells & zone:
                return dot(weights, measure(groups, before ^ cells, avoided))
            return unchanged - free_weight * (cells & ~avoided).bit_count()

        return after
