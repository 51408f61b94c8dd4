"""Base class of all features, and helpers for layers and weights."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from operator import mul
from typing import TypeAlias

from engine.cartographers.board import Board
from engine.cartographers.cards import ScoringCard
from engine.cartographers.geometry import Mask
from engine.cartographers.scoring.families import Clause, layers_read
from engine.cartographers.scoring.tally import stars
from engine.cartographers.terrain import Feature

Layers: TypeAlias = Sequence[Mask]
"""Layers of a board, as in `Board.layers`."""

Trial: TypeAlias = float | Callable[[Mask], float]
"""Weighted sum of features after drawing on a set of spaces, as a function of these; a number if it never changes."""

EMPTY, FILLED, EDGE, RUINS = int(Feature.EMPTY), int(Feature.FILLED), int(Feature.EDGE), int(Feature.RUINS)
MONSTER, MOUNTAIN, MARKED = int(Feature.MONSTER), int(Feature.MOUNTAIN), int(Feature.MARKED)


class Features(ABC):
    """A fixed number of features of a board.

    `kind` names their meaning: features of the same kind can share weights, per star of their clauses. With the weights
    in `present`, the features of a board add up to the stars that the clause earns now. `reads` are the layers that
    the features depend on, besides those that never change.
    """

    kind: str
    present: tuple[float, ...]
    reads: frozenset[int]

    @property
    def size(self) -> int:
        """Number of features."""
        return len(self.present)

    @abstractmethod
    def measure(self, layers: Layers) -> list[float]:
        """Return the features of a board."""

    def trial(self, layers: Layers, terrain: int, weights: Sequence[float]) -> Trial:
        """Return the weighted sum of the features after drawing a terrain on empty spaces.

        Subclasses do this faster, most of them by looking only at what the drawing changes.
        """
        measure = self.measure
        return lambda cells: dot(weights, measure(after_drawing(layers, terrain, cells)))

    def depends_on(self, terrain: int) -> bool:
        """Return False if the features are the same for whichever other terrain is drawn on the same spaces."""
        return terrain in self.reads


class PresentStars(Features):
    """Stars of a clause as of now: the only feature of clauses that no other class describes."""

    kind = "present stars"
    present = (1.0,)

    def __init__(self, clause: Clause, reads: frozenset[Feature]) -> None:
        self._clause, self.reads = clause, frozenset(map(int, reads))

    def measure(self, layers: Layers) -> list[float]:
        return [self._stars(Board(tuple(layers)))]

    def _stars(self, board: Board) -> int:
        return sum([each.total for each in self._clause.contributions(board)])

    def trial(self, layers: Layers, terrain: int, weights: Sequence[float]) -> Trial:
        if terrain in self.reads or EMPTY in self.reads:
            return super().trial(layers, terrain, weights)
        return dot(weights, self.measure(layers))


class CardStars(PresentStars):
    """Stars of a whole card as of now: the only feature of cards that don't just add up their clauses."""

    def __init__(self, card: ScoringCard) -> None:
        self._card, self.reads = card, frozenset(int(layer) for clause in card.clauses for layer in layers_read(clause))

    def _stars(self, board: Board) -> int:
        return stars(self._card, board)


def dot(weights: Sequence[float], features: Sequence[float]) -> float:
    """Return the weighted sum of some features."""
    return float(sum(map(mul, weights, features)))


def after_drawing(layers: Layers, terrain: int, cells: Mask) -> list[Mask]:
    """Return the layers after drawing a terrain on empty spaces."""
    changed = list(layers)
    changed[terrain] |= cells
    changed[FILLED] |= cells
    changed[EMPTY] &= ~cells
    return changed
