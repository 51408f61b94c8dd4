"""Text forms of boards, spaces and placements, described in `docs/notation.md`."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import NamedTuple

from engine.cartographers.board import Board
from engine.cartographers.geometry import FULL, SIZE, Mask, Space, column_of, row_of, space, spaces
from engine.cartographers.shapes import ShapeTurn
from engine.cartographers.terrain import REGIONS, Feature, Terrain

_MARKS: dict[str, Feature] = {
    "F": Feature.FOREST,
    "V": Feature.VILLAGE,
    "A": Feature.FARM,
    "W": Feature.WATER,
    "M": Feature.MONSTER,
    "H": Feature.HERO,
    "X": Feature.DESTROYED,
    "^": Feature.MOUNTAIN,
    "#": Feature.WASTELAND,
    "*": Feature.LANDMARK,
}
_LETTERS = {feature: mark for mark, feature in _MARKS.items()}
_DRAWN = frozenset("FVAWMHX")
LAYER_FIELDS = {"marks": Feature.MARKED, "tolls": Feature.TOLL, **{region.word: region for region in REGIONS}}
"""Fields that list the spaces of a feature; the other fields list those of a monster's initial."""
FIELD_NAME = rf"(?:{'|'.join(LAYER_FIELDS)}|[A-Z])"
"""Pattern of the name of a field that may follow the rows."""
ROW_NAMES = "ABCDEFGHIJK"


class NotationError(ValueError):
    """Error for text that is not valid notation; `line` and `column` are from 1, or 0 if unknown."""

    def __init__(self, reason: str, line: int = 0, column: int = 0) -> None:
        place = f"line {line}, column {column}: " if column else f"line {line}: " if line else ""
        super().__init__(place + reason)
        self.reason, self.line, self.column = reason, line, column


def space_name(where: Space) -> str:
    """Return the name of a space: row letter, then column from 1.

    >>> space_name(space(2, 4))
    'C5'
    """
    return f"{ROW_NAMES[row_of(where)]}{column_of(where) + 1}"


_SPACES: dict[str, Space] = {
    name: where for where in spaces(FULL) for name in (space_name(where), space_name(where).lower())
}


def space_of(name: str) -> Space:
    """Parse a space, "C5" or "c5". Raises NotationError."""
    where = _SPACES.get(name)
    if where is None:
        raise NotationError(f'"{name[:20]}" is no space: a row A to K, then a column 1 to {SIZE}')
    return where


def space_names(mask: Mask) -> tuple[str, ...]:
    """Return the names of a set's spaces in reading order."""
    return tuple(map(space_name, spaces(mask)))


def board_of(text: str) -> Board:
    """Parse a board: eleven rows of eleven spaces, north to south, separated by `/` or newlines.

    A final newline is allowed. `.` empty, `r` empty ruins, `F V A W M H` terrain, `X` destroyed, `^` mountain, `#`
    wasteland, `*` landmark; lower case (`f v a w m h x`) on a ruins space. Marks, coin spaces, regions and initials may
    follow: "marks:C5,C6 tolls:B2 region_1:A1,B1 D:A1,A2". Raises NotationError with line, column and reason.
    """
    match = _FIELDS.search(text)
    layers, initials = _layers(text[: match.start()] if match else text), dict[str, Mask]()
    for field in _fields(text, match.end()) if match else ():
        if field.name in LAYER_FIELDS:
            layers[LAYER_FIELDS[field.name]] = field.mask
            continue
        _check_initial(field, layers, initials, text)
        initials[field.name] = field.mask
    return replace(Board.of_layers(layers), initials=tuple(sorted(initials.items())))


_FIELDS = re.compile(rf"\s+(?={FIELD_NAME}:)")
"""Start of the fields that follow the rows."""
_JOINTS = re.compile(r"/|\r?\n")
"""Separators between rows, which also separate lines."""


class _Field(NamedTuple):
    """Named list of spaces in a board's text; `at` is its offset in characters."""

    name: str
    mask: Mask
    at: int


def _fields(text: str, begin: int) -> list[_Field]:
    fields: dict[str, _Field] = {}
    for field in re.compile(r"\S+").finditer(text, begin):
        name, colon, _listed = field[0].partition(":")
        if not colon or not re.fullmatch(FIELD_NAME, name) or name in fields:
            reason = f'"{field[0][:20]}" is no field: write each once, like marks:C5,C6 or D:A1,A2'
            raise NotationError(reason, *_place(text, field.start()))
        fields[name] = _Field(name, _named(text, field.start() + len(name) + 1, field.end()), field.start())
    return list(fields.values())


def _named(text: str, begin: int, end: int) -> Mask:
    """Parse the comma-separated spaces of a field."""
    mask, at = 0, begin
    for name in text[begin:end].split(","):
        try:
            bit = 1 << space_of(name)
        except NotationError as error:
            raise NotationError(error.reason, *_place(text, at)) from None
        if mask & bit:
            raise NotationError(f"{name} is named twice", *_place(text, at))
        mask, at = mask | bit, at + len(name) + 1
    return mask


