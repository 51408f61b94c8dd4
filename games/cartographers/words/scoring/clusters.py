"""Stars for clusters: the rules of the cluster families, and the reasons for their stars."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from engine.cartographers.geometry import FULL, Mask
from engine.cartographers.scoring.contribution import Contribution
from engine.cartographers.scoring.families import BestCluster, Clusters, FeatureLike, Measure, RankedCluster
from engine.cartographers.scoring.unions import feature_in, is_place
from engine.cartographers.terrain import REGIONS, Feature
from games.cartographers.words.features import (
    Condition,
    a_space,
    cluster_of,
    conditional_rule,
    limited_rule,
    place,
    range_of,
    spaces_of,
    spaces_range,
)
from games.cartographers.words.names import terrain_name
from games.cartographers.words.scoring.blanks import blank
from games.cartographers.words.scoring.stars import clause_stars
from games.cartographers.words.shapes import shape_phrase
from games.play.words import or_list


def clusters_rule(clause: Clusters) -> str:
    """Return the rule of a clause about clusters."""
    words = {"stars": clause_stars(clause), "cluster": _sized_cluster(clause)}
    conditions = _conditions(clause, words)
    if clause.per_space:
        return limited_rule(_("%(stars)s for each space of each %(cluster)s.") % words, conditions)
    return conditional_rule(conditions, _("%(stars)s for each %(cluster)s.") % words)


def _sized_cluster(clause: Clusters) -> str:
    """Return the cluster as used after "each", with its size if that matters."""
    terrain, least, most = clause.terrain, clause.smallest, clause.largest
    if least == 1 and most >= FULL.bit_count():
        return blank(cluster_of(terrain), "terrain")
    if least == most:
        sized = _("cluster of exactly %(spaces)s") % {"spaces": spaces_of(terrain, least)}
    elif most >= FULL.bit_count():
        sized = _("cluster of at least %(spaces)s") % {"spaces": spaces_of(terrain, least)}
    elif least == 1:
        sized = _("cluster of at most %(spaces)s") % {"spaces": spaces_of(terrain, most)}
    else:
        sized = _("cluster of %(least)s to %(spaces)s") % {"least": least, "spaces": spaces_of(terrain, most)}
    return blank(sized, "terrain", "smallest", "largest")


def _conditions(clause: Clusters, words: dict[str, str]) -> list[Condition]:
    conditions = []
    if clause.containing is not None:
        shaped = words | {"shape": blank(shape_phrase(clause.containing), "containing", "exact")}
        conditions.append(_exactly(shaped) if clause.exact else _containing(shaped))
    if clause.at_most == 0 and clause.touching in REGIONS:
        conditions.append(_outside(words | {"region": blank(terrain_name(feature_in(clause.touching)), *_TOUCHED)}))
    elif clause.touching is not None and clause.at_most == 0:
        conditions.append(_avoiding([blank(a_space(clause.touching), *_TOUCHED)], words))
    elif clause.touching is not None and (clause.at_least or clause.at_most is not None):
        conditions.append(_touching(clause.touching, (clause.at_least, clause.at_most), words))
    if clause.avoiding:
        conditions.append(_avoiding(_avoided(clause.avoiding), words))
    if clause.counts_kinds:
        conditions.append(_kinds(words | {"kinds": _kinds_range(clause)}))
    return conditions


def _outside(words: dict[str, str]) -> Condition:
    return Condition(
        _("%(stars)s for each %(cluster)s outside %(region)s.") % words,
        _("Only clusters outside %(region)s count.") % words,
    )


def _containing(words: dict[str, str]) -> Condition:
    return Condition(
        _("%(stars)s for each %(cluster)s that contains %(shape)s.") % words,
        _("Only clusters that contain %(shape)s count.") % words,
    )


def _exactly(words: dict[str, str]) -> Condition:
    return Condition(
        _("%(stars)s for each %(cluster)s that has exactly this shape: %(shape)s.") % words,
        _("Only clusters that have exactly this shape count: %(shape)s.") % words,
    )


_AT_LEAST_ONE: Final = (1, None)
_TOUCHED: Final = ("touching", "at_least", "at_most")


def _touching(feature: FeatureLike, counts: tuple[int, int | None], words: dict[str, str]) -> Condition:
    """Return the condition of a cluster next to some spaces; `counts` are the least and the most of them."""
    if counts == _AT_LEAST_ONE and feature is not Feature.EDGE:
        words = words | {"others": blank(a_space(feature), *_TOUCHED)}
    else:
        words = words | {"others": blank(spaces_range(feature, *counts), *_TOUCHED)}
    if is_place(feature):
        return Condition(
            _("%(stars)s for each %(cluster)s with %(others)s.") % words,
            _("Only clusters with %(others)s count.") % words,
        )
    return Condition(
        _("%(stars)s for each %(cluster)s next to %(others)s.") % words,
        _("Only clusters next to %(others)s count.") % words,
    )


def _avoided(features: Iterable[FeatureLike]) -> list[str]:
    return [blank(a_space(feature), "avoiding") for feature in features]


def _avoiding(names: list[str], words: dict[str, str]) -> Condition:
    words = words | {"others": or_list(names)}
    return Condition(
        _("%(stars)s for each %(cluster)s that isn’t next to %(others)s.") % words,
        _("Only clusters that aren’t next to %(others)s count.") % words,
    )


def _kinds_range(clause: Clusters) -> str:
    return blank(range_of(_other_kinds, clause.kinds, clause.most_kinds), "kinds", "most_kinds")


def _other_kinds(n: int) -> str:
    return ngettext("%(n)s other terrain type", "%(n)s other terrain types", n) % {"n": n}


def _kinds(words: dict[str, str]) -> Condition:
    return Condition(
        _("%(stars)s for each %(cluster)s next to %(kinds)s.") % words,
        _("Only clusters next to %(kinds)s count.") % words,
    )


_RANKED: Final = {
    (1, False): gettext_lazy("%(stars)s for each space of the largest %(cluster)s."),
    (2, False): gettext_lazy("%(stars)s for each space of the second largest %(cluster)s."),
    (3, False): gettext_lazy("%(stars)s for each space of the third largest %(cluster)s."),
    (4, False): gettext_lazy("%(stars)s for each space of the fourth largest %(cluster)s."),
    (5, False): gettext_lazy("%(stars)s for each space of the fifth largest %(cluster)s."),
    (1, True): gettext_lazy("%(stars)s for each space of the smallest %(cluster)s."),
    (2, True): gettext_lazy("%(stars)s for each space of the second smallest %(cluster)s."),
    (3, True): gettext_lazy("%(stars)s for each space of the third smallest %(cluster)s."),
    (4, True): gettext_lazy("%(stars)s for each space of the fourth smallest %(cluster)s."),
    (5, True): gettext_lazy("%(stars)s for each space of the fifth smallest %(cluster)s."),
}
"""Rules by rank and by whether it counts from the smallest cluster."""


def ranked_rule(clause: RankedCluster) -> str:
    """Return the rule of a clause about the cluster of a rank."""
    words = {"stars": clause_stars(clause), "cluster": blank(cluster_of(clause.terrain), "terrain")}
    rule = str(_RANKED[clause.rank, clause.from_smallest]) % words
    return limited_rule(rule, _surroundings(clause, words))


def best_rule(clause: BestCluster) -> str:
    """Return the rule of a clause about the best cluster."""
    words = {"stars": clause_stars(clause), "cluster": blank(cluster_of(clause.terrain), "terrain")}
    if clause.avoiding and clause.touching is None:
        return _best_avoiding(clause.measure) % (words | {"others": or_list(_avoided(clause.avoiding))})
    return limited_rule(_best(clause.measure) % words, _surroundings(clause, words))


def _surroundings(clause: RankedCluster | BestCluster, words: dict[str, str]) -> list[Condition]:
    """Return the conditions on what is next to the clusters that can be the largest, smallest or best."""
    conditions = []
    if clause.touching is not None:
        conditions.append(_touching(clause.touching, _AT_LEAST_ONE, words))
    if clause.avoiding:
        conditions.append(_avoiding(_avoided(clause.avoiding), words))
    return conditions


def _best(measure: Measure) -> str:
    match measure:
        case Measure.SIZE:
            return _("%(stars)s for each space of the largest %(cluster)s.")
        case Measure.EMPTY_AROUND:
            return _("%(stars)s for each empty space next to one %(cluster)s of your choice.")
        case Measure.ROWS_AND_COLUMNS:
            return _("%(stars)s for each row and each column that contains a space of one %(cluster)s of your choice.")


def _best_avoiding(measure: Measure) -> str:
    match measure:
        case Measure.SIZE:
            return _("%(stars)s for each space of the largest %(cluster)s that isn’t next to %(others)s.")
        case Measure.EMPTY_AROUND:
            return _(
                "%(stars)s for each empty space next to one %(cluster)s of your choice that isn’t next to %(others)s."
            )
        case Measure.ROWS_AND_COLUMNS:
            return _(
                "%(stars)s for each row and each column that contains a space of one %(cluster)s of your "
                "choice that isn’t next to %(others)s."
            )


def clusters_reason(clause: Clusters, words: dict[str, str], spaces: Mask) -> str:
    """Return the reason for the stars of a cluster; `words` has the phrase `stars`."""
    return _("%(stars)s for the cluster %(place)s: %(spaces)s.") % (words | _place_words(clause.terrain, spaces))


_RANKED_REASONS: Final = {
    (1, False): gettext_lazy("%(stars)s for the largest cluster, %(place)s: %(spaces)s."),
    (2, False): gettext_lazy("%(stars)s for the second largest cluster, %(place)s: %(spaces)s."),
    (3, False): gettext_lazy("%(stars)s for the third largest cluster, %(place)s: %(spaces)s."),
    (4, False): gettext_lazy("%(stars)s for the fourth largest cluster, %(place)s: %(spaces)s."),
    (5, False): gettext_lazy("%(stars)s for the fifth largest cluster, %(place)s: %(spaces)s."),
    (1, True): gettext_lazy("%(stars)s for the smallest cluster, %(place)s: %(spaces)s."),
    (2, True): gettext_lazy("%(stars)s for the second smallest cluster, %(place)s: %(spaces)s."),
    (3, True): gettext_lazy("%(stars)s for the third smallest cluster, %(place)s: %(spaces)s."),
    (4, True): gettext_lazy("%(stars)s for the fourth smallest cluster, %(place)s: %(spaces)s."),
    (5, True): gettext_lazy("%(stars)s for the fifth smallest cluster, %(place)s: %(spaces)s."),
}
"""Reasons by rank and by whether it counts from the smallest cluster."""


def ranked_reason(clause: RankedCluster, words: dict[str, str], spaces: Mask) -> str:
    """Return the reason for the stars of the cluster of a rank."""
    text = str(_RANKED_REASONS[clause.rank, clause.from_smallest])
    return text % (words | _place_words(clause.terrain, spaces))


def best_reason(clause: BestCluster, words: dict[str, str], why: Contribution) -> str:
    """Return the reason for the stars of the best cluster."""
    if clause.measure is Measure.SIZE:
        text = _("%(stars)s for the largest cluster that counts, %(place)s: %(spaces)s.")
        return text % (words | _place_words(clause.terrain, why.spaces))
    if clause.measure is Measure.EMPTY_AROUND:
        words = words | {"spaces": spaces_of(Feature.EMPTY, why.units), "place": place(why.through)}
        return _("%(stars)s for %(spaces)s next to the cluster %(place)s.") % words
    text = ngettext(
        "%(stars)s for %(n)s row or column of the cluster %(place)s.",
        "%(stars)s for %(n)s rows and columns of the cluster %(place)s.",
        why.units,
    )
    return text % {**words, "n": why.units, "place": place(why.spaces)}


def _place_words(terrain: FeatureLike, spaces: Mask) -> dict[str, str]:
    return {"place": place(spaces), "spaces": spaces_of(terrain, spaces.bit_count())}
