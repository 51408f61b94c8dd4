"""Progress of clauses about sets, runs, patterns and connected edges toward the next thing that counts."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from math import sqrt
from typing import Final, TypeAlias

from engine.cartographers.geometry import (
    COLUMNS,
    FULL,
    ROWS,
    SIZE,
    STRIDE,
    Mask,
    clusters,
    columns_reached,
    rows_reached,
)
from engine.cartographers.players.features.base import EMPTY, Features, Layers
from engine.cartographers.scoring.connections import EdgeLink, LinkedEdges
from engine.cartographers.scoring.families import layers_read
from engine.cartographers.scoring.lines import Axis, Runs
from engine.cartographers.scoring.parameters import TERRAINS
from engine.cartographers.scoring.patterns import Patterns
from engine.cartographers.scoring.sets import SetOf, Sets
from engine.cartographers.scoring.unions import layer_of

_BY_TIME: Final = (0.4, 0.7, 0.9, 1.0, 1.0)
"""Shares of the weights at the times of trained weights: with little time left, progress is worth less."""
_WORTH: Final = {
    "progress of sets": 1.0,
    "progress of runs": 0.4,
    "progress of patterns": 0.3,
    "progress of connected edges": 0.3,
}
"""Weights per star of the clause, with enough time left. They were chosen by the results of seeded games."""
PROGRESS_WEIGHTS: Final[dict[str, Sequence[float]]] = {
    kind: tuple(worth * share for share in _BY_TIME) for kind, worth in _WORTH.items()
}
"""Weights by kind, at the times of trained weights."""
_FEW: Final = 4
"""Maximum number of unfinished things that count."""
_AREAS: Final = {SetOf.SPACES: (FULL,), SetOf.SPACES_OF_ROW: ROWS, SetOf.SPACES_OF_COLUMN: COLUMNS}
_STEPS: Final = {Axis.ROW: (1,), Axis.COLUMN: (STRIDE,), Axis.EITHER: (1, STRIDE)}
_EDGES: Final = (ROWS[0], ROWS[-1], COLUMNS[0], COLUMNS[-1])
_NUMBERS: Final = {EdgeLink.TWO: 2, EdgeLink.THREE: 3, EdgeLink.FOUR: 4}

ProgressClause: TypeAlias = Sets | Runs | Patterns | LinkedEdges


class _Progress(Features):
    """Progress toward the next thing that counts. It is no part of the present stars."""

    present = (0.0,)

    def __init__(self, clause: ProgressClause) -> None:
        self.reads = frozenset((EMPTY, *map(int, layers_read(clause))))

    def measure(self, layers: Layers) -> list[float]:
        return [self.progress(layers)]

    @abstractmethod
    def progress(self, layers: Layers) -> float:
        """Return the progress on a board, in things that count."""


class SetProgress(_Progress):
    """Members of the next set and of the one after it."""

    kind = "progress of sets"

    def __init__(self, clause: Sets) -> None:
        super().__init__(clause)
        self._clause = clause

    def progress(self, layers: Layers) -> float:
        each = [layer_of(layers, terrain) for terrain in self._clause.each]
        if not each:
            return 0.0
        if self._clause.members is SetOf.CLUSTERS:
            return _next_sets([self._clusters_of(layer) for layer in each])
        progress = 0.0
        for area in _AREAS[self._clause.members]:
            counts = [float((layer & area).bit_count()) for layer in each]
            if (layers[EMPTY] & area).bit_count() >= counts.count(min(counts)):
                progress += _next_sets(counts)
        return progress

    def _clusters_of(self, layer: Mask) -> float:
        """Count clusters that are large enough; half of the share of the largest one that isn't is added."""
        smallest, largest = self._clause.smallest, self._clause.largest or FULL.bit_count()
        number, share = 0, 0.0
        for size in map(int.bit_count, clusters(layer)):
            if size < smallest:
                share = max(share, size / smallest)
            elif size <= largest:
                number += 1
        return number + share / 2


