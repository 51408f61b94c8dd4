"""Scoring clauses that can never earn a star, because their parameters contradict each other or the map."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from django.utils.translation import gettext as _

from engine.cartographers.cards import Combination, ScoringCard
from engine.cartographers.geometry import EDGE, FULL, SIZE, clusters, flood_fill, neighbours
from engine.cartographers.scoring.families import Clause, Clusters, Lines, LinkedFeatures, Spaces
from engine.cartographers.scoring.parameters import TERRAINS
from engine.cartographers.shapes import Shape
from engine.cartographers.terrain import Feature

_INSIDE: Final = FULL & ~EDGE


class Contradiction(NamedTuple):
    """The parameter to change, and the reason: the end of a sentence, with its full stop."""

    parameter: str
    reason: str


def find_contradictions(card: ScoringCard) -> Iterator[str]:
    """Yield a sentence for each clause of a card that can never earn a star, and for a choice of a single clause."""
    for number, clause in enumerate(card.clauses, 1):
        if found := find_contradiction(clause):
            words = {"number": number, "reason": found.reason}
            yield _("Clause %(number)s can never score: %(reason)s") % words
    if lacks_second_clause(card.combination, len(card.clauses)):
        yield single_clause_sentence()


def lacks_second_clause(combination: Combination, clauses: int) -> bool:
    """Return True if a card lets one of its clauses count, but has a single one."""
    return combination is not Combination.SUM and clauses == 1


def single_clause_sentence() -> str:
    """Return the message about a card that lets one of its clauses count, but has a single one."""
    return _("Only one clause would count, so the card needs at least two. Add a clause, or add up all clauses.")


def find_contradiction(clause: Clause) -> Contradiction | None:
    """Return the first reason why a clause can never earn a star, or None."""
    match clause:
        case Spaces():
            found = _in_spaces(clause)
        case Clusters():
            found = _in_clusters(clause)
        case Lines():
            found = _in_lines(clause)
        case LinkedFeatures():
            found = _in_links(clause)
        case _:
            return None
    return next((Contradiction(parameter, reason) for parameter, reason in found), None)


def _in_spaces(clause: Spaces) -> Iterator[tuple[str, str]]:
    around, adjacent = clause.enclosed_by, clause.beside
    if clause.terrain is Feature.MOUNTAIN and clause.on is Feature.RUINS:
        yield "on", _("mountains are never on ruins.")
    if clause.on is Feature.EDGE and adjacent is not None and clause.at_least > 3:
        yield "at_least", _("a space on the edge has at most 3 adjacent spaces.")
    if around is None or adjacent is None:
        return
    both_terrains = around in TERRAINS and adjacent in TERRAINS and around is not adjacent
    ruins_under_mountains = around is Feature.MOUNTAIN and adjacent is Feature.RUINS
    if both_terrains or ruins_under_mountains or adjacent is Feature.EMPTY:
        yield "beside", _("the surrounding spaces leave no room for the required adjacent space.")


def _in_clusters(clause: Clusters) -> Iterator[tuple[str, str]]:
    if clause.smallest > clause.largest:
        yield "smallest", _("the minimum size is larger than the maximum.")
    if clause.touching is clause.terrain:
        yield "touching", _("two clusters of the same terrain are never adjacent: they’d form a single cluster.")
    if clause.touching is not None and clause.touching in clause.avoiding:
        yield "avoiding", _("it requires and excludes the same adjacent terrain.")
    if clause.kinds > len(set(TERRAINS) - {clause.terrain, *clause.avoiding}):
        yield "kinds", _("too few terrain types can be adjacent to the cluster.")
    if clause.containing is not None:
        yield from _in_held_shape(clause, clause.containing)
    yield from _in_sizes(clause)


def _in_held_shape(clause: Clusters, shape: Shape) -> Iterator[tuple[str, str]]:
    if not shape.fits_somewhere(_INSIDE if Feature.EDGE in clause.avoiding else FULL):
        yield "containing", _("the shape a cluster must contain doesn’t fit anywhere on the map.")
    elif _least_holding(shape) > clause.largest:
        yield "containing", _("the required shape is larger than the maximum cluster size.")


def _least_holding(shape: Shape) -> int:
    """Return a size below which no cluster holds the shape: its spaces, and the way between its two farthest parts."""
    spaces = shape.fits(FULL)[0].cells
    return spaces.bit_count() + max(_steps_to_join(part, spaces) for part in clusters(spaces))


def _steps_to_join(part: int, spaces: int) -> int:
    """Count the spaces to fill before a part of a shape reaches its farthest other part."""
    steps, reached = 0, part
    while spaces & ~reached:
        adjacent = neighbours(reached) & spaces & ~reached
        if adjacent:
            reached |= flood_fill(adjacent, spaces & ~reached)
        else:
            reached |= neighbours(reached)
            steps += 1
    return steps


def _in_sizes(clause: Clusters) -> Iterator[tuple[str, str]]:
    """Compare the sizes with what has to lie around a cluster, and with the map."""
    on_edge = clause.at_least if clause.touching is Feature.EDGE else 0
    around = _least_around(clause)
    # A cluster in a straight line has the most neighbors. Each of its spaces on the edge lacks one of them.
    if on_edge > clause.largest or around > 2 * clause.largest + 2 - on_edge:
        parameter = "kinds" if clause.touching is None else "at_least"
        yield parameter, _("a cluster this small can’t be adjacent to so many spaces.")
    room = _INSIDE.bit_count() if Feature.EDGE in clause.avoiding else FULL.bit_count() - around
    if clause.smallest > room:
        yield "smallest", _("a cluster this large leaves no room on the map for the spaces required around it.")


def _least_around(clause: Clusters) -> int:
    """Count the spaces around a cluster that it needs at least, those of the edge apart."""
    if clause.touching is None or clause.touching is Feature.EDGE:
        return clause.kinds
    shared = 0
    if clause.touching in TERRAINS:
        shared = 1
    elif clause.touching is Feature.RUINS:
        shared = clause.at_least
    return clause.at_least + max(0, clause.kinds - shared)


def _in_lines(clause: Lines) -> Iterator[tuple[str, str]]:
    if not (clause.filled or clause.containing is not None or clause.equal or clause.kinds):
        yield "filled", _("it has no condition for the lines.")
    if _least_in_line(clause) > SIZE:
        parameter = "at_least" if clause.containing is not None else "kinds"
        yield parameter, _("no line is long enough to meet all conditions.")


def _least_in_line(clause: Lines) -> int:
    """Count the spaces that a line needs at least for everything that has to be in it."""
    each = dict.fromkeys(clause.equal, 1)
    held = clause.containing
    if held in each:
        each = dict.fromkeys(each, clause.at_least)
    elif held is not None and held is not Feature.RUINS:
        each[held] = clause.at_least
    least = sum(each.values()) + max(0, clause.kinds - len(each))
    if held is Feature.RUINS:
        # Any terrain except a mountain can be on ruins spaces.
        has_mountain = Feature.MOUNTAIN in each or clause.kinds == len(TERRAINS)
        least = max(least, clause.at_least + has_mountain)
    return least


def _in_links(clause: LinkedFeatures) -> Iterator[tuple[str, str]]:
    reason = _("a cluster can’t be adjacent to another cluster of the same terrain: they’d form a single cluster.")
    if clause.of is clause.terrain:
        yield "of", reason
    if clause.partner is clause.terrain:
        yield "partner", reason
