"""Maps, their spaces, and what is on these."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple

from django.templatetags.static import static
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from engine.cartographers.board import Board
from engine.cartographers.geometry import COLUMNS as DOWN
from engine.cartographers.geometry import ROWS as ACROSS
from engine.cartographers.geometry import (
    SIZE,
    STRIDE,
    Mask,
    Space,
    column_of,
    neighbours,
    row_of,
    space,
    spaces,
    surrounded_spaces,
)
from engine.cartographers.notation import ROW_NAMES, space_name
from engine.cartographers.terrain import FILLING, Feature
from games.cartographers.map.ink.drawing import ink_drawing
from games.cartographers.words.names import terrain_name
from games.play.people import Person


class SpaceState(NamedTuple):
    """One space and what is on it: the monster's `initial` that is written there ("" for none), whether it is ruins,
    whether a hero attacks it, and of a mountain whether it is surrounded.
    """

    where: Space
    feature: Feature
    initial: str
    on_ruins: bool
    marked: bool
    surrounded: bool


def space_state(board: Board, where: Space) -> SpaceState:
    """Return the contents of a space on a board."""
    bit = 1 << where
    feature = board.feature_at(bit)
    surrounded = feature is Feature.MOUNTAIN and bool(surrounded_spaces(bit, board.filled))
    return SpaceState(where, feature, board.initial_at(bit), board.on_ruins(bit), bool(board.marked & bit), surrounded)


def space_label(space: SpaceState) -> str:
    """A space and what is on it: "C5, forest, on ruins"."""
    words = {"space": space_name(space.where)}
    on_ruins = space.on_ruins
    match space.feature:
        case Feature.MOUNTAIN:
            text = _("%(space)s, mountain, surrounded") if space.surrounded else _("%(space)s, mountain")
        case Feature.EMPTY:
            text = _empty(on_ruins, space.marked)
        case Feature.DESTROYED:
            text = _("%(space)s, destroyed, on ruins") if on_ruins else _("%(space)s, destroyed")
        case Feature.WASTELAND:
            text = _("%(space)s, wasteland")
        case terrain:
            words["terrain"] = _terrain(terrain, space.initial)
            text = _("%(space)s, %(terrain)s, on ruins") if on_ruins else _("%(space)s, %(terrain)s")
    return text % words


def _terrain(terrain: Feature, initial: str) -> str:
    """The terrain's name, with the initial that is written in a monster."""
    name = terrain_name(terrain)
    return _("%(monster)s %(initial)s") % {"monster": name, "initial": initial} if initial else name


def _empty(on_ruins: bool, marked: bool) -> str:
    if marked:
        return _("%(space)s, empty ruins, under attack") if on_ruins else _("%(space)s, empty, under attack")
    return _("%(space)s, empty ruins") if on_ruins else _("%(space)s, empty")


def map_title(owner: Person) -> str:
    """Return what a seat's map is called to its viewer; after a past turn, with the stand-in where that drew."""
    title = _("Your map") if owner.me else _("%(name)s’s map") % {"name": owner.name}
    return _("%(map)s (turn drawn by a stand-in)") % {"map": title} if owner.by_stand_in else title


_DRAWN = tuple(feature for feature in FILLING if feature is not Feature.MOUNTAIN)
COLUMNS = tuple(str(column + 1) for column in range(SIZE))
_ROWS = tuple((letter, tuple(space(row, column) for column in range(SIZE))) for row, letter in enumerate(ROW_NAMES))

ROW_LABELS = tuple((f"{row}.65", name) for row, name in enumerate(ROW_NAMES))
COLUMN_LABELS = tuple((f"{column}.5", name) for column, name in enumerate(COLUMNS))
"""Row and column labels next to a drawing whose unit is one space, each with its position."""


class SpaceView(NamedTuple):
    """One space: what is on it, its classes, whether it may be chosen, a number that it bears, and the numbers of the
    seats that drew there on their own maps.
    """

    state: SpaceState
    css: str
    active: bool
    number: str = ""
    seats: str = ""

    @property
    def id(self) -> str:
        """Name of the space, such as "C5"."""
        return space_name(self.state.where)

    @property
    def label(self) -> str:
        """Text for screen readers."""
        return space_label(self.state)


class RowView(NamedTuple):
    """Row with its letter."""

    name: str
    spaces: tuple[SpaceView, ...]


