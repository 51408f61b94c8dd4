"""Names of rule types."""

from __future__ import annotations

from functools import partial
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
    Measure,
    Patterns,
    RankedCluster,
    Runs,
    Sets,
    Spaces,
    TouchingPairs,
    features_named,
)
from engine.cartographers.scoring.unions import features_in, is_place
from engine.cartographers.terrain import Feature
from games.cartographers.words.features import a_space, cluster_of, each_space, spaces_range, such_spaces
from games.cartographers.words.scoring.blanks import RulePart, blank, parts_of
from games.cartographers.words.scoring.clusters import best_rule, clusters_rule, ranked_rule
from games.cartographers.words.scoring.connections import edges_rule, pairs_rule
from games.cartographers.words.scoring.lines import lines_rule, run_rule, runs_rule
from games.cartographers.words.scoring.patterns import patterns_rule
from games.cartographers.words.scoring.sets import sets_rule
from games.cartographers.words.scoring.spaces import spaces_rule
from games.cartographers.words.scoring.stars import clause_stars, combination_rules, tiers_rule
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
    """Return the rule of a card: one entry per clause, then those that apply to all clauses together.

    An entry has several sentences if its clause has several conditions.
    """
    return (*map(clause_rule, card.clauses), *combination_rules(card))


def clause_rule(clause: Clause) -> str:
    """Return what one clause asks, with its tiers, and with notes on penalties for a cluster of the player's choice and
    on clusters that may cover ruins that they have to touch or to avoid.
    """
    rule = _rule(clause)
    if isinstance(clause, BestCluster) and clause.measure is not Measure.SIZE and clause.stars < 0:
        rule = " ".join([rule, _("As this is a penalty, the cluster with the most of them counts.")])
    if clause.tiers is not None:
        rule = " ".join([rule, tiers_rule(clause.stars, clause.tiers)])
    reads_own = isinstance(clause, RankedCluster) or (isinstance(clause, ClusterClause) and not clause.counts_own)
    if reads_own and Feature.RUINS in features_named(clause):
        return " ".join([rule, _("Ruins spaces covered by the cluster don’t count as adjacent to it.")])
    return rule


def rule_parts(clause: Clause) -> tuple[RulePart, ...]:
    """Return the same in parts, which tell the parameters that they depend on."""
    return parts_of(partial(clause_rule, clause))


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
    words = {"stars": clause_stars(clause), "spaces": blank(such_spaces(clause.of), "of")}
    return _("%(stars)s for each space along one side of the largest square of %(spaces)s.") % words


def _linked_rule(clause: LinkedFeatures) -> str:
    rule = _edge_rule(clause) if clause.of is Feature.EDGE else _link_rule(clause)
    shared = clause.of != clause.partner and set(features_in(clause.of)) & set(features_in(clause.partner))
    return " ".join([rule, _("The space itself is included.")]) if shared and _counts_partners(clause) else rule


def _link_rule(clause: LinkedFeatures) -> str:
    same, counts = clause.of == clause.partner, (clause.at_least, clause.at_most)
    words = _link_words(clause)
    if not _counts_partners(clause) or (same and counts == (1, None)):
        return _("%(stars)s for each %(space)s next to a %(cluster)s.") % words
    if same and counts == (2, None):
        return _("%(stars)s for each %(space)s connected by a %(cluster)s to another one.") % words
    if clause.at_most == 0:
        return _("%(stars)s for each %(space)s next to a %(cluster)s that isn’t next to %(partner)s.") % words
    if not clause.at_least and is_place(clause.partner):
        return _("%(stars)s for each %(space)s next to a %(cluster)s with %(partners)s.") % words
    if not clause.at_least or same:
        return _("%(stars)s for each %(space)s next to a %(cluster)s that is next to %(partners)s.") % words
    return _("%(stars)s for each %(space)s connected to %(partners)s by a %(cluster)s.") % words


def _edge_rule(clause: LinkedFeatures) -> str:
    """Return the rule of a clause about the spaces of clusters on the edge."""
    words = _link_words(clause)
    if not _counts_partners(clause):
        return _("%(stars)s for each %(space)s in a %(cluster)s.") % words
    if is_place(clause.partner):
        words |= {"partners": blank(spaces_range(clause.partner, clause.at_least, clause.at_most), *_LINKED)}
        return _("%(stars)s for each %(space)s in a %(cluster)s with %(partners)s.") % words
    if clause.at_most == 0:
        return _("%(stars)s for each %(space)s in a %(cluster)s that isn’t next to %(partner)s.") % words
    return _("%(stars)s for each %(space)s in a %(cluster)s next to %(partners)s.") % words


def _counts_partners(clause: LinkedFeatures) -> bool:
    return clause.at_least > 0 or clause.at_most is not None


_LINKED: Final = ("partner", "at_least", "at_most")


def _link_words(clause: LinkedFeatures) -> dict[str, str]:
    partner, least, most = clause.partner, clause.at_least, clause.at_most
    partners = a_space(partner) if (least, most) == (1, None) else spaces_range(partner, least, most)
    return {
        "stars": clause_stars(clause),
        "space": blank(each_space(clause.of), "of"),
        "cluster": blank(cluster_of(clause.terrain), "terrain"),
        "partner": blank(a_space(partner), *_LINKED),
        "partners": blank(partners, *_LINKED),
    }
