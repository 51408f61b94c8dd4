"""Scoring clauses that can never earn a star, because their parameters contradict each other or the map."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Final, NamedTuple

from django.utils.translation import gettext as _

from engine.cartographers.cards import Combination, ScoringCard
from engine.cartographers.geometry import EDGE, FULL, SIZE, clusters, flood_fill, neighbours
from engine.cartographers.scoring.families import (
    Adjacency,
    BestCluster,
    Clause,
    Clusters,
    Direction,
    Lines,
    LinkedFeatures,
    Measure,
    Patterns,
    RankedCluster,
    SetOf,
    Sets,
    Spaces,
    TouchingPairs,
)
from engine.cartographers.scoring.parameters import TERRAINS
from engine.cartographers.scoring.unions import FeatureLike, FeatureUnion, all_features, features_in, is_place
from engine.cartographers.shapes import Shape
from engine.cartographers.stamps import ONE_OF
from engine.cartographers.terrain import Feature
from games.cartographers.shelf.surroundings import adjacent_counts, has_surroundings

_INSIDE: Final = FULL & ~EDGE


class Contradiction(NamedTuple):
    """The parameter to change, and the reason: the end of a sentence, followed by what to do."""

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
        case RankedCluster() | BestCluster():
            found = _in_one_cluster(clause)
        case Lines():
            found = _in_lines(clause)
        case LinkedFeatures():
            found = _in_links(clause)
        case Patterns():
            found = _in_patterns(clause)
        case TouchingPairs():
            found = _in_pairs(clause)
        case Sets():
            found = _in_sets(clause)
        case _:
            return None
    return next((Contradiction(parameter, reason) for parameter, reason in found), None)


def _in_spaces(clause: Spaces) -> Iterator[tuple[str, str]]:
    if clause.terrain is Feature.MOUNTAIN and clause.on is Feature.RUINS:
        yield "on", _("mountains are never on ruins. Choose another terrain or position.")
    if clause.terrain is Feature.LANDMARK and clause.on is Feature.RUINS:
        yield "on", _("landmarks are never on ruins. Choose another terrain or position.")
    if clause.terrain in (Feature.MOUNTAIN, Feature.LANDMARK) and clause.on is Feature.TOLL:
        yield "on", _("coin spaces are empty at the start. Choose another terrain or position.")
    places = clause.region & (EDGE if clause.on is Feature.EDGE else FULL)
    if not places:
        parameter = "corners" if clause.corners else "edge_distance"
        yield parameter, _("no space on the map meets the conditions on position. Change one of them.")
        return
    if clause.counts_beside and clause.at_least > max(adjacent_counts(places, clause.adjacency)):
        if clause.on is Feature.EDGE and clause.adjacency is Adjacency.SIDE and not clause.corners:
            yield "at_least", _("a space on the edge has at most 3 adjacent spaces. Lower the minimum.")
        yield "at_least", _("no space in that position has so many adjacent spaces. Lower the minimum.")
    if clause.beside is not None and clause.at_least and _is_within(clause.beside, clause.not_beside):
        yield "not_beside", _("it requires and excludes the same adjacent terrain. Remove one of the two conditions.")
    if has_surroundings(clause, places):
        return
    if clause.is_plain:
        yield (
            "beside",
            _(
                "the surrounding spaces leave no room for the required adjacent space. Remove one of the two "
                "conditions."
            ),
        )
    relaxed = {
        "not_beside": replace(clause, not_beside=()),
        "kinds": replace(clause, kinds=0),
        "most_kinds": replace(clause, most_kinds=None),
        "at_most": replace(clause, at_most=None),
    }
    parameter = next((name for name, looser in relaxed.items() if has_surroundings(looser, places)), "beside")
    yield parameter, _("the adjacent spaces can’t meet all conditions at once. Remove one of them.")


def _in_clusters(clause: Clusters) -> Iterator[tuple[str, str]]:
    if clause.smallest > clause.largest:
        yield "smallest", _("the minimum size is larger than the maximum. Lower the minimum or raise the maximum.")
    if clause.at_least:
        yield from _in_surroundings(clause)
    if clause.kinds > len(set(TERRAINS) - {*features_in(clause.terrain), *clause.avoiding}):
        yield "kinds", _("too few terrain types can be adjacent to the cluster. Ask for fewer terrain types.")
    touched = clause.touching if clause.at_least else None
    if clause.most_kinds == 0 and touched is not None and _is_within(touched, TERRAINS):
        yield (
            "most_kinds",
            _("the required adjacent terrain is one of the other terrain types. Raise their maximum."),
        )
    if clause.containing is not None:
        yield from _in_held_shape(clause, clause.containing)
    yield from _in_sizes(clause)


def _in_one_cluster(clause: RankedCluster | BestCluster) -> Iterator[tuple[str, str]]:
    yield from _in_surroundings(clause)
    looks_around = isinstance(clause, BestCluster) and clause.measure is Measure.EMPTY_AROUND
    if looks_around and Feature.EMPTY in features_in(clause.terrain):
        yield (
            "measure",
            _("all empty spaces next to each other are in the same cluster. Choose something else to score."),
        )


def _in_surroundings(clause: Clusters | RankedCluster | BestCluster) -> Iterator[tuple[str, str]]:
    if clause.touching is None:
        return
    if _is_within(clause.touching, features_in(clause.terrain)):
        yield (
            "touching",
            _(
                "two clusters of the same terrain are never adjacent: they’d form a single cluster. Choose another "
                "terrain."
            ),
        )
    if _is_within(clause.touching, clause.avoiding):
        yield "avoiding", _("it requires and excludes the same adjacent terrain. Remove one of the two conditions.")


def _is_within(feature: FeatureLike, others: Iterable[Feature]) -> bool:
    return set(features_in(feature)) <= set(others)


def _in_held_shape(clause: Clusters, shape: Shape) -> Iterator[tuple[str, str]]:
    if not shape.fits_somewhere(_INSIDE if Feature.EDGE in clause.avoiding else FULL):
        yield "containing", _("the shape a cluster must contain doesn’t fit anywhere on the map. Draw a smaller shape.")
    elif _least_holding(shape) > clause.largest:
        yield (
            "containing",
            _(
                "the required shape is larger than the maximum cluster size. Draw a smaller shape or raise the "
                "maximum size."
            ),
        )
    elif clause.exact and _least_holding(shape) > len(shape.cells):
        yield (
            "containing",
            _(
                "the spaces of a cluster are all connected, but those of the shape aren’t. Connect the spaces of "
                "the shape."
            ),
        )
    elif clause.exact and len(shape.cells) < clause.smallest:
        yield (
            "containing",
            _("the shape is smaller than the minimum cluster size. Draw a larger shape or lower the minimum size."),
        )


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
    largest = (
        min(clause.largest, len(clause.containing.cells)) if clause.exact and clause.containing else clause.largest
    )
    on_place = clause.at_least if clause.touching is not None and is_place(clause.touching) else 0
    on_edge = on_place if clause.touching is Feature.EDGE else 0
    around = _least_around(clause)
    # A cluster in a straight line has the most neighbors. Each of its spaces on the edge lacks one of them.
    if on_place > largest or around > 2 * largest + 2 - on_edge:
        parameter = "kinds" if clause.touching is None else "at_least"
        yield (
            parameter,
            _(
                "a cluster this small can’t be adjacent to so many spaces. Ask for fewer spaces or allow larger "
                "clusters."
            ),
        )
    room = _INSIDE.bit_count() if Feature.EDGE in clause.avoiding else FULL.bit_count() - around
    if clause.smallest > room:
        yield (
            "smallest",
            _(
                "a cluster this large leaves no room on the map for the spaces required around it. Lower the "
                "minimum size."
            ),
        )


def _least_around(clause: Clusters) -> int:
    """Count the spaces around a cluster that it needs at least, those of the edge apart."""
    if clause.touching is None or is_place(clause.touching):
        return clause.kinds
    touched = set(features_in(clause.touching)) - set(features_in(clause.terrain))
    # Each of the terrains that are touched is a kind, and ruins may lie under any kind.
    shared = clause.at_least if Feature.RUINS in touched else min(clause.at_least, len(touched & set(TERRAINS)))
    return clause.at_least + max(0, clause.kinds - shared)


def _in_lines(clause: Lines) -> Iterator[tuple[str, str]]:
    held, kinds = clause.containing, len({*clause.equal})
    held_terrains = set(TERRAINS).intersection(features_in(held) if held is not None else ())
    if not (clause.filled or clause.counts_held or clause.equal or clause.counts_kinds):
        yield "filled", _("it has no condition for the lines. Add a condition.")
    if held is Feature.EMPTY and clause.filled and clause.at_least:
        yield (
            "containing",
            _("a full line has no empty spaces. Choose another terrain or allow lines that aren’t full."),
        )
    if clause.at_most == 0 and any(_is_within(each, held_terrains) for each in clause.equal):
        yield "at_most", _("it requires and excludes the same terrain. Remove one of the two conditions.")
    if held is not None and clause.at_least and _is_within(held, TERRAINS):
        kinds += held_terrains.isdisjoint(all_features(clause.equal))
    if clause.most_kinds is not None and clause.most_kinds < kinds:
        yield (
            "most_kinds",
            _(
                "it requires more terrains than the maximum number of terrain types. Raise the maximum or require "
                "fewer terrains."
            ),
        )
    if clause.kinds > len(TERRAINS) - (len(held_terrains) if clause.at_most == 0 else 0):
        yield "kinds", _("too few terrain types can be in the line. Ask for fewer terrain types.")
    if held is Feature.FILLED and clause.at_most is not None and clause.at_most < _least_filled(clause):
        yield "at_most", _("the other conditions need more filled spaces. Raise the maximum.")
    if _least_in_line(clause) > SIZE:
        parameter = "at_least" if clause.counts_held else "kinds"
        yield parameter, _("no line is long enough to meet all conditions. Ask for fewer spaces or terrain types.")


def _least_filled(clause: Lines) -> int:
    """Count the filled spaces that a line needs for its other conditions."""
    if clause.filled:
        return 1 if clause.direction is Direction.DIAGONALS else SIZE
    return max(len({*clause.equal}), clause.kinds)


def _least_in_line(clause: Lines) -> int:
    """Count the spaces that a line needs at least for everything that has to be in it."""
    each: dict[FeatureLike, int] = dict.fromkeys(clause.equal, 1)
    held, at_least = clause.containing, clause.at_least
    if isinstance(held, FeatureUnion):
        apart = [kind for kind in each if set(features_in(kind)).isdisjoint(held.features)]
        others = [] if Feature.RUINS in held.features else apart
        return max(len(each) + max(0, clause.kinds - len(each)), at_least + len(others))
    if held is not None and any(held in features_in(kind) for kind in each):
        each = dict.fromkeys(each, max(1, at_least))
    elif held in TERRAINS and at_least:
        each[held] = at_least
    kinds = sum(min(len(features_in(kind)), number) for kind, number in each.items())
    least = sum(each.values()) + max(0, clause.kinds - kinds)
    match held:
        case Feature.RUINS if at_least:
            # Any terrain except a mountain can be on ruins spaces.
            has_mountain = Feature.MOUNTAIN in each or clause.kinds == len(TERRAINS)
            least = max(least, at_least + has_mountain)
        case Feature.FILLED:
            least = max(least, at_least)
        case Feature.EMPTY:
            least += at_least
    return least


def _in_links(clause: LinkedFeatures) -> Iterator[tuple[str, str]]:
    reason = _(
        "a cluster can’t be adjacent to another cluster of the same terrain: they’d form a single cluster. "
        "Choose another terrain."
    )
    own = features_in(clause.terrain)
    if _is_within(clause.of, own):
        yield "of", reason
    if clause.at_least and _is_within(clause.partner, own):
        yield "partner", reason
    if clause.at_most == 0 and _is_within(clause.of, features_in(clause.partner)):
        yield (
            "at_most",
            _("each space that scores counts as one of the spaces that it may not be connected to. Raise the maximum."),
        )


def _in_patterns(clause: Patterns) -> Iterator[tuple[str, str]]:
    if ONE_OF in clause.stamp.marks and not clause.one_of:
        yield "one_of", _("the pattern uses “One of several”, but no terrain is selected for it. Select at least one.")


def _in_pairs(clause: TouchingPairs) -> Iterator[tuple[str, str]]:
    if set(features_in(clause.terrain)) & set(features_in(clause.partner)):
        yield (
            "partner",
            _("the clusters of a pair can’t have a terrain in common. Choose another terrain for one of them."),
        )
    if 2 * clause.smallest > FULL.bit_count():
        yield "smallest", _("clusters this large don’t fit on the map together. Lower the minimum size.")


def _in_sets(clause: Sets) -> Iterator[tuple[str, str]]:
    if not clause.each:
        yield "each", _("no terrain is selected. Select at least one.")
    if clause.members is SetOf.CLUSTERS and clause.smallest * len(clause.each) > FULL.bit_count():
        yield "smallest", _("clusters this large don’t fit on the map together. Lower the minimum size.")