@dataclass(frozen=True, slots=True)
class MapView:
    """The large map, with its `drawing` below. Its active spaces are buttons named `button`."""

    caption: str
    columns: tuple[str, ...]
    rows: tuple[RowView, ...]
    button: str
    drawing: SafeString


@dataclass(frozen=True, slots=True)
class Marks:
    """Layers shown on top of a map.

    `ghost` is the shape in hand in its `terrain`, `legal` if it may be drawn there. `fresh` is the latest drawing,
    `before` the one before it. `wanted` are spaces to cover, or to choose from. `attack` is a hero's attack, `doomed`
    what would be destroyed, `harm` the spaces that a monster would cost. `lit` are the spaces that a sentence
    mentions. `heat` maps a space to a CSS class and a number as text. `others` maps a space where other players drew
    to their seat numbers.
    """

    ghost: Mask = 0
    terrain: str = ""
    legal: bool = True
    fresh: Mask = 0
    wanted: Mask = 0
    attack: Mask = 0
    doomed: Mask = 0
    lit: Mask = 0
    before: Mask = 0
    harm: Mask = 0
    heat: Mapping[Space, tuple[str, str]] = field(default_factory=dict)
    others: Mapping[Space, str] = field(default_factory=dict)


def map_view(board: Board, caption: str, marks: Marks, *, active: Mask = 0, button: str = "at") -> MapView:
    """Return the large map of a board, with its active spaces as buttons."""
    shown = _MarkedBoard(board, marks, board.monster_losses(), completed_spaces(board, marks.fresh))
    rows = tuple(
        RowView(letter, tuple(_space(shown, where, bool(active >> where & 1)) for where in row))
        for letter, row in _ROWS
    )
    drawing = ink_drawing(board, marks.fresh | marks.before, static("img/map.svg"))
    return MapView(caption, COLUMNS, rows, button, drawing)


def completed_spaces(board: Board, fresh: Mask) -> Mask:
    """Return the mountains that a fresh drawing has surrounded, and the rows and columns that it filled."""
    drawn = fresh & ~board.layers[Feature.DESTROYED]
    if not drawn:
        return 0
    mask = neighbours(drawn) & board.surrounded_mountains()
    for line in (*ACROSS, *DOWN):
        if line & drawn and not line & board.empty:
            mask |= line
    return mask


class _MarkedBoard(NamedTuple):
    """Board with its marks and the values derived from them."""

    board: Board
    marks: Marks
    losses: Mask
    gleaming: Mask


def _space(shown: _MarkedBoard, where: Space, active: bool) -> SpaceView:
    board, marks, losses, gleams = shown
    state, bit = space_state(board, where), 1 << where
    empty = state.feature is Feature.EMPTY
    classes = [] if empty else [f"t-{state.feature.word}"]
    if state.on_ruins:
        classes.append("ruins")
    if losses & bit:
        classes.append("cost")
    if state.marked:
        classes.append("marked")
    if marks.wanted & bit:
        classes.append("wanted")
    if marks.attack & bit:
        classes.append("attack")
    if marks.doomed & bit:
        classes.append("doomed")
    if marks.harm & bit:
        classes.append("harm")
    if marks.lit & bit:
        classes.append("lit")
    if marks.fresh & bit:
        classes += ["fresh", "new"]
    elif marks.before & bit:
        classes.append("fresh")
    if gleams & bit:
        classes.append("gleam")
    if marks.ghost & bit:
        classes += _ghost_classes(marks, bit, empty=empty)
    css, number = marks.heat.get(where, ("", ""))
    classes += [css] if css else []
    seats = marks.others.get(where, "")
    classes += ["others"] if seats else []
    return SpaceView(state, " ".join(classes), active, number, seats)


def _ghost_classes(marks: Marks, bit: Mask, *, empty: bool) -> list[str]:
    """Return the CSS classes of a space under the shape in hand."""
    classes = ["ghost", f"g-{marks.terrain}", *sides("g", marks.ghost, bit)]
    classes += [] if marks.legal else ["bad"]
    classes += [] if empty else ["blocked"]
    return classes


