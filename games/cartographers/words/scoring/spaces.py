"""Stars for single spaces: the rules of the family `Spaces`, and the reasons for its stars."""

from __future__ import annotations

from django.utils.translation import gettext as _

from engine.cartographers.scoring.families import Spaces
from engine.cartographers.terrain import Feature
from games.cartographers.words.features import (
    Condition,
    a_space,
    conditional_rule,
    each_space,
    spaces_of,
    such_spaces,
)
from games.cartographers.words.scoring.stars import clause_stars


def spaces_rule(clause: Spaces) -> str:
    """Return the rule of a clause about single spaces."""
    words = {"stars": clause_stars(clause), "space": each_space(clause.terrain)}
    return conditional_rule(_conditions(clause, words), _("%(stars)s for each %(space)s.") % words)


def _conditions(clause: Spaces, words: dict[str, str]) -> list[Condition]:
    conditions = []
    if clause.on is not None:
        conditions.append(_on(clause.on, words))
    if clause.enclosed_by is not None:
        conditions.append(_enclosed(words | {"others": such_spaces(clause.enclosed_by)}))
    if clause.beside is not None:
        conditions.append(_adjacent_condition(clause.beside, clause.at_least, words))
    return conditions


def _on(feature: Feature, words: dict[str, str]) -> Condition:
    if feature is Feature.EDGE:
        return Condition(
            _("%(stars)s for each %(space)s on the edge of the map.") % words,
            _("Only spaces on the edge of the map count."),
        )
    return Condition(_("%(stars)s for each %(space)s on ruins.") % words, _("Only spaces on ruins count."))


def _enclosed(words: dict[str, str]) -> Condition:
    return Condition(
        _("%(stars)s for each %(space)s surrounded on all four sides by %(others)s or the edge of the map.") % words,
        _("Only spaces surrounded on all four sides by %(others)s or the edge of the map count.") % words,
    )


def _adjacent_condition(feature: Feature, at_least: int, words: dict[str, str]) -> Condition:
    if at_least == 1:
        words = words | {"other": a_space(feature)}
        return Condition(
            _("%(stars)s for each %(space)s next to %(other)s.") % words,
            _("Only spaces next to %(other)s count.") % words,
        )
    words = words | {"others": spaces_of(feature, at_least)}
    return Condition(
        _("%(stars)s for each %(space)s next to at least %(others)s.") % words,
        _("Only spaces next to at least %(others)s count.") % words,
    )


def spaces_reason(clause: Spaces, words: dict[str, str], units: int) -> str:
    """Return the reason for the stars of single spaces.

    `words` has the phrases `stars` and `names`; `units` is the number of spaces.
    """
    words = words | {"spaces": spaces_of(clause.terrain, units)}
    if clause.on is Feature.EDGE:
        return _("%(stars)s for %(spaces)s on the edge of the map: %(names)s.") % words
    if clause.on is not None:
        return _("%(stars)s for %(spaces)s on ruins: %(names)s.") % words
    if clause.enclosed_by is not None:
        words |= {"others": such_spaces(clause.enclosed_by)}
        return _("%(stars)s for %(spaces)s surrounded by %(others)s or the edge of the map: %(names)s.") % words
    if clause.beside is None:
        return _("%(stars)s for %(spaces)s: %(names)s.") % words
    if clause.at_least == 1:
        return _("%(stars)s for %(spaces)s next to %(other)s: %(names)s.") % (words | {"other": a_space(clause.beside)})
    words |= {"others": spaces_of(clause.beside, clause.at_least)}
    return _("%(stars)s for %(spaces)s next to at least %(others)s: %(names)s.") % words
