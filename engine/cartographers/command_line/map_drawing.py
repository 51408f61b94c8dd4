"""Drawing of a board for a terminal: always letters, with background colors if supported."""

from __future__ import annotations

from collections.abc import Iterator

from engine.cartographers import board_text, space_of
from engine.cartographers.board import Board
from engine.cartographers.geometry import SIZE, space_bit
from engine.cartographers.notation import ROW_NAMES

# ANSI codes for the foreground and background colors.
_COLOURS = {
    "F": "30;42",
    "V": "30;41",
    "A": "30;43",
    "W": "37;44",
    "M": "37;45",
    "H": "30;46",
    "X": "37;40",
    "^": "37;100",
    "#": "90;40",
    "r": "1",
}


def map_lines(board: Board, *, colour: bool) -> Iterator[str]:
    """Yield the lines of a map, with row and column names.

    The mark of a space is followed by `*` if a hero attacks the space, or by the initial of the monster drawn there.
    """
    yield "   " + "".join(f"{column:>2} " for column in range(1, SIZE + 1)).rstrip()
    for name, row in zip(ROW_NAMES, board_text(board, "\n").splitlines(), strict=True):
        cells = (f" {mark}{_annotation(board, f'{name}{column}')}" for column, mark in enumerate(row, 1))
        if colour:
            cells = (_color_cell(cell) for cell in cells)
        yield f"{name}  {''.join(cells)}".rstrip()


def _annotation(board: Board, name: str) -> str:
    bit = space_bit(space_of(name))
    if board.marked & bit:
        return "*"
    return board.initial_at(bit) or " "


def _color_cell(cell: str) -> str:
    mark = cell[1] if cell[1] in _COLOURS else cell[1].upper()
    return f"\033[{_COLOURS[mark]}m{cell}\033[0m" if mark in _COLOURS else cell
