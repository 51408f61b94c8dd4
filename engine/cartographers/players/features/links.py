"""Features of clauses about features that clusters link."""

from __future__ import annotations

from collections.abc import Sequence

from engine.cartographers.geometry import Mask, clusters, flood_fill, neighbours, space_bit, spaces
from engine.cartographers.players.features.base import EMPTY, Features, Layers, Trial, dot
from engine.cartographers.players.features.placement_tables import is_connected
from engine.cartographers.scoring.clusters import LinkedFeatures
from engine.cartographers.scoring.unions import feature_in

_FAR = 7
"""Distance of an end that cannot be linked, or only by more spaces."""


class LinkDistances(Features):
    """Ends by how many more spaces of the terrain have to be drawn to link them, 0 to 6 or more; and the empty spaces
    next to ends.

    The first feature, linked ends, is exact. Others are approximate in a trial: a drawing that stands in the way is
    noticed only if it fills all spaces at some distance.
    """

    kind = "links"

    def __init__(self, clause: LinkedFeatures) -> None:
        named = (clause.terrain, clause.of, clause.partner)
        self._terrain, self._ends, self._partners = (int(feature_in(each)) for each in named)
        self._same, self._need = clause.of is clause.partner, clause.at_least
        self.kind = "links among a feature" if self._same else "links between features"
        self.present = (float(clause.stars), *[0.0] * (_FAR + 1))
        self.reads = frozenset((self._terrain, self._ends, self._partners, EMPTY))

    def measure(self, layers: Layers) -> list[float]:
        terrain, empty, ends = layers[self._terrain], layers[EMPTY], layers[self._ends]
        features = [0.0] * self.size
        linked = self._linked(layers)
        features[0] = linked.bit_count()
        for end in map(space_bit, spaces(ends & ~linked)):
            ways = _Ways.between(end, self._targets(layers, end), terrain, empty)
            features[ways.distance] += 1
        features[_FAR + 1] = (empty & neighbours(ends)).bit_count()
        return features

    def _linked(self, layers: Layers) -> Mask:
        ends, partners, linked = layers[self._ends], layers[self._partners], 0
        for group in clusters(layers[self._terrain]):
            around = neighbours(group)
            if around & ends and (around & partners).bit_count() >= self._need:
                linked |= around & ends
        return linked

    def _targets(self, layers: Layers, end: Mask) -> Mask:
        return layers[self._partners] & ~end if self._same else layers[self._partners]

    def trial(self, layers: Layers, terrain: int, weights: Sequence[float]) -> Trial:
        if terrain == self._ends or terrain == self._partners:
            return super().trial(layers, terrain, weights)
        own_layer, empty, ends = layers[self._terrain], layers[EMPTY], layers[self._ends]
        unchanged, beside = dot(weights, self.measure(layers)), weights[_FAR + 1]
        room = neighbours(ends) & empty
        open_ends = map(space_bit, spaces(ends & ~self._linked(layers)))
        ways = [_Ways.between(end, self._targets(layers, end), own_layer, empty) for end in open_ends]
        if terrain == self._terrain:
            near = 0
            for each in ways:
                near |= each.reached

            slowly = super().trial(layers, terrain, weights)
            assert callable(slowly)

            def after_own(cells: Mask) -> float:
                worth = unchanged - beside * (cells & room).bit_count()
                if cells & near:
                    if not is_connected(cells) and any(not each.distance_with(cells) for each in ways):
                        return slowly(cells)
                    for each in ways:
                        worth += weights[each.distance_with(cells)] - weights[each.distance]
                return worth

            return after_own
        losses = [(each.stages, weights[min(each.distance + 1, _FAR)] - weights[each.distance]) for each in ways]
        corridor = 0
        for each in ways:
            for stage in each.stages:
                corridor |= stage

        def after(cells: Mask) -> float:
            worth = unchanged - beside * (cells & room).bit_count()
            if cells & corridor:
                for stages, loss in losses:
                    if any(stage & cells == stage for stage in stages):
                        worth += loss
            return worth

        return after


class _Ways:
    """Shortest ways from an end to its targets over a terrain, and over empty spaces that would have to be drawn on."""

    def __init__(self, there: list[Mask], back: list[Mask], distance: int) -> None:
        self._there, self._back, self.distance = there, back, distance
        self.stages = [there[step] & back[distance - 1 - step] for step in range(distance)] if distance < _FAR else []

    @classmethod
    def between(cls, end: Mask, targets: Mask, terrain: Mask, empty: Mask) -> _Ways:
        """Return the ways from an end to its targets."""
        there, back = _layers_around(end, terrain, empty), _layers_around(targets, terrain, empty)
        distance = _FAR
        for step, one in enumerate(there):
            for other_step, other in enumerate(back):
                if step + other_step + 1 < distance and one & other:
                    distance = step + other_step + 1
        return cls(there, back, distance)

    @property
    def reached(self) -> Mask:
        """Empty spaces on ways from the end."""
        reached = 0
        for layer in self._there:
            reached |= layer
        return reached

    def distance_with(self, cells: Mask) -> int:
        """Return the distance after the terrain is drawn on a connected set of spaces."""
        steps = _first_met(self._there, cells) + _first_met(self._back, cells)
        return min(steps, self.distance)


def _first_met(layers: list[Mask], cells: Mask) -> int:
    for step, layer in enumerate(layers):
        if layer & cells:
            return step
    return _FAR


def _layers_around(seeds: Mask, terrain: Mask, empty: Mask) -> list[Mask]:
    """Return sets of empty spaces by how many others have to be drawn before a way from the seeds reaches them."""
    seen = flood_fill(neighbours(seeds) & terrain, terrain)
    front = (neighbours(seeds) | neighbours(seen)) & empty
    layers: list[Mask] = []
    seen |= front
    while front and len(layers) < _FAR - 1:
        layers.append(front)
        touched = flood_fill(neighbours(front) & terrain & ~seen, terrain)
        front = (neighbours(front) | neighbours(touched)) & empty & ~seen
        seen |= front | touched
    return layers
