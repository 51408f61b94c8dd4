"""Stars for single spaces: the rules of the family `Spaces`, and the reasons for its stars."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext as _

from engine.cartographers.scoring.families import Adjacency, FeatureLike, Spaces
from engine.cartographers.terrain import Feature
from games.cartographers.words.features import (
    Condition,
    a_space,
    conditional_rule,
    each_space,
    kinds_range,
    number_of_spaces,
    range_of,
    spaces_of,
    spaces_range,
    such_spaces,
)
from games.cartographers.words.names import terrain_name
from games.cartographers.words.scoring.blanks import blank
from games.cartographers.words.scoring.stars import clause_stars
from games.play.words import or_list


def spaces_rule(clause: Spaces) -> str:
    """Return the rule of a clause about single spaces."""
    words = {"stars": clause_stars(clause), "space": blank(each_space(clause.terrain), "terrain")}
    rule = conditional_rule(_conditions(clause, words), _("%(stars)s for each %(space)s.") % words)
    note = _adjacency_note(clause)
    return f"{rule} {blank(note, 'adjacency')}" if note else rule


_BESIDE: Final = ("beside", "at_least", "at_most")
_KINDS: Final = ("kinds", "most_kinds")


def _conditions(clause: Spaces, words: dict[str, str]) -> list[Condition]:
    conditions = []
    if clause.on is not None:
        conditions.append(_on(clause.on, words))
    if clause.corners:
        conditions.append(_in_corner(words))
    if clause.edge_distance or clause.most_edge_distance is not None:
        conditions.append(_at_distance(clause, words))
    if clause.enclosed_by is not None:
        others = blank(such_spaces(clause.enclosed_by), "enclosed_by")
        conditions.append(_enclosed(clause.adjacency, words | {"others": others}))
    if clause.beside is not None and clause.counts_beside and clause.at_most != 0:
        conditions.append(_next_to(words | {"other": _counted_beside(clause.beside, clause)}))
    if clause.counts_kinds and clause.most_kinds != 0:
        kinds = blank(kinds_range(clause.kinds, clause.most_kinds), *_KINDS)
        conditions.append(_next_to(words | {"other": kinds}))
    if excluded := _excluded(clause):
        conditions.append(_not_next_to(words | {"others": excluded}))
    return conditions


def _counted_beside(feature: FeatureLike, clause: Spaces) -> str:
    """Return what a space has to be next to: "a farm space", "at least 2 farm spaces"."""
    if clause.at_least == 1 and clause.at_most is None:
        return blank(a_space(feature), *_BESIDE)
    return blank(spaces_range(feature, clause.at_least, clause.at_most), *_BESIDE)


def _excluded(clause: Spaces) -> str:
    """Return what a space must not be next to, or ""."""
    names = [blank(a_space(feature), "not_beside") for feature in clause.not_beside]
    if clause.beside is not None and clause.at_most == 0 and clause.beside not in clause.not_beside:
        names.append(blank(a_space(clause.beside), *_BESIDE))
    if clause.most_kinds == 0:
        names.append(blank(_("any terrain type"), *_KINDS))
    return or_list(names) if names else ""


def _on(feature: Feature, words: dict[str, str], name: str = "on") -> Condition:
    """Return the condition on the place of a space, which the parameter `name` decides."""
    if feature is Feature.EDGE:
        return Condition(
            _("%(stars)s for each %(space)s on the edge of the map.") % words,
            blank(_("Only spaces on the edge of the map count."), name),
        )
    if feature is Feature.RUINS:
        rule = _("%(stars)s for each %(space)s on ruins.") % words
        return Condition(rule, blank(_("Only spaces on ruins count."), name))
    if feature is Feature.TOLL:
        rule = _("%(stars)s for each %(space)s on a coin space.") % words
        return Condition(rule, blank(_("Only coin spaces count."), name))
    region = {"region": terrain_name(feature)}
    return Condition(
        _("%(stars)s for each %(space)s in %(region)s.") % (words | region),
        blank(_("Only spaces in %(region)s count.") % region, name),
    )


def _in_corner(words: dict[str, str]) -> Condition:
    return Condition(
        _("%(stars)s for each %(space)s in a corner of the map.") % words,
        blank(_("Only spaces in a corner of the map count."), "corners"),
    )


def _at_distance(clause: Spaces, words: dict[str, str]) -> Condition:
    if clause.most_edge_distance == 0:
        return _on(Feature.EDGE, words, "most_edge_distance")
    words = words | {"distance": blank(_distance(clause), "edge_distance", "most_edge_distance")}
    return Condition(
        _("%(stars)s for each %(space)s %(distance)s away from the edge of the map.") % words,
        _("Only spaces %(distance)s away from the edge of the map count.") % words,
    )


def _distance(clause: Spaces) -> str:
    """Return a distance from the edge: "at least 2 spaces"."""
    return range_of(number_of_spaces, clause.edge_distance, clause.most_edge_distance)


def _enclosed(adjacency: Adjacency, words: dict[str, str]) -> Condition:
    match adjacency:
        case Adjacency.SIDE:
            return Condition(
                _("%(stars)s for each %(space)s surrounded on all four sides by %(others)s or the edge of the map.")
                % words,
                _("Only spaces surrounded on all four sides by %(others)s or the edge of the map count.") % words,
            )
        case Adjacency.CORNER:
            return Condition(
                _("%(stars)s for each %(space)s surrounded at all four corners by %(others)s or the edge of the map.")
                % words,
                _("Only spaces surrounded at all four corners by %(others)s or the edge of the map count.") % words,
            )
        case Adjacency.BOTH:
            return Condition(
                _(
                    "%(stars)s for each %(space)s surrounded on all sides and at all corners by %(others)s or the "
                    "edge of the map."
                )
                % words,
                _("Only spaces surrounded on all sides and at all corners by %(others)s or the edge of the map count.")
                % words,
            )


def _next_to(words: dict[str, str]) -> Condition:
    return Condition(
        _("%(stars)s for each %(space)s next to %(other)s.") % words,
        _("Only spaces next to %(other)s count.") % words,
    )


def _not_next_to(words: dict[str, str]) -> Condition:
    return Condition(
        _("%(stars)s for each %(space)s that isn’t next to %(others)s.") % words,
        _("Only spaces that aren’t next to %(others)s count.") % words,
    )


def _adjacency_note(clause: Spaces) -> str:
    """Return the sentence about spaces that touch diagonally, if being next to something matters."""
    if not (clause.counts_beside or clause.counts_kinds or clause.not_beside):
        return ""
    match clause.adjacency:
        case Adjacency.SIDE:
            return ""
        case Adjacency.CORNER:
            return _("Here, “next to” means diagonally only.")
        case Adjacency.BOTH:
            return _("Here, “next to” includes diagonally.")


def spaces_reason(clause: Spaces, words: dict[str, str], units: int) -> str:
    """Return the reason for the stars of single spaces.

    `words` has the phrases `stars` and `names`; `units` is the number of spaces.
    """
    words = words | {"spaces": spaces_of(clause.terrain, units)}
    if clause.on is Feature.EDGE or clause.most_edge_distance == 0:
        return _("%(stars)s for %(spaces)s on the edge of the map: %(names)s.") % words
    if clause.on is Feature.RUINS:
        return _("%(stars)s for %(spaces)s on ruins: %(names)s.") % words
    if clause.on is Feature.TOLL:
        return _("%(stars)s for %(spaces)s on coin spaces: %(names)s.") % words
    if clause.on is not None:
        return _("%(stars)s for %(spaces)s in %(region)s: %(names)s.") % (words | {"region": terrain_name(clause.on)})
    if clause.corners:
        return _("%(stars)s for %(spaces)s in corners of the map: %(names)s.") % words
    if clause.enclosed_by is not None:
        words |= {"others": such_spaces(clause.enclosed_by)}
        return _("%(stars)s for %(spaces)s surrounded by %(others)s or the edge of the map: %(names)s.") % words
    if clause.beside is not None and clause.counts_beside and clause.at_most != 0:
        words |= {"other": _counted_beside(clause.beside, clause)}
        return _("%(stars)s for %(spaces)s next to %(other)s: %(names)s.") % words
    if clause.counts_kinds and clause.most_kinds != 0:
        words |= {"other": kinds_range(clause.kinds, clause.most_kinds)}
        return _("%(stars)s for %(spaces)s next to %(other)s: %(names)s.") % words
    if excluded := _excluded(clause):
        return _("%(stars)s for %(spaces)s not next to %(others)s: %(names)s.") % (words | {"others": excluded})
    if clause.edge_distance or clause.most_edge_distance is not None:
        words |= {"distance": _distance(clause)}
        return _("%(stars)s for %(spaces)s %(distance)s away from the edge of the map: %(names)s.") % words
    return _("%(stars)s for %(spaces)s: %(names)s.") % words
