"""Shapes and map sheets in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext_lazy

from engine.cartographers.shapes import Cell, Orientation, Shape
from engine.cartographers.sheet import Sheet
from games.cartographers.words.features import coins_of, spaces_of
from games.cartographers.words.names import region_name
from games.play.fragment_cache import cached
from games.play.words import and_list


def sheet_counts(sheet: Sheet) -> str:
    """Return a sentence with what is printed on a sheet and its empty spaces, and more about its printed terrain,
    landmarks, coin spaces and regions.
    """
    mountains, ruins = sheet.mountains.bit_count(), sheet.ruins.bit_count()
    wasteland, empty = sheet.wasteland.bit_count(), sheet.empty.bit_count()
    counts = _("%(mountains)s, %(ruins)s, %(wasteland)s, %(empty)s.") % {
        "mountains": ngettext("%(n)s mountain", "%(n)s mountains", mountains) % {"n": mountains},
        "ruins": ngettext("%(n)s ruins space", "%(n)s ruins spaces", ruins) % {"n": ruins},
        "wasteland": ngettext("%(n)s wasteland space", "%(n)s wasteland spaces", wasteland) % {"n": wasteland},
        "empty": ngettext("%(n)s empty space", "%(n)s empty spaces", empty) % {"n": empty},
    }
    notes = sheet_notes(sheet)
    if not sheet.terrain:
        return " ".join([counts, *notes])
    terrain = and_list([spaces_of(terrain, cells.bit_count()) for terrain, cells in sheet.terrain])
    return " ".join([counts, _("Printed terrain: %(spaces)s.") % {"spaces": terrain}, *notes])


def sheet_notes(sheet: Sheet) -> tuple[str, ...]:
    """Return the rules of what only some sheets have, and the names of regions; nothing for other sheets.

    Regions are numbered as cards name them. One without spaces only keeps its number for the others.
    """
    notes = []
    if n := sheet.landmarks.bit_count():
        text = ngettext(
            "%(n)s landmark: earns %(coins)s when surrounded.",
            "%(n)s landmarks: each earns %(coins)s when surrounded.",
            n,
        )
        notes.append(text % {"n": n, "coins": coins_of(sheet.landmark_coins)})
    if n := sheet.tolls.bit_count():
        text = ngettext(
            "%(n)s coin space: drawing on it costs 1 coin.", "%(n)s coin spaces: drawing on each costs 1 coin.", n
        )
        notes.append(text % {"n": n})
    for number, region in enumerate(sheet.regions, 1):
        if not region.spaces:
            continue
        name = region_name(region)
        words = {"number": number, "name": name}
        notes.append((_("Region %(number)s: %(name)s.") if name else _("Region %(number)s.")) % words)
    return tuple(notes)


_ORDINALS = (
    pgettext_lazy("row of a shape, or space of a row", "first"),
    pgettext_lazy("row of a shape, or space of a row", "second"),
    pgettext_lazy("row of a shape, or space of a row", "third"),
    pgettext_lazy("row of a shape, or space of a row", "fourth"),
    pgettext_lazy("row of a shape, or space of a row", "fifth"),
    pgettext_lazy("row of a shape, or space of a row", "sixth"),
    pgettext_lazy("row of a shape, or space of a row", "seventh"),
    pgettext_lazy("row of a shape, or space of a row", "eighth"),
    pgettext_lazy("row of a shape, or space of a row", "ninth"),
    pgettext_lazy("row of a shape, or space of a row", "tenth"),
    pgettext_lazy("row of a shape, or space of a row", "eleventh"),
)


def shape_phrase(shape: Shape) -> str:
    """Return the shape as a phrase: "a straight line of 4 spaces"; irregular ones as a drawing of # and dots."""
    rows = shape.rows()
    high, wide = sorted((len(rows), len(rows[0])))
    if len(shape.cells) != high * wide:
        return _("the shape %(drawing)s") % {"drawing": " / ".join(rows)}
    if high == 1:
        return ngettext("a single space", "a straight line of %(n)s spaces", wide) % {"n": wide}
    if high == wide:
        return _("a square of %(side)s by %(side)s spaces") % {"side": high}
    return _("a rectangle of %(high)s by %(wide)s spaces") % {"high": high, "wide": wide}


@cached(500)
def shape_label(way: Orientation, *, coin: bool) -> str:
    """Return a shape in words for screen readers, with a hero's attack and the coin it may earn."""
    words = {"shape": cells_phrase(way.cells), "steps": attack_phrase(way.attack)}
    text = _("%(shape)s, attacking %(steps)s") % words if way.attack else words["shape"]
    return _("%(shape)s, earns a coin") % {"shape": text} if coin else text


