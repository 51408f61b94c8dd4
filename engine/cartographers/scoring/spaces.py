"""Families for spaces by position."""

from __future__ import annotations

from dataclasses import dataclass

from engine.cartographers.board import Board
from engine.cartographers.geometry import largest_square, spaces_next_to, surrounded_spaces
from engine.cartographers.scoring.clause import BaseClause
from engine.cartographers.scoring.contribution import Contribution, Contributions
from engine.cartographers.scoring.parameters import TERRAINS, feature, number
from engine.cartographers.terrain import Feature

_EMPTY, _FILLED, _EDGE = Feature.EMPTY, Feature.FILLED, Feature.EDGE


@dataclass(frozen=True, slots=True)
class Spaces(BaseClause):
    """Stars for each space of a terrain (or empty space) that meets a condition on its position.

    The space must be on a feature, enclosed by one, or next to enough of one.
    """

    terrain: Feature = feature(*TERRAINS, _EMPTY)
    on: Feature | None = feature(_EDGE, Feature.RUINS, optional=True)
    enclosed_by: Feature | None = feature(_FILLED, *TERRAINS, optional=True)
    beside: Feature | None = feature(*TERRAINS, Feature.RUINS, _EMPTY, optional=True)
    at_least: int = number(1, 4, 1)

    def contributions(self, board: Board) -> Contributions:
        layers = board.layers
        spaces = layers[self.terrain]
        if self.on is not None:
            spaces &= layers[self.on]
        if self.enclosed_by is not None:
            spaces = surrounded_spaces(spaces, layers[self.enclosed_by])
        if self.beside is not None:
            spaces = spaces_next_to(spaces, layers[self.beside], self.at_least)
        return (Contribution(self.part, spaces, self.stars, spaces.bit_count()),) if spaces else ()


@dataclass(frozen=True, slots=True)
class LargestSquare(BaseClause):
    """Stars for each space along one side of the largest square of a feature; in a tie, the first in reading order is
    shown.
    """

    of: Feature = feature(_FILLED, _EMPTY, *TERRAINS, default=_FILLED)

    def contributions(self, board: Board) -> Contributions:
        side, spaces = largest_square(board.layers[self.of])
        return (Contribution(self.part, spaces, self.stars, side),) if side else ()
