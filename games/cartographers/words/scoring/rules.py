"""Names of rule types."""

from __future__ import annotations

from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from engine.cartographers.cards import ScoringCard
from engine.cartographers.scoring.families import (
    BestCluster,
    Clause,
    ClusterClause,
    Clusters,
    LargestSquare,
    LinkedEdges,
    LinkedFeatures,
    LongestRun,
    Patterns,
    RankedCluster,
    Runs,
    Sets,
    Spaces,
    TouchingPairs,
    features_named,
)
from engine.cartographers.terrain import Feature
from games.cartographers.words.features import a_space, cluster_of, each_space, spaces_range, stars_of, such_spaces
from games.cartographers.words.scoring.clusters import best_rule, clusters_rule, ranked_rule
from games.cartographers.words.scoring.connections import edges_rule, pairs_rule
from games.cartographers.words.scoring.lines import lines_rule, run_rule, runs_rule
from games.cartographers.words.scoring.patterns import patterns_rule
from games.cartographers.words.scoring.sets import sets_rule
from games.cartographers.words.scoring.spaces import spaces_rule
from games.play.fragment_cache import cached

FAMILY_NAMES: Final[dict[str, str | Promise]] = {
    "spaces": gettext_lazy("Single spaces"),
    "clusters": gettext_lazy("Clusters"),
    "ranked_cluster": gettext_lazy("Cluster by size rank"),
    "best_cluster": gettext_lazy("Best cluster"),
    "lines": gettext_lazy("Rows, columns, diagonals"),
    "linked_features": gettext_lazy("Spaces connected by a cluster"),
    "largest_square": gettext_lazy("Largest square"),
    "longest_run": gettext_lazy("Longest run"),
    "runs": gettext_lazy("Runs"),
    "patterns": gettext_lazy("Patterns"),
    "touching_pairs": gettext_lazy("Pairs of clusters"),
    "linked_edges": gettext_lazy("Clusters that connect edges"),
    "sets": gettext_lazy("One of each"),
}
"""Names by the name of the family in a definition."""


@cached(500)
def rule_sentences(card: ScoringCard) -> tuple[str, ...]:
    """Return the rule of a card, one entry per clause.

    An entry has several sentences if its clause has several conditions.
    """
    return tuple(clause_rule(clause) for clause in card.clauses)


def clause_rule(clause: Clause) -> str:
    """Return what one clause asks, with a note where a cluster may cover ruins that it has to touch or to avoid."""
    rule = _rule(clause)
    reads_own = isinstance(clause, RankedCluster) or (isinstance(clause, ClusterClause) and not clause.counts_own)
    if reads_own and Feature.RUINS in features_named(clause):
        return " ".join([rule, _("Ruins spaces covered by the cluster don’t count as adjacent to it.")])
    return rule


def _rule(clause: Clause) -> str:
    match clause:
        case Spaces():
            return spaces_rule(clause)
        case Clusters():
            return clusters_rule(clause)
        case RankedCluster():
            return ranked_rule(clause)
        case BestCluster():
            return best_rule(clause)
        case LinkedFeatures():
            return _linked_rule(clause)
        case LargestSquare():
            return _square_rule(clause)
        case LongestRun():
            return run_rule(clause)
        case Runs():
            return runs_rule(clause)
        case Patterns():
            return patterns_rule(clause)
        case TouchingPairs():
            return pairs_rule(clause)
        case LinkedEdges():
            return edges_rule(clause)
        case Sets():
            return sets_rule(clause)
        case _:
            return lines_rule(clause)


def _square_rule(clause: LargestSquare) -> str:
    words = {"stars": stars_of(clause.stars), "spaces": such_spaces(clause.of)}
    return _("%(stars)s for each space along one side of the largest square of %(spaces)s.") % words


def _linked_rule(clause: LinkedFeatures) -> str:
    least, most = clause.at_least, clause.at_most
    one = least == 1 and most is None
    words = {
        "stars": stars_of(clause.stars),
        "space": each_space(clause.of),
        "cluster": cluster_of(clause.terrain),
        "partner": a_space(clause.partner),
        "partners": a_space(clause.partner) if one else spaces_range(clause.partner, least, most),
    }
    if clause.of is Feature.EDGE:
        return _edge_rule(clause, words)
    if clause.of == clause.partner and one:
        return _("%(stars)s for each %(space)s next to a %(cluster)s.") % words
    if clause.of == clause.partner and least == 2 and most is None:
        return _("%(stars)s for each %(space)s connected by a %(cluster)s to another one.") % words
    if most == 0:
        return _("%(stars)s for each %(space)s next to a %(cluster)s that isn’t next to %(partner)s.") % words
    if not least and clause.partner is Feature.EDGE:
        return _("%(stars)s for each %(space)s next to a %(cluster)s with %(partners)s.") % words
    if not least or clause.of == clause.partner:
        return _("%(stars)s for each %(space)s next to a %(cluster)s that is next to %(partners)s.") % words
    return _("%(stars)s for each %(space)s connected to %(partners)s by a %(cluster)s.") % words


def _edge_rule(clause: LinkedFeatures, words: dict[str, str]) -> str:
    """Return the rule of a clause about the spaces of clusters on the edge."""
    if clause.partner is Feature.EDGE:
        words = words | {"partners": spaces_range(clause.partner, clause.at_least, clause.at_most)}
        return _("%(stars)s for each %(space)s in a %(cluster)s with %(partners)s.") % words
    if clause.at_most == 0:
        return _("%(stars)s for each %(space)s in a %(cluster)s that isn’t next to %(partner)s.") % words
    return _("%(stars)s for each %(space)s in a %(cluster)s next to %(partners)s.") % words