def _check_initial(field: _Field, layers: dict[Feature, Mask], initials: dict[str, Mask], text: str) -> None:
    """Check that spaces hold a monster or are destroyed, and have only one initial."""
    bare = field.mask & ~(layers[Feature.MONSTER] | layers[Feature.DESTROYED])
    if bare:
        reason = f"{field.name}: {', '.join(space_names(bare))} is neither monster nor destroyed"
        raise NotationError(reason, *_place(text, field.at))
    for initial, mask in initials.items():
        if mask & field.mask:
            reason = f"{field.name}: {', '.join(space_names(mask & field.mask))} bears {initial} already"
            raise NotationError(reason, *_place(text, field.at))


def _place(text: str, at: int) -> tuple[int, int]:
    """Return the line and column, both from 1, of an offset; in one-line form a line is a row."""
    lines = _JOINTS.split(text[:at])
    return len(lines), len(lines[-1]) + 1


def _layers(text: str) -> dict[Feature, Mask]:
    rows = _JOINTS.split(text.removesuffix("\n").removesuffix("\r"))
    layers = dict.fromkeys(Feature, 0)
    for row, line in enumerate(rows):
        if row == SIZE:
            raise NotationError(f"a map has {SIZE} rows, this one has {len(rows)}", row + 1, 1)
        if len(line) != SIZE:
            raise NotationError(f"a row has {SIZE} spaces, this one has {len(line)}", row + 1, min(len(line), SIZE) + 1)
        for column, mark in enumerate(line):
            for feature in _features(mark, row, column):
                layers[feature] |= 1 << space(row, column)
    if len(rows) < SIZE:
        raise NotationError(f"a map has {SIZE} rows, this one has {len(rows)}", len(rows) + 1, 1)
    return layers


def _features(mark: str, row: int, column: int) -> tuple[Feature, ...]:
    if mark == ".":
        return ()
    if mark == "r":
        return (Feature.RUINS,)
    if mark in _MARKS:
        return (_MARKS[mark],)
    if mark.isascii() and mark.upper() in _DRAWN:
        return (_MARKS[mark.upper()], Feature.RUINS)
    raise NotationError(f'"{mark}" is none of . r ^ # * F V A W M H X f v a w m h x', row + 1, column + 1)


def board_text(board: Board, joined_by: str = "/") -> str:
    """Return the rows of a board, as read by `board_of`, without the fields that may follow."""
    return joined_by.join(
        "".join(_mark(board, 1 << space(row, column)) for column in range(SIZE)) for row in range(SIZE)
    )


def whole_board_text(board: Board, joined_by: str = "/") -> str:
    """Return the full text of a board, in the format that `board_of` reads.

    It has the rows, the spaces marked by heroes, coin spaces, regions, and the spaces where an initial was written,
    even if they have changed since.
    """
    fields = (*((name, board.layers[feature]) for name, feature in LAYER_FIELDS.items()), *board.initials)
    return " ".join([board_text(board, joined_by), *(f"{name}:{_listed(mask)}" for name, mask in fields if mask)])


def _listed(mask: Mask) -> str:
    return ",".join(space_names(mask))


def _mark(board: Board, bit: Mask) -> str:
    feature, on_ruins = board.feature_at(bit), board.on_ruins(bit)
    if feature is Feature.EMPTY:
        return "r" if on_ruins else "."
    letter = _LETTERS[feature]
    return letter.lower() if on_ruins else letter


@dataclass(frozen=True, slots=True)
class Placement:
    """Placement chosen by a seat.

    `option` is the 0-based index of the offered shape, `turn` its orientation, and `anchor` the space of its first
    cell.
    """

    option: int
    terrain: Terrain
    turn: ShapeTurn
    anchor: Space

    def __str__(self) -> str:
        """Return the notation: "2 forest r1 f C5" is the second shape, as forest, rotated once, flipped, first cell on
        C5.
        """
        flip = " f" if self.turn.flipped else ""
        return f"{self.option + 1} {self.terrain.word} r{self.turn.quarters}{flip} {space_name(self.anchor)}"


def placement_of(text: str) -> Placement:
    """Parse a placement; the turn may be omitted ("2 forest C5"). Raises NotationError."""
    match = re.fullmatch(r"(\d{1,2})\s+([a-z]+)(?:\s+r([0-3]))?(\s*f)?\s+(\w+)", text.strip().lower(), re.ASCII)
    if not match:
        raise NotationError("write a placement like: 2 forest r1 f C5")
    try:
        terrain = Terrain.from_word(match[2])
    except ValueError as error:
        raise NotationError(str(error)) from None
    if match[1].lstrip("0") == "":
        raise NotationError("the shapes are numbered from 1")
    return Placement(int(match[1]) - 1, terrain, ShapeTurn(int(match[3] or 0), bool(match[4])), space_of(match[5]))
