"""Stars for rows, columns and diagonals: the rules of the line families, and the reasons for their stars."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from engine.cartographers.geometry import COLUMNS, DIAGONALS, ROWS, Mask, first
from engine.cartographers.notation import space_name
from engine.cartographers.scoring.families import Axis, Direction, FeatureLike, Lines, LongestRun, Runs
from games.cartographers.words.features import (
    Condition,
    a_space,
    conditional_rule,
    kinds_range,
    place,
    spaces_of,
    spaces_range,
    such_spaces,
)
from games.cartographers.words.scoring.blanks import blank, marked
from games.cartographers.words.scoring.stars import clause_stars
from games.play.words import and_list


def lines_rule(clause: Lines) -> str:
    """Return the rule of a clause about lines."""
    line = _FULL_LINES[clause.direction] if clause.filled else _LINES[clause.direction]
    words = {"stars": clause_stars(clause), "line": marked(str(line))}
    conditions = _conditions(clause, words)
    if not conditions and not clause.filled:
        return blank(_("This part of the card has no condition, so it scores no stars."), "filled", "direction")
    rule = conditional_rule(conditions, _("%(stars)s for each %(line)s.") % words)
    note = _NOTES.get(clause.direction)
    return f"{rule} {note}" if note else rule


_HELD: Final = ("containing", "at_least", "at_most")
_KINDS: Final = ("kinds", "most_kinds")


def _conditions(clause: Lines, words: dict[str, str]) -> list[Condition]:
    conditions = []
    if clause.containing is not None and clause.counts_held:
        if clause.at_most == 0:
            conditions.append(_without(words | {"others": blank(such_spaces(clause.containing), *_HELD)}))
        else:
            conditions.append(_containing(words | {"other": _counted_in_line(clause.containing, clause)}))
    if len(clause.equal) == 1:
        conditions.append(_containing(words | {"other": blank(a_space(clause.equal[0]), "equal")}))
    elif clause.equal:
        names = [blank(such_spaces(feature), "equal") for feature in clause.equal]
        conditions.append(_equal(words | {"others": and_list(names)}))
    if clause.counts_kinds and clause.most_kinds == 0:
        conditions.append(_without(words | {"others": blank(_("any terrain type"), *_KINDS)}))
    elif clause.counts_kinds:
        kinds = blank(kinds_range(clause.kinds, clause.most_kinds), *_KINDS)
        conditions.append(_containing(words | {"other": kinds}))
    return conditions


def _counted_in_line(feature: FeatureLike, clause: Lines) -> str:
    """Return what a line has to contain: "a farm space", "at least 2 farm spaces"."""
    if clause.at_least == 1 and clause.at_most is None:
        return blank(a_space(feature), *_HELD)
    return blank(spaces_range(feature, clause.at_least, clause.at_most), *_HELD)


def _containing(words: dict[str, str]) -> Condition:
    return Condition(
        _("%(stars)s for each %(line)s that contains %(other)s.") % words,
        _("Only lines that contain %(other)s count.") % words,
    )


def _without(words: dict[str, str]) -> Condition:
    return Condition(
        _("%(stars)s for each %(line)s without %(others)s.") % words,
        _("Only lines without %(others)s count.") % words,
    )


def _equal(words: dict[str, str]) -> Condition:
    return Condition(
        _("%(stars)s for each %(line)s with the same number of %(others)s (at least one of each).") % words,
        _("Only lines with the same number of %(others)s (at least one of each) count.") % words,
    )


def run_rule(clause: LongestRun) -> str:
    """Return the rule of a clause about the longest run."""
    text = {
        Axis.COLUMN: _("%(stars)s for each space of the longest unbroken run of %(spaces)s <axis>in a column</axis>."),
        Axis.ROW: _("%(stars)s for each space of the longest unbroken run of %(spaces)s <axis>in a row</axis>."),
        Axis.EITHER: _(
            "%(stars)s for each space of the longest unbroken run of %(spaces)s <axis>in a row or column</axis>."
        ),
    }[clause.axis]
    rule = marked(text) % {"stars": clause_stars(clause), "spaces": blank(such_spaces(clause.terrain), "terrain")}
    ties = blank(_("If several runs are equally long, all of them count."), "ties")
    return " ".join([rule, ties]) if clause.ties else rule


def runs_rule(clause: Runs) -> str:
    """Return the rule of a clause about every run."""
    each_run = {
        Axis.COLUMN: _("%(stars)s for each unbroken run of %(spaces)s <axis>in a column</axis>."),
        Axis.ROW: _("%(stars)s for each unbroken run of %(spaces)s <axis>in a row</axis>."),
        Axis.EITHER: _("%(stars)s for each unbroken run of %(spaces)s <axis>in a row or column</axis>."),
    }
    each_space = {
        Axis.COLUMN: _(
            "%(stars)s for each <per_space>space of every unbroken run</per_space> of %(spaces)s <axis>in a "
            "column</axis>."
        ),
        Axis.ROW: _(
            "%(stars)s for each <per_space>space of every unbroken run</per_space> of %(spaces)s <axis>in a row</axis>."
        ),
        Axis.EITHER: _(
            "%(stars)s for each <per_space>space of every unbroken run</per_space> of %(spaces)s <axis>in a "
            "row or column</axis>."
        ),
    }
    text = (each_space if clause.per_space else each_run)[clause.axis]
    spaces = blank(spaces_range(clause.terrain, clause.at_least, clause.at_most), "terrain", "at_least", "at_most")
    return marked(text) % {"stars": clause_stars(clause), "spaces": spaces}


def lines_reason(clause: Lines, words: dict[str, str], spaces: Mask) -> str:
    """Return the reason for the stars of a line.

    `words` has the phrase `stars`; `spaces` are the line's spaces that are highlighted.
    """
    words = words | {"line": line_name(clause.direction, spaces)}
    if clause.filled:
        return _filled_reason(clause, words)
    if clause.counts_kinds and clause.most_kinds == 0:
        return _("%(stars)s for %(line)s: without %(others)s.") % (words | {"others": _("any terrain type")})
    if clause.counts_kinds:
        words |= {"others": kinds_range(clause.kinds, clause.most_kinds)}
    elif len(clause.equal) > 1:
        words |= {"others": and_list([such_spaces(feature) for feature in clause.equal])}
        return _("%(stars)s for %(line)s: same number of %(others)s.") % words
    elif clause.containing is not None and clause.at_most == 0:
        return _("%(stars)s for %(line)s: without %(others)s.") % (words | {"others": such_spaces(clause.containing)})
    elif clause.containing is not None and clause.counts_held and (clause.equal or not clause.at_least):
        words |= {"others": _counted_in_line(clause.containing, clause)}
    else:
        held = clause.containing if clause.containing is not None and clause.counts_held else clause.equal[0]
        words |= {"others": spaces_of(held, spaces.bit_count())}
    return _("%(stars)s for %(line)s: %(others)s.") % words


def _filled_reason(clause: Lines, words: dict[str, str]) -> str:
    if clause.containing is not None and clause.counts_held and clause.at_most != 0:
        words = words | {"other": _counted_in_line(clause.containing, clause)}
        return _("%(stars)s for %(line)s: full and contains %(other)s.") % words
    if clause.counts_kinds and clause.most_kinds != 0:
        words = words | {"other": kinds_range(clause.kinds, clause.most_kinds)}
        return _("%(stars)s for %(line)s: full and contains %(other)s.") % words
    return _("%(stars)s for %(line)s: all spaces filled.") % words


def run_reason(clause: LongestRun | Runs, words: dict[str, str], spaces: Mask) -> str:
    """Return the reason for the stars of a run."""
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
    Direction.ROWS: pgettext_lazy("after each", "<direction>row</direction>"),
    Direction.COLUMNS: pgettext_lazy("after each", "<direction>column</direction>"),
    Direction.ROWS_AND_COLUMNS: pgettext_lazy("after each", "<direction>row or column</direction>"),
    Direction.ODD_COLUMNS: pgettext_lazy("after each", "<direction>odd-numbered column</direction>"),
    Direction.DIAGONALS: pgettext_lazy("after each", "<direction>diagonal</direction>"),
}

_FULL_LINES = {
    Direction.ROWS: pgettext_lazy("after each", "<filled>full</filled> <direction>row</direction>"),
    Direction.COLUMNS: pgettext_lazy("after each", "<filled>full</filled> <direction>column</direction>"),
    Direction.ROWS_AND_COLUMNS: pgettext_lazy(
        "after each", "<filled>full</filled> <direction>row or column</direction>"
    ),
    Direction.ODD_COLUMNS: pgettext_lazy(
        "after each", "<filled>full</filled> <direction>odd-numbered column</direction>"
    ),
    Direction.DIAGONALS: pgettext_lazy("after each", "<filled>full</filled> <direction>diagonal</direction>"),
}

_NOTES = {
    Direction.ODD_COLUMNS: gettext_lazy("Columns 1, 3, 5, 7, 9 and 11."),
    Direction.DIAGONALS: gettext_lazy("Diagonals run from the left edge down and right to the bottom edge."),
}
