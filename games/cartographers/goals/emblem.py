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
    LinkedFeatures,
    LongestRun,
    RankedCluster,
    Spaces,
)
from engine.cartographers.terrain import Feature
from games.cartographers.goals.emblem_shapes import (
    Emblem,
    best_emblem,
    clusters_emblem,
    crossed_out,
    lines_emblem,
    linked_emblem,
    ranked_emblem,
    run_emblem,
    spaces_emblem,
    square_emblem,
    with_second,
)


def emblem(card: ScoringCard) -> Emblem:
    """Return a card's emblem: its first clause, and another terrain that a later clause counts."""
    first = _first(card.clauses)
    own = _counted(first)
    also = next((terrain for terrain in map(_counted, card.clauses[1:]) if terrain not in (None, own)), None)
    picture = _picture(first, also)
    return crossed_out(picture) if first.stars < 0 else picture


def _picture(first: Clause, also: Feature | None) -> Emblem:
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
        case Lines():
            picture = lines_emblem(first)
    return with_second(picture, also)


def _first(clauses: tuple[Clause, ...]) -> Clause:
    """Return the first clause, merged with the second if that repeats its rule for columns."""
    match clauses:
        case [Lines(direction=Direction.ROWS) as rows, Lines(direction=Direction.COLUMNS) as columns, *_]:
            both = replace(rows, direction=Direction.ROWS_AND_COLUMNS)
            return both if both == replace(columns, part=rows.part, direction=both.direction) else rows
    return clauses[0]


def _counted(clause: Clause) -> Feature | None:
    """Return the feature that a clause counts, or None if it isn't a single one."""
    match clause:
        case Spaces() | Clusters() | RankedCluster() | BestCluster() | LongestRun():
            return clause.terrain
        case LinkedFeatures() | LargestSquare():
            return clause.of
        case Lines():
            return clause.containing if clause.containing is not None else next(iter(clause.equal), None)
