"""Choice of the features that describe a clause."""

from __future__ import annotations

from engine.cartographers.geometry import FULL, spaces_next_to
from engine.cartographers.players.features.base import Features, Layers, PresentStars
from engine.cartographers.players.features.clusters import (
    BestClusterState,
    ClusterRank,
    ClusterStates,
    EmptyClusters,
    ShapeProgress,
)
from engine.cartographers.players.features.lines import line_features
from engine.cartographers.players.features.links import LinkDistances
from engine.cartographers.players.features.spaces import (
    AdjacentSpaces,
    EnclosedSpaces,
    FilledAround,
    FixedRegion,
    RunLength,
    SquareSide,
)
from engine.cartographers.scoring.clusters import BestCluster, Clusters, LinkedFeatures, RankedCluster, touches_own
from engine.cartographers.scoring.families import Clause, LinkedEdges, Patterns, Sets, TouchingPairs, layers_read
from engine.cartographers.scoring.lines import Axis, Lines, LongestRun, Runs
from engine.cartographers.scoring.parameters import parameters_of
from engine.cartographers.scoring.spaces import LargestSquare, Spaces
from engine.cartographers.scoring.unions import PLACES, FeatureUnion, feature_in
from engine.cartographers.terrain import REGIONS, Feature

_FIXED = (Feature.MOUNTAIN, Feature.RUINS, Feature.LANDMARK)
"""Features printed on the sheet that no drawing adds."""


def clause_features(clause: Clause, sheet: Layers) -> tuple[Features, ...]:
    """Return the features of a clause; `sheet` are the layers of the undrawn board."""
    found = _described(clause, sheet)
    return found or (PresentStars(clause, layers_read(clause)),)


def _described(clause: Clause, sheet: Layers) -> tuple[Features, ...]:
    """Return the features for a clause, or none if no class describes it."""
    if any(isinstance(getattr(clause, name), FeatureUnion) for name in parameters_of(clause)):
        return ()
    match clause:
        case Spaces():
            return _of_spaces(clause, sheet)
        case Lines():
            lines = line_features(clause)
            return (lines,) if lines else ()
        case LongestRun():
            return _of_run(clause)
        case Runs():
            return ()
        case LargestSquare():
            return (SquareSide(clause),)
        case RankedCluster():
            return _of_rank(clause)
        case Clusters() | BestCluster() | LinkedFeatures() if clause.counts_own and touches_own(clause):
            return ()
        case Clusters():
            return _of_clusters(clause)
        case BestCluster():
            return _of_best(clause)
        case LinkedFeatures():
            return _of_links(clause)
        case Patterns() | TouchingPairs() | LinkedEdges() | Sets():
            return ()


def _of_spaces(clause: Spaces, sheet: Layers) -> tuple[Features, ...]:
    if not clause.is_plain or Feature.FILLED in (clause.terrain, clause.beside):
        return ()
    conditions = [each for each in (clause.on, clause.enclosed_by, clause.beside) if each is not None]
    if len(conditions) != 1:
        return ()
    if clause.on is not None:
        return (FixedRegion(clause, sheet[clause.on]),)
    if clause.beside is not None:
        if clause.beside in _FIXED:
            return (FixedRegion(clause, spaces_next_to(FULL, sheet[feature_in(clause.beside)], clause.at_least)),)
        return (AdjacentSpaces(clause),)
    if clause.enclosed_by is Feature.FILLED:
        return (FilledAround(clause),)
    return (EnclosedSpaces(clause),)


def _of_rank(clause: RankedCluster) -> tuple[Features, ...]:
    plain = clause.touching is None and not clause.avoiding and not clause.from_smallest
    return (ClusterRank(clause),) if plain and clause.terrain is not Feature.EMPTY else ()


def _of_best(clause: BestCluster) -> tuple[Features, ...]:
    plain = clause.touching is None and clause.terrain not in (Feature.EMPTY, *clause.avoiding)
    return (BestClusterState(clause),) if plain else ()


def _of_run(clause: LongestRun) -> tuple[Features, ...]:
    derived = clause.terrain in (Feature.EMPTY, Feature.FILLED)
    return () if clause.ties or clause.axis is Axis.EITHER or derived else (RunLength(clause),)


def _of_clusters(clause: Clusters) -> tuple[Features, ...]:
    limited = clause.at_most is not None or clause.most_kinds is not None
    if limited or clause.per_space or clause.exact or not clause.at_least or clause.touching in REGIONS:
        return ()
    plain = clause.touching is None and clause.containing is None and not clause.avoiding and not clause.kinds
    if clause.terrain is Feature.EMPTY:
        return (EmptyClusters(clause),) if plain else ()
    if clause.terrain in (clause.touching, *clause.avoiding):
        return ()
    states = ClusterStates(clause)
    if clause.containing is None:
        return (states,)
    return states, ShapeProgress(feature_in(clause.terrain), clause.containing)


def _of_links(clause: LinkedFeatures) -> tuple[Features, ...]:
    named = {clause.of, clause.terrain, clause.partner}
    same = clause.of is clause.partner
    if clause.at_most is not None or named & {Feature.RUINS, *PLACES}:
        return ()
    if clause.terrain in (clause.of, clause.partner) or clause.at_least != 1 + same:
        return ()
    return (LinkDistances(clause),)
