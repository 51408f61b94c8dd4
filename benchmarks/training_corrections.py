"""Corrections of weights, so that one ply judges drawings like the search. One ridge regression finds all of them."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import TypeVar

import numpy as np

from benchmarks.training_lookahead import Lookahead, Numbers
from engine.cartographers.players.weights import Rows, Weights

_Key = TypeVar("_Key", bound=Hashable)

RIDGE = 30.0
"""Penalty for a correction, in rows of the mean square of its feature."""
SMOOTHNESS = 200.0
"""Penalty for the difference of a feature's corrections at neighbouring knots, likewise."""
FADING = 0.6
"""Share of the weight of earlier judgements that is left after another round."""


class Corrections:
    """Sums over judgements of the search, from which corrections of weights follow."""

    def __init__(self, weights: Weights) -> None:
        self._weights = weights
        every: list[tuple[Hashable, Rows]] = [*weights.cards.items(), *weights.events.items()]
        self._shapes = {key: (len(rows), len(rows[0])) for key, rows in every}
        self._places: dict[Hashable, slice] = {}
        size = 0
        for key, (knots, features) in self._shapes.items():
            self._places[key] = slice(size, size + knots * features)
            size += knots * features
        self._xx, self._xy = np.zeros((size, size)), np.zeros(size)
        self._counts = dict.fromkeys(self._shapes, 0.0)

    def learn(self, found: Lookahead) -> None:
        """Add a judgement. Features without weights are left out."""
        known = [(key, columns) for key, columns in found.features.items() if key in self._places]
        for key, columns in known:
            place = self._places[key]
            self._xy[place] += columns.T @ found.errors
            self._counts[key] += len(columns)
            for other, others in known:
                self._xx[place, self._places[other]] += columns.T @ others

    def apply(self) -> Weights:
        """Return the corrected weights, which are those to correct from now on. Weights of kinds stay.

        What was learned so far stays, too, as far as the new weights leave it unexplained, but counts less.
        """
        found = self._solve()

        def correct(rows: Mapping[_Key, Rows]) -> dict[_Key, Rows]:
            return {key: self._corrected(key, each, found) for key, each in rows.items()}

        self._weights = Weights(correct(self._weights.cards), self._weights.kinds, correct(self._weights.events))
        self._xy = FADING * (self._xy - self._xx @ found)
        self._xx = FADING * self._xx
        self._counts = {key: FADING * count for key, count in self._counts.items()}
        return self._weights

    def _corrected(self, key: Hashable, rows: Rows, found: Numbers) -> Rows:
        by = found[self._places[key]].reshape(self._shapes[key])
        return tuple(
            tuple(round(weight + float(each), 4) + 0.0 for weight, each in zip(row, more, strict=True))
            for row, more in zip(rows, by, strict=True)
        )

    def _solve(self) -> Numbers:
        matrix = self._xx.copy()
        for key, (knots, features) in self._shapes.items():
            start = self._places[key].start
            squares = np.diag(self._xx)[self._places[key]].reshape(knots, features).sum(axis=0)
            scales = squares / max(self._counts[key], 1) + 1e-6
            for knot in range(knots):
                places = start + np.arange(knot * features, (knot + 1) * features)
                matrix[places, places] += RIDGE * scales + 1e-3
                if knot:
                    earlier = places - features
                    matrix[places, places] += SMOOTHNESS * scales
                    matrix[earlier, earlier] += SMOOTHNESS * scales
                    matrix[earlier, places] -= SMOOTHNESS * scales
                    matrix[places, earlier] -= SMOOTHNESS * scales
        found: Numbers = np.linalg.solve(matrix, self._xy)
        return found
