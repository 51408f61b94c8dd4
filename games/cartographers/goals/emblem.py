"""Emblem of a scoring card: a small picture of what it scores.

The picture is made from the clauses alone, so cards created by curators have one too.

It is drawn on a grid of 24. The scored feature is on the left or in the middle. Required or forbidden neighbors are
on its right, and numbers say how many. Adjacent spaces have an outline, areas that must be full are black, and
measured lengths have a ruler.
"""

from __future__ import annotations

from dataclasses import replace

from engine.cartographers.cards import ScoringCard
from engine.cartographers.scoring.families import (
    BestCluster,
    Clause,
    Clusters,
    Direction,
    LargestSquare,
    Lines,
    LinkedEdges,
    LinkedFeatures,
    LongestRun,
    Patterns,
    RankedCluster,
    Runs,
    Sets,
    Spaces,
    TouchingPairs,
)
from engine.cartographers.scoring.unions import FeatureLike, features_in
from games.cartographers.goals.emblem_clusters import best_emblem, clusters_emblem, linked_emblem, ranked_emblem
from games.cartographers.goals.emblem_lines import lines_emblem, run_emblem, runs_emblem
from games.cartographers.goals.emblem_patterns import edges_emblem, pairs_emblem, patterns_emblem, sets_emblem
from games.cartographers.goals.emblem_shapes import (
    Emblem,
    crossed_out,
    spaces_emblem,
    square_emblem,
    with_second,
)


def emblem(card: ScoringCard) -> Emblem:
    """Return a card's emblem: its first clause, and another terrain or union that a later clause counts."""
    first = _first(card.clauses)
    own = _counted(first)
    others = [other for other in map(_counted, card.clauses[1:]) if other is not None and not _has(own, other)]
    also = next(iter(others), None)
    picture = _picture(first, also)
    return crossed_out(picture) if first.stars < 0 else picture


def _has(own: FeatureLike | None, other: FeatureLike) -> bool:
    """Return True if one feature or union includes another."""
    return own is not None and set(features_in(other)) <= set(features_in(own))


def _picture(first: Clause, also: FeatureLike | None) -> Emblem:
    match first:
        case Spaces():
            return spaces_emblem(first, also)
        case Clusters():
            return clusters_emblem(first, also)
        case RankedCluster():
            return ranked_emblem(first, also)
        case BestCluster():
            return best_emblem(first, also)
        case LinkedFeatures():
            picture = linked_emblem(first)
        case LargestSquare():
            picture = square_emblem(first)
        case LongestRun():
            picture = run_emblem(first)
        case Runs():
            picture = runs_emblem(first)
        case Lines():
            picture = lines_emblem(first)
        case Patterns():
            picture = patterns_emblem(first)
        case TouchingPairs():
            picture = pairs_emblem(first)
        case LinkedEdges():
            picture = edges_emblem(first)
        case Sets():
            picture = sets_emblem(first)
    return with_second(picture, also)


def _first(clauses: tuple[Clause, ...]) -> Clause:
    """Return the first clause, merged with the second if that repeats its rule for columns."""
    match clauses:
        case [Lines(direction=Direction.ROWS) as rows, Lines(direction=Direction.COLUMNS) as columns, *_]:
            both = replace(rows, direction=Direction.ROWS_AND_COLUMNS)
            return both if both == replace(columns, part=rows.part, direction=both.direction) else rows
    return clauses[0]


def _counted(clause: Clause) -> FeatureLike | None:
    """Return the feature or union that a clause counts; None if it isn't a single one."""
    match clause:
        case Spaces() | Clusters() | RankedCluster() | BestCluster() | LongestRun() | Runs():
            return clause.terrain
        case LinkedFeatures() | LargestSquare():
            return clause.of
        case Lines():
            if clause.containing is not None and clause.counts_held:
                return clause.containing
            return next(iter(clause.equal), None)
        case TouchingPairs() | LinkedEdges():
            return clause.terrain
        case Patterns() | Sets():
            return None
