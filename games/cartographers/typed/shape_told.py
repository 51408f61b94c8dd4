"""Shapes in words, for who does not see the card."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext_lazy

from engine.cartographers.shapes import Cell
from games.cartographers.words.lists import and_list

_ORDINALS = (
    pgettext_lazy("space of a line", "the first"),
    pgettext_lazy("space of a line", "the second"),
    pgettext_lazy("space of a line", "the third"),
    pgettext_lazy("space of a line", "the fourth"),
    pgettext_lazy("space of a line", "the fifth"),
    pgettext_lazy("space of a line", "the sixth"),
    pgettext_lazy("space of a line", "the seventh"),
    pgettext_lazy("space of a line", "the eighth"),
    pgettext_lazy("space of a line", "the ninth"),
    pgettext_lazy("space of a line", "the tenth"),
    pgettext_lazy("space of a line", "the eleventh"),
)


def cells_phrase(cells: Sequence[Cell]) -> str:
    """A shape as it is held: "3 spaces in a row and 1 below the first"; row by row where no line of it goes all the way
    across or down.
    """
    here = _from_corner(cells)
    high, wide = (1 + max(axis) for axis in zip(*here, strict=True))
    if len(here) == high * wide and min(high, wide) > 1:
        return _("%(high)s rows of %(wide)s spaces") % {"high": high, "wide": wide}
    across = (_beside_row(here, row, wide) for row in range(high))
    down = (_beside_column(here, column, high) for column in range(wide))
    lines = (*across, *down) if wide >= high else (*down, *across)
    return next(filter(None, lines), "") or _row_by_row(here, high)


def _from_corner(cells: Sequence[Cell]) -> frozenset[Cell]:
    """The cells measured from the north-west corner of the box around them."""
    rows, columns = zip(*cells, strict=True)
    return frozenset((row - min(rows), column - min(columns)) for row, column in cells)


def _beside_row(cells: frozenset[Cell], row: int, wide: int) -> str:
    """The shape as a row with what is above and below it, "" where the row has a gap or something does not touch it."""
    if not all((row, column) in cells for column in range(wide)):
        return ""
    line = ngettext("%(n)s space", "%(n)s spaces in a row", wide) % {"n": wide}
    above = [(column, _run(cells, (row, column), (-1, 0))) for column in range(wide)]
    below = [(column, _run(cells, (row, column), (1, 0))) for column in range(wide)]
    if wide + sum(n for _place, n in above + below) < len(cells):
        return ""
    beside = [_("%(n)s above %(which)s") % words for words in _counted(above)]
    return and_list([line, *beside, *(_("%(n)s below %(which)s") % words for words in _counted(below))])


def _beside_column(cells: frozenset[Cell], column: int, high: int) -> str:
    """The shape as a column with what is beside it, "" where the column has a gap or something does not touch it."""
    if not all((row, column) in cells for row in range(high)):
        return ""
    line = _("%(n)s spaces one below the other") % {"n": high}
    left = [(row, _run(cells, (row, column), (0, -1))) for row in range(high)]
    right = [(row, _run(cells, (row, column), (0, 1))) for row in range(high)]
    if high + sum(n for _place, n in left + right) < len(cells):
        return ""
    beside = [_("%(n)s to the left of %(which)s") % words for words in _counted(left)]
    return and_list([line, *beside, *(_("%(n)s to the right of %(which)s") % words for words in _counted(right))])


def _run(cells: frozenset[Cell], start: Cell, step: Cell) -> int:
    """How many cells follow one another from a start, which is not counted."""
    (row, column), length = start, 0
    while (row := row + step[0], column := column + step[1]) in cells:
        length += 1
    return length


def _counted(runs: Sequence[tuple[int, int]]) -> Iterator[dict[str, object]]:
    return ({"n": n, "which": _ORDINALS[place]} for place, n in runs if n)


def _row_by_row(cells: frozenset[Cell], high: int) -> str:
    rows = []
    for row in range(high):
        columns = [str(column + 1) for its_row, column in sorted(cells) if its_row == row]
        words = {"row": row + 1, "columns": and_list(columns)}
        text = ngettext("row %(row)s: column %(columns)s", "row %(row)s: columns %(columns)s", len(columns))
        rows.append((text if columns else _("row %(row)s: none")) % words)
    words = {"n": len(cells), "rows": "; ".join(rows)}
    return ngettext("%(n)s space (%(rows)s)", "%(n)s spaces (%(rows)s)", len(cells)) % words


def attack_phrase(attack: Sequence[Cell]) -> str:
    """What a hero attacks, seen from where it stands: "2 up; 2 up and 1 right"."""
    return "; ".join(and_list([*_steps(row, _UP), *_steps(column, _ACROSS)]) for row, column in attack)


_UP = (pgettext_lazy("steps from a hero", "%(n)s up"), pgettext_lazy("steps from a hero", "%(n)s down"))
_ACROSS = (pgettext_lazy("steps from a hero", "%(n)s left"), pgettext_lazy("steps from a hero", "%(n)s right"))


def _steps(n: int, words: tuple[object, object]) -> list[str]:
    return [str(words[n > 0]) % {"n": abs(n)}] if n else []
