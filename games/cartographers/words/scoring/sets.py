"""Stars for sets: the rule of the family, and the reasons for its stars."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.cartographers.scoring.contribution import Contribution
from engine.cartographers.scoring.families import Direction, FeatureLike, SetOf, Sets
from games.cartographers.words.features import a_space, cluster_of
from games.cartographers.words.scoring.blanks import blank, marked
from games.cartographers.words.scoring.connections import size_limit
from games.cartographers.words.scoring.lines import line_name
from games.cartographers.words.scoring.stars import clause_stars
from games.play.words import and_list


def sets_rule(clause: Sets) -> str:
    """Return the rule of a clause about sets."""
    if not clause.each:
        return blank(_("This part of the card has no condition, so it scores no stars."), "each")
    words = {
        "stars": clause_stars(clause),
        "members": and_list([_member(clause, terrain) for terrain in clause.each]),
    }
    match clause.members:
        case SetOf.CLUSTERS:
            rule = (
                marked(_("%(stars)s for each set of %(members)s. <members>Each cluster counts for one set.</members>"))
                % words
            )
            return " ".join([rule, *size_limit(clause.smallest, clause.largest)])
        case SetOf.SPACES:
            return (
                marked(_("%(stars)s for each set of %(members)s. <members>Each space counts for one set.</members>"))
                % words
            )
        case SetOf.SPACES_OF_ROW:
            text = _(
                "%(stars)s for each set of %(members)s <members>in the same row</members>. Each space counts for "
                "one set."
            )
            return marked(text) % words
        case SetOf.SPACES_OF_COLUMN:
            text = _(
                "%(stars)s for each set of %(members)s <members>in the same column</members>. Each space counts for "
                "one set."
            )
            return marked(text) % words


def _member(clause: Sets, terrain: FeatureLike) -> str:
    if clause.members is SetOf.CLUSTERS:
        return blank(_("a %(cluster)s") % {"cluster": cluster_of(terrain)}, "each")
    return blank(a_space(terrain), "each")


def sets_reason(clause: Sets, words: dict[str, str], why: Contribution) -> str:
    """Return the reason for the stars of a set of clusters, or of the sets of spaces in an area.

    `words` has the phrases `stars` and `names`.
    """
    if clause.members is SetOf.CLUSTERS:
        return _("%(stars)s for a set of clusters: %(names)s.") % words
    words = words | {"sets": ngettext("%(n)s set", "%(n)s sets", why.units) % {"n": why.units}}
    if clause.members is SetOf.SPACES:
        return _("%(stars)s for %(sets)s: %(names)s.") % words
    direction = Direction.ROWS if clause.members is SetOf.SPACES_OF_ROW else Direction.COLUMNS
    return _("%(stars)s for %(sets)s in %(line)s: %(names)s.") % (words | {"line": line_name(direction, why.spaces)})
