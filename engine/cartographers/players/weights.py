"""Trained weights: read from the data file that `python -m benchmarks.train_players` writes."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from importlib.resources import files
from itertools import pairwise
from typing import Any, TypeAlias

from engine.cartographers.cards import clause_from_json
from engine.cartographers.scoring.families import Clause

KNOTS = (0, 2, 5, 9, 16, 30)
"""Units of time left until a scoring at which weights are given. Between two, they are interpolated."""

Rows: TypeAlias = tuple[tuple[float, ...], ...]
"""Weights of features: one row for each knot except the first, at which no more stars are expected than there are."""


@dataclass(frozen=True, slots=True, eq=False)
class Weights:
    """Weights for the stars that a board is expected to gain until a scoring.

    `cards` belong to scoring cards with exactly these clauses: their features in order, then those of the room. `kinds`
    serve clauses of all other cards, by the kinds of their features, for each star of the clause. `events` are those
    for coins and for spaces lost to monsters, by the circumstances of a game.
    """

    cards: Mapping[tuple[Clause, ...], Rows] = field(default_factory=dict)
    kinds: Mapping[str, Rows] = field(default_factory=dict)
    events: Mapping[str, Rows] = field(default_factory=dict)

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Weights:
        """Build weights from their stored form. Raises ValueError for other knots."""
        if tuple(data["knots"]) != KNOTS:
            raise ValueError(f"knots: must be {KNOTS}")
        cards = {
            tuple(clause_from_json(clause, part) for part, clause in enumerate(card["clauses"])): _rows(card["rows"])
            for card in data["cards"]
        }
        kinds, events = ({key: _rows(rows) for key, rows in data[name].items()} for name in ("kinds", "events"))
        return cls(cards, kinds, events)

    def without_cards(self) -> Weights:
        """Return the weights that remain if no card was trained by itself."""
        return Weights({}, self.kinds, self.events)


def _rows(data: Sequence[Sequence[float]]) -> Rows:
    return tuple(tuple(row) for row in data)


def interpolate(rows: Rows, left: int) -> list[float]:
    """Return the weights for a time left until a scoring."""
    shares = knot_shares(left)
    if len(shares) == 2:
        (row, near), (_, far) = shares
        return [near * one + far * other for one, other in zip(rows[row], rows[row + 1], strict=True)]
    return [share * weight for row, share in shares for weight in rows[row]] or [0.0] * len(rows[0])


def knot_shares(left: int) -> list[tuple[int, float]]:
    """Return the one or two rows of weights that serve a time left, with their shares. None if no time is left."""
    if left >= KNOTS[-1]:
        return [(len(KNOTS) - 2, 1.0)]
    for knot, (earlier, later) in enumerate(pairwise(KNOTS)):
        if left < later:
            share = (left - earlier) / (later - earlier)
            return [(row, each) for row, each in ((knot - 1, 1 - share), (knot, share)) if row >= 0 and each]
    raise AssertionError("a time left lies between two knots or beyond the last")


@lru_cache(maxsize=1)
def trained_weights() -> Weights:
    """Return the weights that come with the engine."""
    return Weights.from_json(
        json.loads(files(__package__.rpartition(".")[0]).joinpath("data", "weights.json").read_text("utf-8"))
    )
