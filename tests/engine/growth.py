"""The directions in which a card's stars can change when an empty space is filled, from its clauses."""

from enum import Enum

from engine.cartographers.cards import ScoringCard
from engine.cartographers.scoring.families import (
    BestCluster,
    Clause,
    Clusters,
    LargestSquare,
    Lines,
    LinkedEdges,
    LinkedFeatures,
    LongestRun,
    Measure,
    Patterns,
    RankedCluster,
    Runs,
    SetOf,
    Sets,
    Spaces,
    TouchingPairs,
)
from engine.cartographers.scoring.parameters import TERRAINS
from engine.cartographers.scoring.unions import all_features, features_in
from engine.cartographers.stamps import ONE_OF
from engine.cartographers.terrain import Feature

EMPTY, FILLED = Feature.EMPTY, Feature.FILLED


class Move(Enum):
    """A direction of change."""

    UP = 1
    DOWN = -1


Moves = frozenset[Move]
UP, DOWN, EITHER = frozenset({Move.UP}), frozenset({Move.DOWN}), frozenset(Move)
NO: Moves = frozenset()


def moves(card: ScoringCard, added: Feature) -> Moves:
    """The directions in which the stars of a card can change when an empty space becomes `added`."""
    return NO.union(*(_of_stars(clause, added) for clause in card.clauses))


def _of_stars(clause: Clause, added: Feature) -> Moves:
    """Directions for the stars of a clause: a penalty goes down when more counts."""
    counted = _of_clause(clause, added)
    return counted if clause.stars > 0 else frozenset(Move(-way.value) for way in counted)


def _of_clause(clause: Clause, added: Feature) -> Moves:
    """Directions for one clause. An added space is filled and no longer empty."""
    match clause:
        case Spaces():
            return _of_spaces(clause, added)
        case Clusters():
            return _of_clusters(clause, added)
        case BestCluster():
            return _of_best_cluster(clause, added)
        case RankedCluster():  # the second largest may join the largest, and a smaller one takes its rank
            return _if(added is clause.terrain, UP if clause.rank == 1 else EITHER)
        case Lines() if clause.at_most is not None or clause.most_kinds is not None:  # it may become too much
            return EITHER
        case Lines():  # what fills, holds or mingles stays so; what balances does not
            mingles = clause.kinds > 0 and added in TERRAINS
            more = clause.filled or mingles or clause.containing in (added, FILLED)
            return (
                _if(more, UP) | _if(added in all_features(clause.equal), EITHER) | _if(clause.containing is EMPTY, DOWN)
            )
        case LinkedFeatures():  # clusters that join touch what each of them touched
            return _if(added in (clause.of, clause.terrain, clause.partner), UP)
        case LargestSquare():
            return _if(clause.of in (added, FILLED), UP) | _if(clause.of is EMPTY, DOWN)
        case LongestRun() if clause.ties:  # a longer run takes the place of several
            return _if(clause.terrain in (added, FILLED, EMPTY), EITHER)
        case LongestRun():
            return _if(clause.terrain in (added, FILLED), UP) | _if(clause.terrain is EMPTY, DOWN)
        case Runs():  # two runs may become one, or too long a one
            return _if(clause.terrain in (added, FILLED, EMPTY), EITHER)
        case Patterns():
            return _of_patterns(clause, added)
        case TouchingPairs():  # clusters that join make fewer pairs, and may be too large
            return _if(bool({added, EMPTY} & {*features_in(clause.terrain), *features_in(clause.partner)}), EITHER)
        case LinkedEdges():  # all spaces of clusters that join are linked; empty ones that part may both be
            grows, shrinks = (
                bool({added, FILLED} & {*features_in(clause.terrain)}),
                EMPTY in features_in(clause.terrain),
            )
            return (_if(grows, UP) | _if(shrinks, DOWN)) if clause.per_space else _if(grows or shrinks, EITHER)
        case Sets():
            return _if(added in all_features(clause.each), EITHER if clause.members is SetOf.CLUSTERS else UP)


def _if(so: bool, then: Moves) -> Moves:
    return then if so else NO


def _of_patterns(clause: Patterns, added: Feature) -> Moves:
    """Directions for patterns. If they can't overlap, a new one may take the place of two others."""
    asked = clause.stamp.features | (set(clause.one_of) if ONE_OF in clause.stamp.marks else set())
    more = bool(asked & {added, FILLED}) or (clause.stamp.asks_for_same and added in TERRAINS)
    if not clause.overlapping:
        return _if(more or EMPTY in asked, EITHER)
    return _if(more, UP) | _if(EMPTY in asked, DOWN)


def _of_spaces(clause: Spaces, added: Feature) -> Moves:
    if not clause.is_plain:  # what is adjacent may be too much
        return EITHER
    more = {clause.terrain, clause.enclosed_by, clause.beside} & {added, FILLED}
    return _if(bool(more), UP) | _if(EMPTY in (clause.terrain, clause.beside), DOWN)


def _of_clusters(clause: Clusters, added: Feature) -> Moves:
    """Directions for clusters.

    More clusters may count, but two may merge into one, or one may exceed its size. The same goes for empty ones.
    """
    return (
        _if(clause.terrain in (added, EMPTY), EITHER)
        | _if(added is clause.touching, UP)
        | _if(clause.kinds > 0 and added in TERRAINS and added is not clause.terrain, UP)
        | _if(added in clause.avoiding or clause.touching is EMPTY, DOWN)
    )


def _of_best_cluster(clause: BestCluster, added: Feature) -> Moves:
    """Directions for the best cluster.

    It only improves, unless it touches something to avoid or loses empty spaces around it.
    """
    takes = clause.measure is Measure.EMPTY_AROUND
    return (
        _if(added is clause.terrain, EITHER if clause.avoiding else UP)
        | _if(takes, DOWN)
        | _if(added in clause.avoiding, DOWN)
    )
