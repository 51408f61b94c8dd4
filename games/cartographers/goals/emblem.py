"""The emblem of a scoring card: a small picture of what it counts, made from its clauses alone, so that cards which
admins make up have one too.

It is drawn on a grid of 24. What a clause counts is on the left or in the middle; what this has to lie beside, or must
not touch, is to its right; numbers say how many. Spaces that are joined have a line around them, what must be full is
black, and what is measured has a rule along it.
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
from games.cartographers.goals.emblems.clusters import best_emblem, clusters_emblem, linked_emblem, ranked_emblem
from games.cartographers.goals.emblems.lines import lines_emblem, run_emblem
from games.cartographers.goals.emblems.picture import Emblem, with_second
from games.cartographers.goals.emblems.spaces import spaces_emblem, square_emblem


def emblem(card: ScoringCard) -> Emblem:
    """The emblem of a card: its first clause, and what terrain else a further one counts."""
    first = _first(card.clauses)
    own = _counted(first)
    also = next((terrain for terrain in map(_counted, card.clauses[1:]) if terrain not in (None, own)), None)
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
    """The first clause; where the second asks of columns what it asks of rows, both in one."""
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
