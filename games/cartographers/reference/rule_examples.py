"""Drawn examples of rules: small parts of a map in ink, with marks on top."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple

from django.templatetags.static import static
from django.utils.functional import Promise
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from engine.cartographers.board import Board
from engine.cartographers.geometry import SIZE, column_of, mask_of, row_of, space, spaces
from engine.cartographers.notation import board_of
from games.cartographers.map.ink.drawing import ink_drawing
from games.cartographers.map.ink.outlines import UNIT

SYMBOLS: Final = {"+": "yes", "-": "no", "$": "coin", "!": "attacked", "o": "tried"}
"""Signs for the marks of spaces."""
_NEW: Final = "*"
"""Sign for a space of the latest drawing."""
_MARGIN: Final = 12
_SCALE: Final = 0.44
"""Width of a unit in pixels."""


@dataclass(frozen=True, slots=True)
class RuleExample:
    """Rows of a map from `top` and `left` on, in the notation of maps, and a sign for each space.

    A sign is one of `SYMBOLS`, `_NEW`, or a short text. With `losses`, the stars that monsters cost are shown.
    """

    words: str | Promise
    rows: tuple[str, ...]
    marks: tuple[str, ...]
    top: int = 3
    left: int = 3
    losses: bool = False


class SpaceMark(NamedTuple):
    """Mark on the space whose corner is at `x` and `y`: a symbol, or a text if that is ""."""

    x: int
    y: int
    symbol: str
    text: str


class ExampleView(NamedTuple):
    """Drawing of an example in its `view` box, with its size in pixels and the marks on top."""

    words: str
    view: str
    width: int
    height: int
    drawing: SafeString
    marks: tuple[SpaceMark, ...]


EXAMPLES: Final[Mapping[str, tuple[RuleExample, ...]]] = {
    "terms": (
        RuleExample(
            _("Checked spaces are adjacent to the village. Crossed ones only touch its corners."),
            (".....", "..V..", "....."),
            (" -+- ", " + + ", " -+- "),
        ),
        RuleExample(
            _("Two clusters, with 4 and 3 spaces. They touch at a corner, so they don’t join."),
            ("FFF..", "F..FF", "...F."),
            (" 4   ", "    3", "     "),
        ),
    ),
    "ruins": (
        RuleExample(
            _("After a ruins card: one square of the new shape covers a ruins space."),
            (".....", ".VvV.", "...V.", ".r..."),
            ("     ", " *** ", "   * ", "     "),
        ),
    ),
    "coins": (
        RuleExample(
            _("The new farm fills the last space next to the mountain and earns a coin."),
            (".FF..", ".F^WW", "..AA.", "..A.."),
            ("     ", "  $  ", "  ** ", "  *  "),
        ),
    ),
    "ambushes": (
        RuleExample(
            _("Solo: this monster starts in the corner, where a forest is in its way. One space further it fits."),
            (".....", "..M..", "...M.", "....M", "...FF"),
            ("     ", "  *  ", "  o* ", "   o*", "    -"),
            top=6,
            left=6,
        ),
        RuleExample(
            _("This monster costs 6 stars, one for each empty space next to it. The filled space costs nothing."),
            (".....", "..M..", ".MM..", ".F..."),
            ("     ",) * 4,
            losses=True,
        ),
    ),
    "heroes": (
        RuleExample(
            _("The hero attacks three spaces. The monster on one of them is destroyed; the rest of it stays."),
            ("....M", ".H.XM", "....."),
            ("   ! ", " * ! ", "   ! "),
        ),
    ),
    "effects": (
        RuleExample(
            _("At the end of the season, a zombie of 2 spaces spreads to the 6 empty spaces next to it."),
            ("..MM.", ".MMMM", "..MM."),
            ("  ** ", " *ZZ*", "  ** "),
        ),
    ),
    "destroyed": (
        RuleExample(
            _("The destroyed space separates two forest clusters of 2 spaces, but leaves no gap in the row."),
            (".....", "FFXFF", "....."),
            ("     ", "2   2", "     "),
        ),
    ),
}
"""Examples of each chapter."""


def build_examples(chapter: str) -> tuple[ExampleView, ...]:
    """Return the drawn examples of a chapter of the rules."""
    return tuple(_view(example, f"{chapter}-{at}") for at, example in enumerate(EXAMPLES.get(chapter, ())))


def example_board(example: RuleExample) -> Board:
    """Return the whole map with an example's part of it."""
    blank = "." * SIZE
    rows = [f"{'.' * example.left}{row}".ljust(SIZE, ".") for row in example.rows]
    lines = [blank] * example.top + rows
    return board_of("/".join(lines + [blank] * (SIZE - len(lines))))


def _view(example: RuleExample, ids: str) -> ExampleView:
    board = example_board(example)
    signs = {
        space(example.top + row, example.left + column): sign
        for row, line in enumerate(example.marks)
        for column, sign in enumerate(line)
        if sign != " "
    }
    if example.losses:
        signs |= dict.fromkeys(spaces(board.monster_losses()), "−1")
    new = mask_of(where for where, sign in signs.items() if sign == _NEW)
    width, height = (UNIT * size + 2 * _MARGIN for size in (len(example.rows[0]), len(example.rows)))
    return ExampleView(
        words=str(example.words),
        view=f"{example.left * UNIT - _MARGIN} {example.top * UNIT - _MARGIN} {width} {height}",
        width=round(width * _SCALE),
        height=round(height * _SCALE),
        drawing=ink_drawing(board, new, static("img/map.svg"), f"rule-{ids}"),
        marks=tuple(
            SpaceMark(column_of(where) * UNIT, row_of(where) * UNIT, SYMBOLS.get(sign, ""), sign)
            for where, sign in signs.items()
            if sign != _NEW
        ),
    )
