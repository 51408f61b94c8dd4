"""Emblems of clauses about rows, columns and diagonals, and about runs in them."""

from __future__ import annotations

from typing import NamedTuple

from engine.cartographers.scoring.families import Axis, Direction, Lines, LongestRun, Runs
from games.cartographers.goals.emblem_shapes import (
    Emblem,
    Numeral,
    Sign,
    glyph_signs,
    glyphs_of,
    number_range,
    numeral,
    signs_of,
)


class _Line(NamedTuple):
    """Paths for the lines of a direction: a single line, and its rest around a contained feature.

    `whole` is the single line. `open` is the rest if the line needn't be full, `full` if it must be.
    """

    whole: str
    open: str
    full: str


_ARMS = "M8 0h8v5H8zM8 19h8v5H8zM0 8h5v8H0zM19 8h5v8h-5z"
_CROSS = "M6 .6h12V6h5.4v12H18v5.4H6V18H.6V6H6z"
_STEPS = "M.7 .7h5.5v5.5H.7zM17.8 17.8h5.5v5.5h-5.5z"
_ODD = "M.7 .7h4v22.6h-4zM19.3 .7h4v22.6h-4z"
_EVEN = "M7 0h.7v24H7zM16.3 0h.7v24h-.7z"
_DIRECTIONS = {
    Direction.ROWS: _Line("M.7 8h22.6v8H.7z", "M.7 4.7h22.6v14.6H.7z", "M0 1h24v4H0zM0 19h24v4H0z"),
    Direction.COLUMNS: _Line("M8 .7h8v22.6H8z", "M4.7 .7h14.6v22.6H4.7z", "M1 0h4v24H1zM19 0h4v24h-4z"),
    Direction.ROWS_AND_COLUMNS: _Line("M8 .7h8V8h7.3v8H16v7.3H8V16H.7V8H8z", _CROSS, _ARMS),
    Direction.ODD_COLUMNS: _Line(_ODD + _EVEN + "M10 .7h4v22.6h-4z", _ODD, _ODD),
    Direction.DIAGONALS: _Line(_STEPS + "M6.4 6.4h5.5v5.5H6.4zM12.1 12.1h5.5v5.5h-5.5z", _STEPS, _STEPS),
}


def lines_emblem(clause: Lines) -> Emblem:
    """A line of the direction with what it has to hold."""
    line, glyphs, text = _DIRECTIONS[clause.direction], _held(clause), ""
    if not glyphs:
        return Emblem(solid=line.whole) if clause.filled else Emblem(lines=line.whole)
    crossed = False
    if clause.counts_held:
        text, crossed = number_range(clause.at_least, clause.at_most), clause.at_most == 0
    elif clause.equal:
        text = "=" if len(glyphs) > 1 else ""
    else:
        text, crossed = number_range(clause.kinds, clause.most_kinds), clause.most_kinds == 0
    middle = clause.direction is Direction.DIAGONALS or (
        clause.filled and clause.direction is Direction.ROWS_AND_COLUMNS
    )
    text = "" if crossed else text
    signs, numerals = _in_middle(glyphs, text) if middle else _sequence(clause.direction, glyphs, text)
    signs = tuple(each._replace(crossed=crossed) for each in signs)
    if clause.filled:
        return Emblem(signs, numerals, solid=line.full)
    return Emblem(signs, numerals, lines=line.open)


_Glyphs = tuple[tuple[str, ...], ...]
"""Symbols by place; those of a union share one."""


def _held(clause: Lines) -> _Glyphs:
    """The symbols of what a line has to hold; the first two of what it has to hold in equal numbers."""
    if clause.containing is not None and clause.counts_held:
        return (glyphs_of(clause.containing),)
    if clause.equal:
        return tuple(map(glyphs_of, clause.equal[:2]))
    return (("kinds",),) if clause.counts_kinds else ()


_Content = tuple[tuple[Sign, ...], tuple[Numeral, ...]]


def _in_middle(glyphs: _Glyphs, text: str) -> _Content:
    """Return the content of a line with free corners: the first sign centered, others at bottom left."""
    first, *others = glyphs
    below = [sign for other in others for sign in glyph_signs(other, 0, 16, 8)]
    return (*glyph_signs(first, 6.5, 6.5, 11), *below), numeral(text, 20 if len(text) < 3 else 18, 4, 7)


def _sequence(direction: Direction, glyphs: _Glyphs, text: str) -> _Content:
    """Return the content of a line, in sequence: left to right in a row, otherwise top to bottom."""
    places: tuple[float, ...] = (5.5,)
    size, middle = 13.0, 12.0
    if len(glyphs) > 1:
        places, size = (0.75, 14.25), 9.0
    elif text:
        places, size, middle = (1.5,), 10.0, 17.5
    elif direction is Direction.ROWS_AND_COLUMNS:
        places, size = (6.5,), 11.0
    across = 12 - size / 2
    narrow = text == "=" or text.endswith("+")  # ranges are wider
    largest = 12.0 if narrow else 7.0 if len(text) < 3 else 5.5
    in_row = direction is Direction.ROWS
    signs = [
        sign
        for glyph, along in zip(glyphs, places, strict=True)
        for sign in glyph_signs(glyph, *((along, across) if in_row else (across, along)), size)
    ]
    x, y = (middle, 12) if in_row else (12, middle)
    return tuple(signs), numeral(text, x, y, largest)


_RULE_LEFT, _RULE_ABOVE = "M1 1h4M3 1v22M1 23h4", "M1 1v4M1 3h22M23 1v4"


def run_emblem(clause: LongestRun) -> Emblem:
    """Two spaces of a run with a rule along them; along both sides if it may be in a row or column."""
    if clause.axis is Axis.COLUMN:
        return Emblem((*signs_of(clause.terrain, 9, 0, 12), *signs_of(clause.terrain, 9, 12, 12)), lines=_RULE_LEFT)
    if clause.axis is Axis.EITHER:
        both = *signs_of(clause.terrain, 5, 9, 9.5), *signs_of(clause.terrain, 14.5, 9, 9.5)
        return Emblem(both, lines=_RULE_LEFT + _RULE_ABOVE)
    return Emblem((*signs_of(clause.terrain, 0, 9, 12), *signs_of(clause.terrain, 12, 9, 12)), lines=_RULE_ABOVE)


def runs_emblem(clause: Runs) -> Emblem:
    """A space of a run with its length, and a rule along it."""
    lines = {Axis.COLUMN: _RULE_LEFT, Axis.ROW: _RULE_ABOVE, Axis.EITHER: _RULE_LEFT + _RULE_ABOVE}[clause.axis]
    text = number_range(clause.at_least, clause.at_most) or "1+"
    if clause.axis is Axis.COLUMN:
        return Emblem((*signs_of(clause.terrain, 9, 0, 12),), numeral(text, 15, 18.5), lines=lines)
    middle = 12.0 if clause.axis is Axis.ROW else 14.0
    return Emblem((*signs_of(clause.terrain, middle - 5, 5, 10),), numeral(text, middle, 19.5, 8), lines=lines)
