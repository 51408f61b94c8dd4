"""Scoring families: the rule types that all cards are made of.

Each has one method, `contributions(board)`, which returns contributions in a fixed order and leaves out those without
stars. Stars are per space, cluster, line or mountain, as each family documents. Parameters are declared with the
fields.
"""

from __future__ import annotations

from typing import Protocol, TypeAlias

from engine.cartographers.board import Board
from engine.cartographers.scoring.clusters import (
    BestCluster,
    ClusterClause,
    Clusters,
    LinkedFeatures,
    Measure,
    RankedCluster,
    touches_own,
)
from engine.cartographers.scoring.connections import EdgeLink, LinkedEdges, TouchingPairs
from engine.cartographers.scoring.contribution import Contributions
from engine.cartographers.scoring.lines import Axis, Direction, Lines, LongestRun, Runs
from engine.cartographers.scoring.parameters import TERRAINS, parameters_of
from engine.cartographers.scoring.patterns import Patterns
from engine.cartographers.scoring.sets import SetOf, Sets
from engine.cartographers.scoring.spaces import Adjacency, LargestSquare, Spaces
from engine.cartographers.scoring.unions import FeatureLike, FeatureUnion, all_features
from engine.cartographers.stamps import Stamp
from engine.cartographers.terrain import Feature

__all__ = [
    "FAMILIES",
    "Adjacency",
    "Axis",
    "BestCluster",
    "Clause",
    "ClusterClause",
    "Clusters",
    "Contributions",
    "Direction",
    "EdgeLink",
    "Family",
    "FeatureLike",
    "FeatureUnion",
    "LargestSquare",
    "Lines",
    "LinkedEdges",
    "LinkedFeatures",
    "LongestRun",
    "Measure",
    "Patterns",
    "RankedCluster",
    "Runs",
    "SetOf",
    "Sets",
    "Spaces",
    "TouchingPairs",
    "features_named",
    "layers_read",
    "touches_own",
]


class Family(Protocol):
    """Interface of every clause family. `part` is the 0-based index of the clause on its card."""

    @property
    def part(self) -> int: ...

    def contributions(self, board: Board) -> Contributions: ...


Clause: TypeAlias = (
    Spaces
    | Clusters
    | RankedCluster
    | BestCluster
    | Lines
    | LinkedFeatures
    | LargestSquare
    | LongestRun
    | Runs
    | Patterns
    | TouchingPairs
    | LinkedEdges
    | Sets
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
    "runs": Runs,
    "patterns": Patterns,
    "touching_pairs": TouchingPairs,
    "linked_edges": LinkedEdges,
    "sets": Sets,
}
"""Rule families by their name in card data."""


def features_named(clause: Clause) -> frozenset[Feature]:
    """Return the features named in a clause's parameters."""
    named: set[Feature] = set()
    for value in (getattr(clause, name) for name in parameters_of(clause)):
        if isinstance(value, Feature):
            named.add(value)
        elif isinstance(value, FeatureUnion | Stamp):
            named.update(value.features)
        elif isinstance(value, tuple):
            named.update(all_features(value))
    return frozenset(named)


def layers_read(clause: Clause) -> frozenset[Feature]:
    """Return the layers of a board that a clause may read; no other layer can change its stars.

    FILLED is represented by EMPTY, its complement. EDGE is left out, because it never changes.
    """
    layers = set(features_named(clause))
    match clause:
        case Lines(filled=True) | BestCluster(measure=Measure.EMPTY_AROUND):
            layers.add(Feature.EMPTY)
        case Patterns() if clause.stamp.asks_for_same:
            layers.update(TERRAINS)
    match clause:
        case Clusters(counts_kinds=counts) | Lines(counts_kinds=counts) | Spaces(counts_kinds=counts) if counts:
            layers.update(TERRAINS)
    if Feature.FILLED in layers:
        layers.add(Feature.EMPTY)
    return frozenset(layers - {Feature.FILLED, Feature.EDGE})