def _next_sets(counts: list[float]) -> float:
    complete = int(min(counts))
    first = sum([min(count - complete, 1.0) for count in counts]) / len(counts)
    second = sum([min(max(count - complete - 1, 0.0), 1.0) for count in counts]) / len(counts)
    return first * first + second * second / 2


class RunProgress(_Progress):
    """Places for a run that lack one space, or two."""

    kind = "progress of runs"

    def __init__(self, clause: Runs) -> None:
        super().__init__(clause)
        self._clause, self._worth = clause, clause.at_least if clause.per_space else 1

    def progress(self, layers: Layers) -> float:
        spaces, length = layer_of(layers, self._clause.terrain), self._clause.at_least
        if length < 2:
            return 0.0
        progress = 0.0
        for step in _STEPS[self._clause.axis]:
            one, two = _unfinished(spaces, layers[EMPTY], step, length)
            progress += sqrt(min(one.bit_count(), _FEW)) + 0.4 * sqrt(min(two.bit_count(), _FEW)) * (length > 2)
        return progress * self._worth


def _unfinished(spaces: Mask, empty: Mask, step: int, length: int) -> tuple[Mask, Mask]:
    """Return the first spaces of the places for a run that lack one space, and two; not those of longer runs."""
    starts, complete = spaces, 0
    for at in range(1, length):
        starts &= spaces >> at * step
    for at in range(length):
        complete |= starts << at * step
    apart = ~(complete | complete << step | complete >> step)
    spaces, empty = spaces & apart, empty & apart
    none, one, two = spaces, empty, 0
    for at in range(1, length):
        has, free = spaces >> at * step, empty >> at * step
        none, one, two = none & has, one & has | none & free, two & has | one & free
    return one, two


class PatternProgress(_Progress):
    """Places for a pattern that lack one space."""

    kind = "progress of patterns"

    def __init__(self, clause: Patterns) -> None:
        super().__init__(clause)
        self._clause, self._forms = clause, clause.stamp.forms(as_drawn=clause.as_drawn)

    def progress(self, layers: Layers) -> float:
        several = 0
        for terrain in self._clause.one_of:
            several |= layers[terrain]
        same = [layers[terrain] for terrain in TERRAINS if layers[terrain]] if self._clause.stamp.asks_for_same else [0]
        near = 0
        for form in self._forms:
            for ask in form.asks:
                for layer in same:
                    near |= _almost((*layers, several, layer), ask, form.reach)
        return sqrt(min(near.bit_count(), _FEW))


def _almost(layers: Sequence[Mask], ask: Sequence[tuple[int, int]], reach: Mask) -> Mask:
    """Return the anchors at which one space is missing, and empty."""
    none, one, empty = reach, 0, layers[EMPTY]
    for layer, step in ask:
        has = layers[layer] >> step
        free = 0 if layer == EMPTY else empty >> step
        none, one = none & has, one & has | none & free & ~has
    return one


class EdgeProgress(_Progress):
    """Progress of the best cluster toward connecting edges of the map."""

    kind = "progress of connected edges"

    def __init__(self, clause: LinkedEdges) -> None:
        super().__init__(clause)
        self._clause = clause

    def progress(self, layers: Layers) -> float:
        most = 0.0
        for group in clusters(layer_of(layers, self._clause.terrain)):
            share = self._share(group)
            if share < 1:
                most = max(most, share * share * (group.bit_count() if self._clause.per_space else 1))
        return most

    def _share(self, group: Mask) -> float:
        across, down = columns_reached(group).bit_count() / SIZE, rows_reached(group).bit_count() / SIZE
        match self._clause.link:
            case EdgeLink.LEFT_AND_RIGHT:
                return across
            case EdgeLink.TOP_AND_BOTTOM:
                return down
            case EdgeLink.OPPOSITE:
                return max(across, down)
            case number:
                return sum([1 for edge in _EDGES if group & edge]) / _NUMBERS[number]
