"""Features of clauses about single spaces, the largest square and the longest run."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise

from engine.cartographers.geometry import COLUMNS, FULL, ROWS, SIZE, STRIDE, Mask, neighbours, spaces_next_to, square
from engine.cartographers.players.features.base import EMPTY, FILLED, Features, Layers, Trial, dot
from engine.cartographers.players.features.placement_tables import halo
from engine.cartographers.scoring.lines import Axis, LongestRun
from engine.cartographers.scoring.spaces import LargestSquare, Spaces
from engine.cartographers.scoring.unions import feature_in


class FixedRegion(Features):
    """Spaces of a terrain in a region that never changes, such as the edge, and the empty spaces there."""

    kind = "fixed region"

    def __init__(self, clause: Spaces, region: Mask) -> None:
        self._terrain, self._region = int(feature_in(clause.terrain)), region
        self.present, self.reads = (float(clause.stars), 0.0), frozenset((self._terrain, EMPTY))

    def measure(self, layers: Layers) -> list[float]:
        return [(layers[self._terrain] & self._region).bit_count(), (layers[EMPTY] & self._region).bit_count()]

    def trial(self, layers: Layers, terrain: int, weights: Sequence[float]) -> Trial:
        unchanged, region = dot(weights, self.measure(layers)), self._region
        change = -weights[1]
        if terrain == self._terrain:
            change += weights[0]
        elif self._terrain == EMPTY:
            change -= weights[0]
        return lambda cells: unchanged + change * (cells & region).bit_count()


class AdjacentSpaces(Features):
    """Spaces of a terrain with enough neighbours of another terrain.

    The features are: spaces that count; incomplete ones with an empty neighbour, and those among them with a partner;
    empty spaces with enough partners; empty ones with one partner, or partners with an empty neighbour if one suffices;
    and empty spaces next to the terrain.
    """

    def __init__(self, clause: Spaces) -> None:
        assert clause.beside is not None
        self._terrain, self._partner, self._need = (
            int(feature_in(clause.terrain)),
            int(feature_in(clause.beside)),
            clause.at_least,
        )
        self.kind = f"adjacent spaces, {self._need}"
        self.present, self.reads = (float(clause.stars), *[0.0] * 5), frozenset((self._terrain, self._partner, EMPTY))

    def measure(self, layers: Layers) -> list[float]:
        return self._measure(layers[self._terrain], layers[self._partner], layers[EMPTY])

    def _measure(self, spaces: Mask, partners: Mask, empty: Mask) -> list[float]:
        near_empty, near_partner = neighbours(empty), neighbours(partners)
        enough = spaces_next_to(FULL, partners, self._need)
        incomplete = spaces & ~enough & near_empty
        return [
            (spaces & enough).bit_count(),
            incomplete.bit_count(),
            (incomplete & near_partner).bit_count(),
            (empty & enough).bit_count(),
            (empty & near_partner).bit_count() if self._need > 1 else (partners & near_empty).bit_count(),
            (empty & neighbours(spaces)).bit_count(),
        ]

    def trial(self, layers: Layers, terrain: int, weights: Sequence[float]) -> Trial:
        spaces, partners, before = layers[self._terrain], layers[self._partner], layers[EMPTY]
        own, other = terrain == self._terrain, terrain == self._partner
        if EMPTY in (self._terrain, self._partner):
            return super().trial(layers, terrain, weights)
        if self._need > 1 or self._terrain == self._partner:
            measure = self._measure
            return lambda cells: dot(
                weights,
                measure(spaces | cells if own else spaces, partners | cells if other else partners, before ^ cells),
            )
        counting, incomplete, _, ready, partner, beside = weights
        near_spaces, near_partners = neighbours(spaces), neighbours(partners)
        unchanged = dot(weights, self.measure(layers))
        zone = FULL if own or other else near_partners | near_spaces | neighbours(spaces | partners)

        def after(cells: Mask) -> float:
            if not cells & zone:
                return unchanged
            empty = before ^ cells
            near_empty = empty << 1 | empty >> 1 | empty << STRIDE | empty >> STRIDE
            here, there, near_here, near_there = spaces, partners, near_spaces, near_partners
            if own:
                here, near_here = spaces | cells, near_spaces | halo(cells)
            elif other:
                there, near_there = partners | cells, near_partners | neighbours(cells)
            return (
                counting * (here & near_there).bit_count()
                + incomplete * (here & ~near_there & near_empty).bit_count()
                + ready * (empty & near_there).bit_count()
                + partner * (there & near_empty).bit_count()
                + beside * (empty & near_here).bit_count()
            )

        return after


class FilledAround(Features):
    """Spaces of a terrain, or empty ones, by their number of empty neighbours, 0 to 4. Those with none count."""

    kind = "filled around"

    def __init__(self, clause: Spaces) -> None:
        self._terrain = int(feature_in(clause.terrain))
        if self._terrain == EMPTY:
            self.kind = "filled around empty"
        self.present, self.reads = (float(clause.stars), *[0.0] * 4), frozenset((self._terrain, EMPTY))

    def measure(self, layers: Layers) -> list[float]:
        spaces, empty = layers[self._terrain], layers[EMPTY]
        one, two, three, four = _next_to_1234(spaces, empty)
        return [
            (spaces & ~one).bit_count(),
            (one & ~two).bit_count(),
            (two & ~three).bit_count(),
            (three & ~four).bit_count(),
            four.bit_count(),
        ]

    def trial(self, layers: Layers, terrain: int, weights: Sequence[float]) -> Trial:
        spaces_before, before = layers[self._terrain], layers[EMPTY]
        own, hollow = terrain == self._terrain, self._terrain == EMPTY
        zone = FULL if own or hollow else neighbours(spaces_before)
        unchanged = dot(weights, self.measure(layers))
        none = weights[0]
        # Each further empty neighbour adds the difference of two weights.
        first, second, third, fourth = [more - fewer for fewer, more in pairwise(weights)]

        def after(cells: Mask) -> float:
            if not cells & zone:
                return unchanged
            empty = before ^ cells
            spaces = empty if hollow else spaces_before | cells if own else spaces_before
            west, east, north, south = empty << 1, empty >> 1, empty << STRIDE, empty >> STRIDE
            across, along, beside, above = west & east, north & south, west | east, north | south
            three = spaces & (across & above | along & beside)
            return (
                none * spaces.bit_count()
                + first * (spaces & (beside | above)).bit_count()
                + second * (spaces & (across | along | beside & above)).bit_count()
                + third * three.bit_count()
                + fourth * (three & across & along).bit_count()
            )

        return after


class EnclosedSpaces(Features):
    """Spaces of a terrain whose neighbours must all be of a terrain.

    The features are: spaces by their number of empty neighbours, 0 to 4, if the others are right; empty spaces that can
    still be enclosed, and those among them next to the enclosing terrain.
    """

    kind = "enclosed spaces"

    def __init__(self, clause: Spaces) -> None:
        assert clause.enclosed_by is not None
        self._terrain, self._around = int(feature_in(clause.terrain)), int(feature_in(clause.enclosed_by))
        self.present = (float(clause.stars), *[0.0] * 6)
        self.reads = frozenset((self._terrain, self._around, EMPTY))

    def measure(self, layers: Layers) -> list[float]:
        return self._measure(layers[self._terrain], layers[self._around], layers[EMPTY])

    def _measure(self, spaces: Mask, around: Mask, empty: Mask) -> list[float]:
        possible = ~neighbours(FULL & ~around & ~empty)
        spaces, free = spaces & possible, empty & possible
        one, two, three, four = _next_to_1234(spaces, empty)
        return [
            (spaces & ~one).bit_count(),
            (one & ~two).bit_count(),
            (two & ~three).bit_count(),
            (three & ~four).bit_count(),
            four.bit_count(),
            (free & neighbours(around)).bit_count(),
            free.bit_count(),
        ]

    def trial(self, layers: Layers, terrain: int, weights: Sequence[float]) -> Trial:
        spaces, around, before, measure = layers[self._terrain], layers[self._around], layers[EMPTY], self._measure
        if self._terrain == EMPTY:
            return super().trial(layers, terrain, weights)
        own, other = terrain == self._terrain, terrain == self._around
        return lambda cells: dot(
            weights, measure(spaces | cells if own else spaces, around | cells if other else around, before ^ cells)
        )


def _next_to_1234(spaces: Mask, feature: Mask) -> tuple[Mask, Mask, Mask, Mask]:
    """Return the spaces with at least 1, 2, 3 and 4 neighbours in a feature."""
    west, east, north, south = feature << 1, feature >> 1, feature << STRIDE, feature >> STRIDE
    across, along, beside, above = west & east, north & south, west | east, north | south
    one = spaces & (beside | above)
    return one, one & (across | along | beside & above), one & (across & above | along & beside), one & across & along


class RunLength(Features):
    """Longest run of a terrain in a column or row: as it is, and if 1 to 5 of its spaces may still be empty."""

    kind = "longest run"

    def __init__(self, clause: LongestRun) -> None:
        self._terrain = int(feature_in(clause.terrain))
        self._lines, self._step = (COLUMNS, STRIDE) if clause.axis is Axis.COLUMN else (ROWS, 1)
        self.present, self.reads = (float(clause.stars), *[0.0] * 5), frozenset((self._terrain, EMPTY))

    def measure(self, layers: Layers) -> list[float]:
        terrain, empty = layers[self._terrain], layers[EMPTY]
        return _greatest([_run_lengths(line & terrain, line & empty, self._step) for line in self._lines])

    def trial(self, layers: Layers, terrain: int, weights: Sequence[float]) -> Trial:
        if self._terrain == EMPTY:
            return super().trial(layers, terrain, weights)
        spaces, empty, lines, step = layers[self._terrain], layers[EMPTY], self._lines, self._step
        own = terrain == self._terrain
        now = [_run_lengths(line & spaces, line & empty, step) for line in lines]
        others: dict[tuple[int, ...], list[float]] = {}

        def after(cells: Mask) -> float:
            crossed = tuple([number for number, line in enumerate(lines) if line & cells])
            rest = others.get(crossed)
            if rest is None:
                rest = others[crossed] = _greatest([each for number, each in enumerate(now) if number not in crossed])
            held, free, lengths = spaces | cells if own else spaces, empty ^ cells, [rest]
            for number in crossed:
                line = lines[number]
                lengths.append(_run_lengths(line & held, line & free, step))
            return dot(weights, list(map(max, *lengths)))

        return after


def _greatest(lengths: Sequence[Sequence[float]]) -> list[float]:
    """Return the greatest of each of the lengths of several lines."""
    return list(map(max, zip(*lengths, strict=True))) if lengths else [0.0] * 6


@lru_cache(maxsize=1 << 15)
def _run_lengths(spaces: Mask, empty: Mask, step: int) -> list[float]:
    """Return the longest runs of a line with at most 0 to 5 empty spaces."""
    longest, length = [0.0] * 6, 1
    # starts[gaps] are the spaces that begin a run of the current length with at most so many empty spaces.
    starts = [spaces, *[spaces | empty] * 5]
    while starts[5]:
        for gaps in range(6):
            if starts[gaps]:
                longest[gaps] = length
        after = [each >> step for each in starts]
        starts = [spaces & after[0], *[spaces & after[gaps] | empty & after[gaps - 1] for gaps in range(1, 6)]]
        length += 1
    return longest


class SquareSide(Features):
    """Largest square: its side, and by how many spaces each of the next three sizes is incomplete, in six steps."""

    kind = "largest square"
    _STEPS = 6
    _LARGER = (1, 2, 3)

    def __init__(self, clause: LargestSquare) -> None:
        self._of = int(feature_in(clause.of))
        self.kind = "largest square" if self._of == FILLED else "largest square of a terrain"
        self.present = (float(clause.stars), *[0.0] * (self._STEPS * len(self._LARGER)))
        self.reads = frozenset((self._of, EMPTY))

    def measure(self, layers: Layers) -> list[float]:
        spaces = layers[self._of]
        blocked = 0 if self._of in (FILLED, EMPTY) else FULL & ~spaces & ~layers[EMPTY]
        side = _side(spaces)
        features = [float(side), *[0.0] * (self._STEPS * len(self._LARGER))]
        for more in self._LARGER if self._of != EMPTY else ():
            gaps = [(each & ~spaces).bit_count() for each in _squares(side + more) if not each & blocked]
            if gaps:
                features[self._index(more, min(gaps))] = 1
        return features

    def _index(self, more: int, missing: int) -> int:
        return self._STEPS * (more - 1) + 1 + min(self._STEPS - 1, (missing - 1) // more)

    def trial(self, layers: Layers, terrain: int, weights: Sequence[float]) -> Trial:
        if self._of != FILLED:
            return super().trial(layers, terrain, weights)
        before = layers[FILLED]
        tables = _SquareGaps(before)
        by_more = [(more, weights[self._STEPS * (more - 1) + 1 : self._STEPS * more + 1]) for more in self._LARGER]
        each, last = weights[0], self._STEPS - 1

        def after(cells: Mask) -> float:
            side, count = _side(before | cells), cells.bit_count()
            worth = each * side
            for more, steps in by_more:
                if side + more <= SIZE:
                    missing = tables.least(side + more, cells, count, last * more + 1)
                    worth += steps[(missing - 1) // more]
            return worth

        return after


class _SquareGaps:
    """Squares of every side with the number of their spaces that are not filled, the fewest first."""

    def __init__(self, filled: Mask) -> None:
        self._filled = filled
        self._by_side: dict[int, list[tuple[int, Mask]]] = {}

    def least(self, side: int, cells: Mask, count: int, enough: int) -> int:
        """Return the fewest spaces that a square of this side lacks after `cells` are filled, at most `enough`.

        `count` is the number of `cells`.
        """
        table = self._by_side.get(side)
        if table is None:
            gaps = [((each & ~self._filled).bit_count(), each) for each in _squares(side)]
            table = self._by_side[side] = sorted(gaps)
        least = enough
        for missing, each in table:
            if missing - count >= least:
                break
            missing -= (each & cells).bit_count()
            if missing < least:
                least = missing
        return least


def _side(spaces: Mask) -> int:
    """Return the side of the largest square in a set."""
    side = 0
    while spaces:
        side += 1
        spaces &= spaces >> 1
        spaces &= spaces >> STRIDE
    return side


@lru_cache(maxsize=2 * SIZE)
def _squares(side: int) -> tuple[Mask, ...]:
    """Return all squares of a given side on the map, none if it is too long."""
    corners = range(SIZE - side + 1)
    return tuple(square(side) << row * STRIDE + column for row in corners for column in corners)