def sides(prefix: str, piece: Mask, bit: Mask) -> list[str]:
    """Return a class for each side (n, e, s, w) of a space that is on the outline of a piece."""
    beyond = (("n", bit >> STRIDE), ("e", bit << 1), ("s", bit << STRIDE), ("w", bit >> 1))
    return [prefix + side for side, neighbour in beyond if not piece & neighbour]


class Edges(NamedTuple):
    """Spaces with an edge on their north, east, south or west side."""

    north: Mask
    east: Mask
    south: Mask
    west: Mask


def edges_of(mask: Mask) -> Edges:
    """Return the outline of a set of spaces, the edge of the map included."""
    return Edges(mask & ~(mask << STRIDE), mask & ~(mask >> 1), mask & ~(mask >> STRIDE), mask & ~(mask << 1))


def cluster_edges(board: Board) -> Edges:
    """Return the outlines of a board's clusters, without mountains.

    Clusters stay open along the edge of the map.
    """
    north = east = south = west = 0
    for feature in _DRAWN:
        n, e, s, w = edges_of(board.layers[feature])
        north, east, south, west = north | n, east | e, south | s, west | w
    return Edges(north & ~ACROSS[0], east & ~DOWN[-1], south & ~ACROSS[-1], west & ~DOWN[0])


@dataclass(frozen=True, slots=True)
class Patch:
    """Path on a small map for all spaces of one kind, or for their outlines; the unit is one space.

    `pattern` is true if the page has a fill pattern of that name.
    """

    css: str
    path: str
    pattern: bool = False


@lru_cache(2_000)
def patches(board: Board, fresh: Mask = 0) -> tuple[Patch, ...]:
    """Return a small board: a path per kind of space, ruins below, outlines and fresh drawings on top."""
    layers = board.layers
    paths = [Patch("ruins", path(board.empty_ruins))] if board.empty_ruins else []
    paths += [Patch(f"t-{feature.word}", path(layers[feature]), pattern=True) for feature in _DRAWN if layers[feature]]
    if mountains := layers[Feature.MOUNTAIN]:
        paths.append(Patch("t-mountain", _peaks(mountains)))
    if board.marked:
        paths.append(Patch("marked", path(board.marked)))
    paths.append(Patch("edges", outline(cluster_edges(board))))
    return (*paths, Patch("fresh", outline(edges_of(fresh)))) if fresh else tuple(paths)


def changed_patches(before: Board, after: Board) -> tuple[Patch, ...]:
    """Return the paths of what is new on a small map: one for each kind of space, and an outline on top."""
    new = {feature: after.layers[feature] & ~before.layers[feature] for feature in _DRAWN}
    paths = [Patch(f"t-{feature.word}", path(mask), pattern=True) for feature, mask in new.items() if mask]
    if marked := after.marked & ~before.marked:
        paths.append(Patch("marked", path(marked)))
    changed = after.filled & ~before.filled | new[Feature.DESTROYED]
    return (*paths, Patch("fresh", outline(edges_of(changed)))) if changed else tuple(paths)


def path(mask: Mask) -> str:
    """Return a set of spaces as an SVG path with a rectangle for each run in a row."""
    return "".join(f"M{column} {row}h{length}v1h-{length}z" for row, column, length in _runs(mask))


def _peaks(mask: Mask) -> str:
    """Return mountains as an SVG path with a triangle each."""
    return "".join(f"M{column_of(where)}.1 {row_of(where)}.9l.4-.8.4.8z" for where in spaces(mask))


def outline(edges: Edges) -> str:
    """Return edges as an SVG path: run by run on north and south sides, space by space on the others."""
    across = ((edges.north, 0), (edges.south, 1))
    down = ((edges.west, 0), (edges.east, 1))
    steps = [f"M{column} {row + below}h{length}" for mask, below in across for row, column, length in _runs(mask)]
    for mask, beyond in down:
        steps += [
            f"M{column + beyond} {row}v1"
            for row, first, length in _runs(mask)
            for column in range(first, first + length)
        ]
    return "".join(steps)


def _runs(mask: Mask) -> Iterator[tuple[int, int, int]]:
    """Yield the unbroken runs of a set: row, first column, length."""
    for row in range(SIZE):
        spaces = mask >> row * STRIDE & (1 << SIZE) - 1
        while spaces:
            low = spaces & -spaces
            after = spaces + low  # carries through the run
            run = spaces & ~after
            yield row, low.bit_length() - 1, run.bit_count()
            spaces &= ~run
