"""Maps pasted as text: the board, and the map sheet that it is drawn on."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext as _

from engine.cartographers.board import Board
from engine.cartographers.notation import NotationError, board_of
from engine.cartographers.sheet import Sheet
from engine.cartographers.terrain import Feature
from games.cartographers.analysis.components import analysis_components
from games.cartographers.analysis.position import AnalysisPosition

LONGEST: Final = 2_000
"""Maximum length of a pasted text. A map has at most 1,000 characters."""


def paste_map(position: AnalysisPosition, text: str, problems: list[str]) -> AnalysisPosition:
    """Return the position with the map of a text, or as it was with a problem more."""
    if text.lstrip().startswith("{"):
        problems.append(_("This is a game file, not a map. Paste it under “Game file” instead."))
        return position
    try:
        board = board_of("\n".join(line.strip() for line in text.strip()[:LONGEST].splitlines()))
    except NotationError as error:
        problems.append(_("This isn’t a map: %(reason)s") % {"reason": error})
        return position
    sheet = find_sheet(board, position.sheet)
    if sheet is None:
        problems.append(_("No published map sheet has these mountains, landmarks, wasteland and ruins."))
        return position
    return position.with_board(sheet, _with_marked(board, sheet))


def _with_marked(board: Board, sheet: Sheet) -> Board:
    """Return the board with the coin spaces and regions of its sheet, which a text may leave out."""
    printed = sheet.layers
    layers = [printed.get(feature, 0) if feature >= Feature.TOLL else board.layers[feature] for feature in Feature]
    return Board(tuple(layers), board.initials)


def find_sheet(board: Board, *preferred: Sheet) -> Sheet | None:
    """Return the active sheet that a board is drawn on, a preferred one if it fits; or None if there is none.

    Of several, it is the one with the most printed terrain, since that could be drawn on the others too.
    """
    fitting = (sheet for sheet in preferred if _is_drawn_on(board, sheet))
    if sheet := next(fitting, None):
        return sheet
    others = (sheet for sheet in analysis_components().sheets.values() if _is_drawn_on(board, sheet))
    return max(others, key=lambda sheet: sheet.printed.bit_count(), default=None)


def _is_drawn_on(board: Board, sheet: Sheet) -> bool:
    """Return True if a board has all that is printed on a sheet except what was destroyed, and no other mountains,
    landmarks, wasteland or ruins.
    """
    layers, destroyed = board.layers, board.layers[Feature.DESTROYED]
    if any(cells & ~(layers[terrain] | destroyed) for terrain, cells in sheet.terrain):
        return False
    wasteland = layers[Feature.WASTELAND] | destroyed & sheet.wasteland
    printed = layers[Feature.MOUNTAIN], layers[Feature.LANDMARK], wasteland, layers[Feature.RUINS]
    return printed == (sheet.mountains, sheet.landmarks, sheet.wasteland, sheet.ruins)
