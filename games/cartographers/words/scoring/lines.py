"""Stars for rows, columns and diagonals: the rules of the line families, and the reasons for their stars."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext_lazy

from engine.cartographers.geometry import COLUMNS, DIAGONALS, ROWS, Mask, first
from engine.cartographers.notation import space_name
from engine.cartographers.scoring.families import Axis, Direction, Lines, LongestRun
from engine.cartographers.terrain import Feature
from games.cartographers.words.features import (
    Condition,
    a_space,
    conditional_rule,
    place,
    spaces_of,
    such_spaces,
)
from games.cartographers.words.scoring.stars import clause_stars
from games.play.words import and_list


def lines_rule(clause: Lines) -> str:
    """Return the rule of a clause about lines."""
    line = _FULL_LINES[clause.direction] if clause.filled else _LINES[clause.direction]
    words = {"stars": clause_stars(clause), "line": str(line)}
    conditions = _conditions(clause, words)
    if not conditions and not clause.filled:
        return _("This part of the card has no condition, so it scores no stars.")
    rule = conditional_rule(conditions, _("%(stars)s for each %(line)s.") % words)
    note = _NOTES.get(clause.direction)
    return f"{rule} {note}" if note else rule


def _conditions(clause: Lines, words: dict[str, str]) -> list[Condition]:
    conditions = []
    if clause.containing is not None:
        conditions.append(_containing(clause.containing, clause.at_least, words))
    if len(clause.equal) == 1:
        conditions.append(_containing(clause.equal[0], 1, words))
    elif clause.equal:
        conditions.append(_equal(words | {"others": and_list([such_spaces(feature) for feature in clause.equal])}))
    if clause.kinds:
        conditions.append(_kinds(clause.kinds, words))
    return conditions


def _containing(feature: Feature, at_least: int, words: dict[str, str]) -> Condition:
    if at_least == 1:
        words = words | {"other": a_space(feature)}
        return Condition(
            _("%(stars)s for each %(line)s that contains %(other)s.") % words,
            _("Only lines that contain %(other)s count.") % words,
        )
    words = words | {"others": spaces_of(feature, at_least)}
    return Condition(
        _("%(stars)s for each %(line)s that contains at least %(others)s.") % words,
        _("Only lines that contain at least %(others)s count.") % words,
    )


def _equal(words: dict[str, str]) -> Condition:
    return Condition(
        _("%(stars)s for each %(line)s with the same number of %(others)s (at least one of each).") % words,
        _("Only lines with the same number of %(others)s (at least one of each) count.") % words,
    )


def _kinds(kinds: int, words: dict[str, str]) -> Condition:
    rule = ngettext(
        "%(stars)s for each %(line)s that contains at least %(n)s terrain type.",
        "%(stars)s for each %(line)s that contains at least %(n)s different terrain types.",
        kinds,
    )
    limit = ngettext(
        "Only lines that contain at least %(n)s terrain type count.",
        "Only lines that contain at least %(n)s different terrain types count.",
        kinds,
    )
    return Condition(rule % {**words, "n": kinds}, limit % {"n": kinds})


def run_rule(clause: LongestRun) -> str:
    """Return the rule of a clause about the longest run."""
    text = {
        Axis.COLUMN: _("%(stars)s for each space of the longest unbroken run of %(spaces)s in a column."),
        Axis.ROW: _("%(stars)s for each space of the longest unbroken run of %(spaces)s in a row."),
    }[clause.axis]
    return text % {"stars": clause_stars(clause), "spaces": such_spaces(clause.terrain)}


def lines_reason(clause: Lines, words: dict[str, str], spaces: Mask) -> str:
    """Return the reason for the stars of a line.

    `words` has the phrase `stars`; `spaces` are the line's spaces that are highlighted.
    """
    words = words | {"line": line_name(clause.direction, spaces)}
    if clause.filled:
        return _filled_reason(clause, words)
    if clause.kinds:
        return _kinds_reason(clause.kinds, words)
    if len(clause.equal) > 1:
        words |= {"others": and_list([such_spaces(feature) for feature in clause.equal])}
        return _("%(stars)s for %(line)s: same number of %(others)s.") % words
    feature = clause.equal[0] if clause.containing is None else clause.containing
    return _("%(stars)s for %(line)s: %(others)s.") % (words | {"others": spaces_of(feature, spaces.bit_count())})


def _filled_reason(clause: Lines, words: dict[str, str]) -> str:
    if clause.containing is not None and clause.at_least == 1:
        return _("%(stars)s for %(line)s: full and contains %(other)s.") % (
            words | {"other": a_space(clause.containing)}
        )
    if clause.containing is not None:
        words = words | {"others": spaces_of(clause.containing, clause.at_least)}
        return _("%(stars)s for %(line)s: full and contains at least %(others)s.") % words
    if clause.kinds:
        text = ngettext(
            "%(stars)s for %(line)s: full and contains at least %(n)s terrain type.",
            "%(stars)s for %(line)s: full and contains at least %(n)s different terrain types.",
            clause.kinds,
        )
        return text % {**words, "n": clause.kinds}
    return _("%(stars)s for %(line)s: all spaces filled.") % words


def _kinds_reason(kinds: int, words: dict[str, str]) -> str:
    text = ngettext(
        "%(stars)s for %(line)s: at least %(n)s terrain type.",
        "%(stars)s for %(line)s: at least %(n)s different terrain types.",
        kinds,
    )
    return text % {**words, "n": kinds}


def run_reason(clause: LongestRun, words: dict[str, str], spaces: Mask) -> str:
    """Return the reason for the stars of the longest run."""
    words = words | {"spaces": spaces_of(clause.terrain, spaces.bit_count()), "place": place(spaces)}
    return _("%(stars)s for %(spaces)s in one unbroken run, %(place)s.") % words


def line_name(direction: Direction, spaces: Mask) -> str:
    """Return the name of the line in a direction that contains all given spaces: "row C", "column 4"."""
    where = space_name(first(spaces))
    if direction is Direction.DIAGONALS:
        diagonal = next(line for line in DIAGONALS if line & spaces)
        return _("the diagonal %(place)s") % {"place": place(diagonal)}
    in_row = any(not spaces & ~row for row in ROWS)
    in_column = any(not spaces & ~column for column in COLUMNS)
    if direction is Direction.ROWS_AND_COLUMNS and in_row and in_column:
        return _("the row or column through %(space)s") % {"space": where}
    if direction is Direction.ROWS or (direction is Direction.ROWS_AND_COLUMNS and in_row):
        return _("row %(letter)s") % {"letter": where[0]}
    return _("column %(number)s") % {"number": where[1:]}


_LINES = {
    Direction.ROWS: pgettext_lazy("after each", "row"),
    Direction.COLUMNS: pgettext_lazy("after each", "column"),
    Direction.ROWS_AND_COLUMNS: pgettext_lazy("after each", "row or column"),
    Direction.ODD_COLUMNS: pgettext_lazy("after each", "odd-numbered column"),
    Direction.DIAGONALS: pgettext_lazy("after each", "diagonal"),
}

_FULL_LINES = {
    Direction.ROWS: pgettext_lazy("after each", "full row"),
    Direction.COLUMNS: pgettext_lazy("after each", "full column"),
    Direction.ROWS_AND_COLUMNS: pgettext_lazy("after each", "full row or column"),
    Direction.ODD_COLUMNS: pgettext_lazy("after each", "full odd-numbered column"),
    Direction.DIAGONALS: pgettext_lazy("after each", "full diagonal"),
}

_NOTES = {
    Direction.ODD_COLUMNS: gettext_lazy("Columns 1, 3, 5, 7, 9 and 11."),
    Direction.DIAGONALS: gettext_lazy("Diagonals run from the left edge down and right to the bottom edge."),
}
