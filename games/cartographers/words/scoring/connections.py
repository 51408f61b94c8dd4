"""Stars for clusters that connect: the rules of pairs and of edges, and the reasons for their stars."""

from __future__ import annotations

from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from engine.cartographers.scoring.contribution import Contribution
from engine.cartographers.scoring.families import EdgeLink, LinkedEdges, TouchingPairs
from games.cartographers.words.features import cluster_of, number_of_spaces, place, range_of, spaces_of
from games.cartographers.words.scoring.blanks import blank, marked
from games.cartographers.words.scoring.stars import clause_stars


def pairs_rule(clause: TouchingPairs) -> str:
    """Return the rule of a clause about pairs of clusters that touch."""
    words = {
        "stars": clause_stars(clause),
        "cluster": blank(cluster_of(clause.terrain), "terrain"),
        "partner": blank(cluster_of(clause.partner), "partner"),
    }
    rule = _("%(stars)s for each pair of a %(cluster)s and a %(partner)s next to each other.") % words
    return " ".join([rule, *size_limit(clause.smallest, clause.largest)])


def size_limit(smallest: int, largest: int | None) -> list[str]:
    """Return the sentence about the sizes of clusters that count, none if all do."""
    if largest is None and smallest == 1:
        return []
    least = 0 if smallest == 1 != largest else smallest
    sizes = blank(range_of(number_of_spaces, least, largest), "smallest", "largest")
    return [_("Only clusters of %(range)s count.") % {"range": sizes}]


def pairs_reason(clause: TouchingPairs, words: dict[str, str], why: Contribution) -> str:
    """Return the reason for the stars of a pair; `words` has the phrase `stars`."""
    words = words | {
        "cluster": cluster_of(clause.terrain),
        "place": place(why.spaces),
        "partner": cluster_of(clause.partner),
        "other": place(why.through),
    }
    return _("%(stars)s for the %(cluster)s %(place)s next to the %(partner)s %(other)s.") % words


_RULES: Final[dict[EdgeLink, str | Promise]] = {
    EdgeLink.LEFT_AND_RIGHT: gettext_lazy(
        "%(stars)s for each %(cluster)s that connects <link>the left and right edges</link> of the map."
    ),
    EdgeLink.TOP_AND_BOTTOM: gettext_lazy(
        "%(stars)s for each %(cluster)s that connects <link>the top and bottom edges</link> of the map."
    ),
    EdgeLink.OPPOSITE: gettext_lazy(
        "%(stars)s for each %(cluster)s that connects <link>opposite edges</link> of the map."
    ),
    EdgeLink.TWO: gettext_lazy(
        "%(stars)s for each %(cluster)s that connects <link>at least 2 edges</link> of the map. A corner is on 2 edges."
    ),
    EdgeLink.THREE: gettext_lazy(
        "%(stars)s for each %(cluster)s that connects <link>at least 3 edges</link> of the map. A corner is on 2 edges."
    ),
    EdgeLink.FOUR: gettext_lazy(
        "%(stars)s for each %(cluster)s that connects <link>all 4 edges</link> of the map. A corner is on 2 edges."
    ),
}


def edges_rule(clause: LinkedEdges) -> str:
    """Return the rule of a clause about clusters that connect edges of the map."""
    cluster = blank(cluster_of(clause.terrain), "terrain")
    if clause.per_space:
        cluster = blank(pgettext("after each", "space of a %(cluster)s") % {"cluster": cluster}, "per_space")
    return marked(str(_RULES[clause.link])) % {"stars": clause_stars(clause), "cluster": cluster}


def edges_reason(clause: LinkedEdges, words: dict[str, str], why: Contribution) -> str:
    """Return the reason for the stars of a cluster; `words` has the phrase `stars`."""
    words = words | {"place": place(why.spaces), "spaces": spaces_of(clause.terrain, why.spaces.bit_count())}
    return _("%(stars)s for the cluster %(place)s: %(spaces)s.") % words
