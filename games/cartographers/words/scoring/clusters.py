"""Stars for clusters: the rules of the cluster families, and the reasons for their stars."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.cartographers.geometry import FULL, Mask
from engine.cartographers.scoring.contribution import Contribution
from engine.cartographers.scoring.families import BestCluster, Clusters, Measure, RankedCluster
from engine.cartographers.terrain import Feature
from games.cartographers.words.features import (
    Condition,
    a_space,
    cluster_of,
    conditional_rule,
    place,
    spaces_of,
)
from games.cartographers.words.scoring.stars import clause_stars
from games.cartographers.words.shapes import shape_phrase
from games.play.words import or_list


def clusters_rule(clause: Clusters) -> str:
    """Return the rule of a clause about clusters."""
    words = {"stars": clause_stars(clause), "cluster": _sized_cluster(clause)}
    return conditional_rule(_conditions(clause, words), _("%(stars)s for each %(cluster)s.") % words)


def _sized_cluster(clause: Clusters) -> str:
    """Return the cluster as used after "each", with its size if that matters."""
    terrain, least, most = clause.terrain, clause.smallest, clause.largest
    if least == most:
        return _("cluster of exactly %(spaces)s") % {"spaces": spaces_of(terrain, least)}
    if most >= FULL.bit_count():
        if least == 1:
            return cluster_of(terrain)
        return _("cluster of at least %(spaces)s") % {"spaces": spaces_of(terrain, least)}
    if least == 1:
        return _("cluster of at most %(spaces)s") % {"spaces": spaces_of(terrain, most)}
    return _("cluster of %(least)s to %(spaces)s") % {"least": least, "spaces": spaces_of(terrain, most)}


def _conditions(clause: Clusters, words: dict[str, str]) -> list[Condition]:
    conditions = []
    if clause.containing is not None:
        conditions.append(_containing(words | {"shape": shape_phrase(clause.containing)}))
    if clause.touching is not None:
        conditions.append(_touching(clause.touching, clause.at_least, words))
    if clause.avoiding:
        conditions.append(_avoiding(words | {"others": or_list([a_space(feature) for feature in clause.avoiding])}))
    if clause.kinds:
        conditions.append(_kinds(clause.kinds, words))
    return conditions


def _containing(words: dict[str, str]) -> Condition:
    return Condition(
        _("%(stars)s for each %(cluster)s that contains %(shape)s.") % words,
        _("Only clusters that contain %(shape)s count.") % words,
    )


def _touching(feature: Feature, at_least: int, words: dict[str, str]) -> Condition:
    if feature is Feature.EDGE:
        words = words | {"others": spaces_of(feature, at_least)}
        return Condition(
            _("%(stars)s for each %(cluster)s with at least %(others)s.") % words,
            _("Only clusters with at least %(others)s count.") % words,
        )
    if at_least == 1:
        words = words | {"other": a_space(feature)}
        return Condition(
            _("%(stars)s for each %(cluster)s next to %(other)s.") % words,
            _("Only clusters next to %(other)s count.") % words,
        )
    words = words | {"others": spaces_of(feature, at_least)}
    return Condition(
        _("%(stars)s for each %(cluster)s next to at least %(others)s.") % words,
        _("Only clusters next to at least %(others)s count.") % words,
    )


def _avoiding(words: dict[str, str]) -> Condition:
    return Condition(
        _("%(stars)s for each %(cluster)s that isn’t next to %(others)s.") % words,
        _("Only clusters that aren’t next to %(others)s count.") % words,
    )


def _kinds(kinds: int, words: dict[str, str]) -> Condition:
    rule = ngettext(
        "%(stars)s for each %(cluster)s next to at least %(n)s other terrain type.",
        "%(stars)s for each %(cluster)s next to at least %(n)s other terrain types.",
        kinds,
    )
    limit = ngettext(
        "Only clusters next to at least %(n)s other terrain type count.",
        "Only clusters next to at least %(n)s other terrain types count.",
        kinds,
    )
    return Condition(rule % {**words, "n": kinds}, limit % {"n": kinds})


def ranked_rule(clause: RankedCluster) -> str:
    """Return the rule of a clause about the cluster of a rank."""
    text = {
        1: _("%(stars)s for each space of the largest %(cluster)s."),
        2: _("%(stars)s for each space of the second largest %(cluster)s."),
        3: _("%(stars)s for each space of the third largest %(cluster)s."),
        4: _("%(stars)s for each space of the fourth largest %(cluster)s."),
        5: _("%(stars)s for each space of the fifth largest %(cluster)s."),
    }[clause.rank]
    return text % {"stars": clause_stars(clause), "cluster": cluster_of(clause.terrain)}


def best_rule(clause: BestCluster) -> str:
    """Return the rule of a clause about the best cluster."""
    words = {
        "stars": clause_stars(clause),
        "cluster": cluster_of(clause.terrain),
        "others": or_list([a_space(feature) for feature in clause.avoiding]),
    }
    return (_best_avoiding(clause.measure) if clause.avoiding else _best(clause.measure)) % words


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


def ranked_reason(clause: RankedCluster, words: dict[str, str], spaces: Mask) -> str:
    """Return the reason for the stars of the cluster of a rank."""
    text = {
        1: _("%(stars)s for the largest cluster, %(place)s: %(spaces)s."),
        2: _("%(stars)s for the second largest cluster, %(place)s: %(spaces)s."),
        3: _("%(stars)s for the third largest cluster, %(place)s: %(spaces)s."),
        4: _("%(stars)s for the fourth largest cluster, %(place)s: %(spaces)s."),
        5: _("%(stars)s for the fifth largest cluster, %(place)s: %(spaces)s."),
    }[clause.rank]
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


def _place_words(terrain: Feature, spaces: Mask) -> dict[str, str]:
    return {"place": place(spaces), "spaces": spaces_of(terrain, spaces.bit_count())}