def cells_phrase(cells: Sequence[Cell]) -> str:
    """Return an oriented shape in words: "3 spaces in a row and 1 below the first". Without a full row or column, it is
    described row by row.
    """
    here = _from_corner(cells)
    high, wide = (1 + max(axis) for axis in zip(*here, strict=True))
    if len(here) == high * wide and min(high, wide) > 1:
        return _("%(high)s rows of %(wide)s spaces") % {"high": high, "wide": wide}
    across = (_around_row(here, row, wide) for row in range(high))
    down = (_around_column(here, column, high) for column in range(wide))
    lines = (*across, *down) if wide >= high else (*down, *across)
    return next(filter(None, lines), "") or _row_by_row(here, high)


def _from_corner(cells: Sequence[Cell]) -> frozenset[Cell]:
    """Return the cells relative to the north-west corner of their bounding box."""
    rows, columns = zip(*cells, strict=True)
    return frozenset((row - min(rows), column - min(columns)) for row, column in cells)


def _around_row(cells: frozenset[Cell], row: int, wide: int) -> str:
    """Return the shape as a row with the spaces above and below, or "" if it has gaps or misses some."""
    if not all((row, column) in cells for column in range(wide)):
        return ""
    line = ngettext("%(n)s space", "%(n)s spaces in a row", wide) % {"n": wide}
    above = [(column, _run(cells, (row, column), (-1, 0))) for column in range(wide)]
    below = [(column, _run(cells, (row, column), (1, 0))) for column in range(wide)]
    if wide + sum(n for _place, n in above + below) < len(cells):
        return ""
    sentences = [_("%(n)s above the %(which)s") % words for words in _counted(above)]
    return and_list([line, *sentences, *(_("%(n)s below the %(which)s") % words for words in _counted(below))])


def _around_column(cells: frozenset[Cell], column: int, high: int) -> str:
    """Return the shape as a column with the spaces beside it, or "" if it has gaps or misses some."""
    if not all((row, column) in cells for row in range(high)):
        return ""
    line = _("%(n)s spaces in a column") % {"n": high}
    left = [(row, _run(cells, (row, column), (0, -1))) for row in range(high)]
    right = [(row, _run(cells, (row, column), (0, 1))) for row in range(high)]
    if high + sum(n for _place, n in left + right) < len(cells):
        return ""
    sentences = [_("%(n)s to the left of the %(which)s") % words for words in _counted(left)]
    return and_list(
        [line, *sentences, *(_("%(n)s to the right of the %(which)s") % words for words in _counted(right))]
    )


def _run(cells: frozenset[Cell], start: Cell, step: Cell) -> int:
    """Return the number of consecutive cells after a start cell, in the direction of `step`."""
    (row, column), length = start, 0
    while (row := row + step[0], column := column + step[1]) in cells:
        length += 1
    return length


def _counted(runs: Sequence[tuple[int, int]]) -> Iterator[dict[str, object]]:
    return ({"n": n, "which": _ORDINALS[place]} for place, n in runs if n)


def _row_by_row(cells: frozenset[Cell], high: int) -> str:
    rows = []
    for row in range(high):
        places = [str(_ORDINALS[column]) for its_row, column in sorted(cells) if its_row == row]
        words: dict[str, object] = {"row": _ORDINALS[row], "places": and_list(places)}
        rows.append((_("%(row)s row: %(places)s") if places else _("%(row)s row: empty")) % words)
    text = ngettext("%(n)s space (%(rows)s)", "%(n)s spaces (%(rows)s)", len(cells))
    return text % {"n": len(cells), "rows": "; ".join(rows)}


def attack_phrase(attack: Sequence[Cell]) -> str:
    """Return a hero's attack pattern as text, relative to the hero: "2 up; 2 up and 1 right"."""
    return "; ".join(and_list([*_steps(row, _UP), *_steps(column, _ACROSS)]) for row, column in attack)


_UP = (pgettext_lazy("steps from a hero", "%(n)s up"), pgettext_lazy("steps from a hero", "%(n)s down"))
_ACROSS = (pgettext_lazy("steps from a hero", "%(n)s left"), pgettext_lazy("steps from a hero", "%(n)s right"))


def _steps(n: int, words: tuple[object, object]) -> list[str]:
    return [str(words[n > 0]) % {"n": abs(n)}] if n else []
