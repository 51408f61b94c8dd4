"""Ridge regression in plain Python, for weights that change with the time left until a scoring."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import sqrt
from operator import mul

from engine.cartographers.players.weights import KNOTS, Rows, knot_shares

RIDGE = 30.0
"""Penalty for a weight, in rows of the mean square of its feature."""
SMOOTHNESS = 200.0
"""Penalty for the difference of a feature's weights at neighbouring knots, likewise."""

_ROWS = len(KNOTS) - 1
_Matrix = list[list[float]]


class NormalEquations:
    """Sums of products from which the weights of some features follow: one weight for each feature and knot."""

    def __init__(self, size: int) -> None:
        self.size, self._count = size, 0.0
        self._xx: _Matrix = [[0.0] * (_ROWS * size) for _ in range(_ROWS * size)]
        self._xy = [0.0] * (_ROWS * size)

    def add(self, features: Sequence[float], left: int, target: float) -> None:
        """Add a row: features, the time left, and the stars gained by then."""
        size = self.size
        entries = [
            (row * size + index, share * value)
            for row, share in knot_shares(left)
            for index, value in enumerate(features)
            if value
        ]
        for place, (index, value) in enumerate(entries):
            products = self._xx[index]
            self._xy[index] += value * target
            for other, factor in entries[place:]:
                products[other] += value * factor
        self._count += 1

    def add_all(self, other: NormalEquations, scale: float) -> None:
        """Add all rows of other equations, with targets multiplied by `scale`."""
        self._xx = [
            [a + b for a, b in zip(mine, theirs, strict=True)] for mine, theirs in zip(self._xx, other._xx, strict=True)
        ]
        self._xy = [mine + scale * theirs for mine, theirs in zip(self._xy, other._xy, strict=True)]
        self._count += other._count

    def copy(self) -> NormalEquations:
        """Return equations that can be changed without changing these."""
        copied = NormalEquations(self.size)
        copied.add_all(self, 1.0)
        return copied

    def fade(self, share: float) -> None:
        """Keep only a share of the weight of all rows."""
        self._xx = [[share * each for each in row] for row in self._xx]
        self._xy = [share * each for each in self._xy]
        self._count *= share

    def solve(self) -> Rows:
        """Return the weights: one row for each knot except the first."""
        size, count = self.size, max(self._count, 1.0)
        matrix = [row[:] for row in self._xx]
        for index in range(size):
            places = [row * size + index for row in range(_ROWS)]
            scale = sum([self._xx[place][place] for place in places]) / count + 1e-6
            for place in places:
                matrix[place][place] += RIDGE * scale + 1e-3
            for earlier, later in pairwise(places):
                matrix[earlier][earlier] += SMOOTHNESS * scale
                matrix[later][later] += SMOOTHNESS * scale
                matrix[earlier][later] -= SMOOTHNESS * scale
        weights = [round(weight, 4) + 0.0 for weight in _solve_system(matrix, self._xy)]
        return tuple(tuple(weights[row * size : (row + 1) * size]) for row in range(_ROWS))


def _solve_system(matrix: _Matrix, target: list[float]) -> list[float]:
    """Solve a positive definite system by Cholesky's method; only the upper triangle is read."""
    size = len(target)
    lower: _Matrix = []
    for row in range(size):
        line: list[float] = []
        for column in range(row):
            above = lower[column]
            line.append((matrix[column][row] - sum(map(mul, line, above))) / above[column])
        line.append(sqrt(max(matrix[row][row] - sum(map(mul, line, line)), 1e-12)))
        lower.append(line)
    forward: list[float] = []
    for row in range(size):
        forward.append((target[row] - sum(map(mul, lower[row], forward))) / lower[row][row])
    solution = [0.0] * size
    for row in reversed(range(size)):
        rest = sum([lower[below][row] * solution[below] for below in range(row + 1, size)])
        solution[row] = (forward[row] - rest) / lower[row][row]
    return solution
