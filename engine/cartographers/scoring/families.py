"""The scoring families: eight small things that carry every published card.

Each has one method, `contributions(board)`, that answers in a fixed order and leaves out what earns nothing. Stars
are per space, cluster, line or mountain as each family says; parameters are declared with the fields.
"""

from __future__ import annotations

from typing import Protocol, TypeAlias

from engine.cartographers.board import Board
from engine.cartographers.scoring.clusters import BestCluster, Clusters, LinkedFeatures, Measure, RankedCluster
from engine.cartographers.scoring.contribution import Contributions
from engine.cartographers.scoring.lines import Axis, Direction, Lines, LongestRun
from engine.cartographers.scoring.spaces import LargestSquare, Spaces

__all__ = [
    "FAMILIES",
    "Axis",
    "BestCluster",
    "Clause",
    "Clusters",
    "Contributions",
    "Direction",
    "Family",
    "LargestSquare",
    "Lines",
    "LinkedFeatures",
    "LongestRun",
    "Measure",
    "RankedCluster",
    "Spaces",
]


class Family(Protocol):
    """What every family does. `part` is the clause's place on its card."""

    @property
    def part(self) -> int: ...

    def contributions(self, board: Board) -> Contributions: ...


Clause: TypeAlias = (
    Spaces | Clusters | RankedCluster | BestCluster | Lines | LinkedFeatures | LargestSquare | LongestRun
)

FAMILIES: dict[str, type[Clause]] = {
    "spaces": Spaces,
    "clusters": Clusters,
    "ranked_cluster": RankedCluster,
    "best_cluster": BestCluster,
    "lines": Lines,
    "linked_features": LinkedFeatures,
    "largest_square": LargestSquare,
    "longest_run": LongestRun,
}
"""Every family by its name in card data."""
