"""Stars for patterns: the rule of the family, and the reasons for its stars."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from engine.cartographers.geometry import Mask
from engine.cartographers.scoring.families import Patterns
from engine.cartographers.stamps import ANY, FEATURE_MARKS, SAME
from games.cartographers.words.features import place
from games.cartographers.words.names import terrain_name
from games.cartographers.words.scoring.blanks import blank, marked
from games.cartographers.words.scoring.stars import clause_stars
from games.play.words import comma_list, or_list, semicolon_list

_OVERLAPPING: Final = gettext_lazy("A space can be part of several patterns.")
_APART: Final = gettext_lazy(
    "Patterns can’t overlap: count them row by row from the top left, and skip any that overlaps one already counted."
)


def patterns_rule(clause: Patterns) -> str:
    """Return the rule of a clause about patterns: how they can lie, what they are, and if they can overlap."""
    words = {"stars": clause_stars(clause), "pattern": blank(pattern_phrase(clause), "stamp")}
    if not _can_be_turned(clause):
        rule = _("%(stars)s for each place on the map with this pattern: %(pattern)s.")
    elif clause.as_drawn:
        rule = _(
            "%(stars)s for each place on the map with this pattern, <as_drawn>exactly as shown</as_drawn>: %(pattern)s."
        )
    else:
        rule = _(
            "%(stars)s for each place on the map with this pattern, <as_drawn>rotated or flipped as you "
            "like</as_drawn>: %(pattern)s."
        )
    return " ".join([marked(rule) % words, *_notes(clause)])


def _can_be_turned(clause: Patterns) -> bool:
    forms = clause.stamp.forms(as_drawn=False)
    return len(forms) > 1 or len(forms[0].asks) > 1


def _notes(clause: Patterns) -> list[str]:
    notes = []
    if clause.stamp.asks_for_same:
        notes.append(_("All “same” spaces have the same terrain type, whichever it is."))
    if len(clause.stamp.spaces) == 1:
        return notes
    notes.append(blank(str(_OVERLAPPING if clause.overlapping else _APART), "overlapping"))
    return notes


def pattern_phrase(clause: Patterns) -> str:
    """Return the spaces of a pattern, row by row: "row 1: forest, any; row 2: empty, farm or water"."""
    rows = [comma_list([_mark_words(mark, clause) for mark in row]) for row in clause.stamp.rows]
    if len(rows) == 1:
        return rows[0]
    return semicolon_list([_("row %(n)s: %(spaces)s") % {"n": n, "spaces": spaces} for n, spaces in enumerate(rows, 1)])


def _mark_words(mark: str, clause: Patterns) -> str:
    if mark == ANY:
        return pgettext("space of a pattern", "any")
    if mark == SAME:
        return pgettext("space of a pattern", "same")
    if mark in FEATURE_MARKS:
        return terrain_name(FEATURE_MARKS[mark])
    if not clause.one_of:
        return blank(pgettext("space of a pattern", "no terrain"), "one_of")
    return blank(or_list([terrain_name(terrain) for terrain in clause.one_of]), "one_of")


def patterns_reason(words: dict[str, str], spaces: Mask) -> str:
    """Return the reason for the stars of a pattern; `words` has the phrase `stars`."""
    return _("%(stars)s for the pattern %(place)s.") % (words | {"place": place(spaces)})
