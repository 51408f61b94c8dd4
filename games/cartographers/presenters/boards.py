"""Boards on a page: the large map as a table of spaces, the small ones as drawings."""

from __future__ import annotations

from dataclasses import dataclass

from engine.cartographers.board import Board
from engine.cartographers.geometry import SIZE, STRIDE, Mask, Space, column_of, row_of, space, spaces
from engine.cartographers.notation import space_name
from engine.cartographers.terrain import Feature
from games.cartographers.words.announcements import space_label

_LAYERS = (
    Feature.FOREST,
    Feature.VILLAGE,
    Feature.FARM,
    Feature.WATER,
    Feature.MONSTER,
    Feature.HERO,
    Feature.MOUNTAIN,
    Feature.WASTELAND,
    Feature.DESTROYED,
)
COLUMNS = tuple(str(column + 1) for column in range(SIZE))
_SPACES = tuple(
    tuple((space_name(space(row, column)), 1 << space(row, column)) for column in range(SIZE)) for row in range(SIZE)
)


@dataclass(frozen=True, slots=True)
class SpaceView:
    """One space: its id ("C5"), its classes, its symbol and its monster's initial ("" for none), what a screen reader
    says of it, and whether it may be chosen.
    """

    id: str
    css: str
    glyph: str
    initial: str
    label: str
    active: bool


@dataclass(frozen=True, slots=True)
class RowView:
    """One row, by its letter."""

    name: str
    spaces: tuple[SpaceView, ...]


@dataclass(frozen=True, slots=True)
class MapView:
    """The large map. Its active spaces are buttons named `button`."""

    caption: str
    columns: tuple[str, ...]
    rows: tuple[RowView, ...]
    button: str


@dataclass(frozen=True, slots=True)
class Marks:
    """What is shown on top of a board: the ghost, in its terrain, and whether it may lie there; what was drawn last;
    spaces that the ghost must cover, or one of which is to be chosen; a hero's attack; what would be destroyed.
    """

    ghost: Mask = 0
    terrain: str = ""
    legal: bool = True
    fresh: Mask = 0
    wanted: Mask = 0
    attack: Mask = 0
    doomed: Mask = 0


def map_view(board: Board, caption: str, marks: Marks, *, active: Mask = 0, button: str = "at") -> MapView:
    """The large map of a board, its active spaces buttons."""
    losses = board.monster_losses()
    rows = tuple(
        RowView(
            spaces[0][0][0], tuple(_space(board, name, bit, marks, losses, bool(active & bit)) for name, bit in spaces)
        )
        for spaces in _SPACES
    )
    return MapView(caption, COLUMNS, rows, button)


def _space(board: Board, name: str, bit: Mask, marks: Marks, losses: Mask, active: bool) -> SpaceView:
    layers = board.layers
    glyph = next((feature.word for feature in _LAYERS if layers[feature] & bit), "")
    classes = [f"t-{glyph}"] if glyph else []
    if layers[Feature.RUINS] & bit:
        classes.append("ruins")
    if losses & bit:
        classes.append("cost")
    if layers[Feature.MARKED] & bit:
        classes.append("marked")
    if marks.wanted & bit:
        classes.append("wanted")
    if marks.attack & bit:
        classes.append("attack")
    if marks.doomed & bit:
        classes.append("doomed")
    if marks.fresh & bit:
        classes += ["fresh", *_edges("f", marks.fresh, bit)]
    if marks.ghost & bit:
        classes += ["ghost", f"g-{marks.terrain}", *_edges("g", marks.ghost, bit)]
        classes += [] if marks.legal else ["bad"]
        classes += ["blocked"] if layers[Feature.FILLED] & bit else []
    glyph = glyph or ("ruins" if layers[Feature.RUINS] & bit else "")
    initial = next((initial for initial, cells in board.initials if cells & bit), "") if board.initials else ""
    label = space_label(board, Space(bit.bit_length() - 1))
    return SpaceView(name, " ".join(classes), glyph, initial, label, active)


def _edges(prefix: str, piece: Mask, bit: Mask) -> list[str]:
    """The sides (n, e, s, w) on which a space of a piece lies at its outline, as classes."""
    beyond = (("n", bit >> STRIDE), ("e", bit << 1), ("s", bit << STRIDE), ("w", bit >> 1))
    return [prefix + side for side, neighbour in beyond if not piece & neighbour]


@dataclass(frozen=True, slots=True)
class Patch:
    """All spaces of one kind on a small board, as one path of unit squares."""

    css: str
    path: str


def patches(board: Board, fresh: Mask = 0) -> tuple[Patch, ...]:
    """A small board: a path for each kind of space that it has, ruins beneath, fresh drawings on top."""
    kinds = [("ruins", board.empty_ruins)]
    kinds += [(f"t-{feature.word}", board.layers[feature]) for feature in _LAYERS]
    kinds.append(("marked", board.marked))
    found = [Patch(css, path(mask)) for css, mask in kinds if mask]
    return (*found, Patch("fresh", outline(fresh))) if fresh else tuple(found)


def path(mask: Mask) -> str:
    """A set of spaces as an SVG path of unit squares, runs of a row joined."""
    steps = []
    for row in range(SIZE):
        column = 0
        while column < SIZE:
            length = 0
            while column + length < SIZE and mask >> space(row, column + length) & 1:
                length += 1
            if length:
                steps.append(f"M{column} {row}h{length}v1h-{length}z")
            column += length or 1
    return "".join(steps)


def outline(mask: Mask) -> str:
    """The outline of a set of spaces as an SVG path, side by side."""
    lines = {"n": "M{1} {0}h1", "e": "M{3} {0}v1", "s": "M{1} {2}h1", "w": "M{1} {0}v1"}
    steps = []
    for where in spaces(mask):
        row, column = row_of(where), column_of(where)
        steps += [lines[side].format(row, column, row + 1, column + 1) for side in _edges("", mask, 1 << where)]
    return "".join(steps)
