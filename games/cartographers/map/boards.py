"""Maps, their spaces, and what is on these."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final, NamedTuple

from django.templatetags.static import static
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from engine.cartographers.board import Board
from engine.cartographers.geometry import COLUMNS as DOWN
from engine.cartographers.geometry import (
    FULL,
    SIZE,
    STRIDE,
    Mask,
    Space,
    column_of,
    neighbours,
    row_of,
    space,
    spaces,
)
from engine.cartographers.geometry import ROWS as ACROSS
from engine.cartographers.notation import ROW_NAMES, space_name
from engine.cartographers.terrain import FILLING, REGIONS, Feature
from games.cartographers.map.ink.drawing import ink_drawing
from games.cartographers.map.ink.outlines import UNIT, outline, plain_outline
from games.cartographers.words.names import terrain_name
from games.play.board_grid import BoardGrid
from games.play.people import Person
from games.play.words import comma_list


class SpaceState(NamedTuple):
    """One space and what is on it: the monster's `initial` that is written there ("" for none), whether it is ruins,
    whether a hero attacks it, and of a mountain or landmark whether it is surrounded. `toll` is True for an empty coin
    space, and `regions` are those that the space is in.
    """

    where: Space
    feature: Feature
    initial: str
    on_ruins: bool
    marked: bool
    surrounded: bool
    toll: bool = False
    regions: tuple[Feature, ...] = ()


def space_state(board: Board, where: Space) -> SpaceState:
    """Return the contents of a space on a board."""
    return _state(board, where, surrounded=bool(_surrounded(board) >> where & 1))


def _surrounded(board: Board) -> Mask:
    """Return the mountains and landmarks that are surrounded."""
    mountains = board.surrounded_mountains()
    return mountains | board.surrounded_landmarks() if board.layers[Feature.LANDMARK] else mountains


def _state(board: Board, where: Space, *, surrounded: bool) -> SpaceState:
    bit = 1 << where
    feature = board.feature_at(bit)
    state = SpaceState(where, feature, board.initial_at(bit), board.on_ruins(bit), bool(board.marked & bit), surrounded)
    if not any(board.layers[Feature.TOLL :]):
        return state
    regions = tuple(region for region in REGIONS if board.layers[region] & bit)
    return state._replace(toll=bool(board.tolls & bit), regions=regions)


def space_label(space: SpaceState) -> str:
    """A space and what is on it: "C5, forest, on ruins", "C6, empty, coin space, region 1"."""
    words = {"space": space_name(space.where)}
    on_ruins = space.on_ruins
    match space.feature:
        case Feature.MOUNTAIN:
            text = _("%(space)s, mountain, surrounded") if space.surrounded else _("%(space)s, mountain")
        case Feature.LANDMARK:
            text = _("%(space)s, landmark, surrounded") if space.surrounded else _("%(space)s, landmark")
        case Feature.EMPTY:
            text = _empty(on_ruins, space.marked)
        case Feature.DESTROYED:
            text = _("%(space)s, destroyed, on ruins") if on_ruins else _("%(space)s, destroyed")
        case Feature.WASTELAND:
            text = _("%(space)s, wasteland")
        case terrain:
            words["terrain"] = _terrain(terrain, space.initial)
            text = _("%(space)s, %(terrain)s, on ruins") if on_ruins else _("%(space)s, %(terrain)s")
    more = [*([terrain_name(Feature.TOLL)] if space.toll else []), *map(terrain_name, space.regions)]
    return comma_list([text % words, *more]) if more else text % words


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
LABELED_VIEW_BOX: Final = (-0.9, -0.9, 12.1, 12.1)
"""View box of a drawing with these labels, as in `_small_map.html`."""
GRID: Final = BoardGrid(
    LABELED_VIEW_BOX, {space_name(where): (column_of(where) + 0.5, row_of(where) + 0.5) for where in spaces(FULL)}
)
"""Spaces of a drawing with labels."""


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


@dataclass(frozen=True, slots=True, eq=False)
class RowView:
    """Row with its letter, compared by identity for quick cache lookups. `_row` caches equal rows."""

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
    mentions. `hints` are good answers, drawn as numbered outlines. `pieces` are the spaces that each turn changed,
    with thin lines between them. `heat` maps a space to a CSS class and a number as text. `others` maps a space where
    other players drew to their seat numbers.
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
    pieces: tuple[Mask, ...] = ()
    hints: tuple[Mask, ...] = ()
    heat: Mapping[Space, tuple[str, str]] = field(default_factory=dict)
    others: Mapping[Space, str] = field(default_factory=dict)

    def __hash__(self) -> int:
        """Return a hash of all marks, so that caches tell apart maps that differ in one of them."""
        masks = (self.ghost, self.fresh, self.wanted, self.attack, self.doomed, self.lit, self.before, self.harm)
        return hash((masks, self.terrain, frozenset(self.heat.items()), frozenset(self.others.items())))

    def of_row(self, row: Mask) -> Marks:
        """Return the marks that matter to one row; the outline of a ghost depends on the rows beside it."""
        ghost = self.ghost & (row | row << STRIDE | row >> STRIDE)
        return Marks(
            ghost=ghost,
            terrain=self.terrain if ghost else "",
            legal=self.legal or not ghost,
            fresh=self.fresh & row,
            wanted=self.wanted & row,
            attack=self.attack & row,
            doomed=self.doomed & row,
            lit=self.lit & row,
            before=self.before & row,
            harm=self.harm & row,
            heat={where: shown for where, shown in self.heat.items() if row >> where & 1},
            others={where: seats for where, seats in self.others.items() if row >> where & 1},
        )


def map_view(board: Board, caption: str, marks: Marks, *, active: Mask = 0, button: str = "at") -> MapView:
    """Return the large map of a board, with its active spaces as buttons."""
    shown = _MarkedBoard(
        board,
        marks,
        losses=board.monster_losses(),
        gleaming=completed_spaces(board, marks.fresh),
        surrounded=_surrounded(board),
        active=active,
    )
    rows = tuple(_row(number, shown.of_row(row)) for number, row in enumerate(ACROSS))
    drawing = ink_drawing(board, marks.fresh | marks.before, static("img/map.svg"), pieces=marks.pieces)
    hinted = "".join(_hint_drawing(number, cells) for number, cells in enumerate(marks.hints, 1))
    below = SafeString(f'<svg class="ink" viewBox="0 0 1100 1100" aria-hidden="true">{drawing}{hinted}</svg>')
    return MapView(caption, COLUMNS, rows, button, below)


def _hint_drawing(number: int, cells: Mask) -> str:
    """Return the outline of a hint with its number, in its first space."""
    where = spaces(cells)[0]
    x, y = column_of(where) * UNIT + UNIT // 2, row_of(where) * UNIT + UNIT // 2
    return (
        f'<g class="hinted"><path d="{outline(cells, cells)}"/>'
        f'<circle cx="{x}" cy="{y}" r="30"/><text x="{x}" y="{y}">{number}</text></g>'
    )


def completed_spaces(board: Board, fresh: Mask) -> Mask:
    """Return the mountains and landmarks that a fresh drawing has surrounded, and the lines that it filled."""
    drawn = fresh & ~board.layers[Feature.DESTROYED]
    if not drawn:
        return 0
    mask = neighbours(drawn) & _surrounded(board)
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
    surrounded: Mask
    active: Mask

    def of_row(self, row: Mask) -> _MarkedBoard:
        """Return what matters to one row."""
        board, marks, *derived = self
        layers = tuple(layer & row for layer in board.layers)
        initials = tuple((initial, cells & row) for initial, cells in board.initials if cells & row)
        return _MarkedBoard(Board(layers, initials), marks.of_row(row), *(mask & row for mask in derived))


# A turn changes few rows of a map, and the page of a table shows the others as it did before.
@lru_cache(2_000)
def _row(number: int, shown: _MarkedBoard) -> RowView:
    """Return a row of a map, given what matters to it."""
    letter, row = _ROWS[number]
    return RowView(letter, tuple(_space(shown, where) for where in row))


def _space(shown: _MarkedBoard, where: Space) -> SpaceView:
    board, marks, losses, gleams, surrounded, active = shown
    bit = 1 << where
    state = _state(board, where, surrounded=bool(surrounded & bit))
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
    return SpaceView(state, " ".join(classes), bool(active & bit), number, seats)


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


@dataclass(frozen=True, slots=True)
class Patch:
    """Path on a small map for all spaces of one kind, or for a line; the unit is one space.

    `pattern` is true if the page has a fill pattern of that name.
    """

    css: str
    path: str
    pattern: bool = False


@lru_cache(2_000)
def patches(board: Board, fresh: Mask = 0) -> tuple[Patch, ...]:
    """Return a small board: a path for each kind of space, ruins and mountains on top, then fresh drawings."""
    layers = board.layers
    paths = [
        Patch(f"t-{feature.word}", plain_outline(layers[feature]), pattern=True)
        for feature in _DRAWN
        if layers[feature]
    ]
    if ruins := layers[Feature.RUINS]:
        paths.append(Patch("stones", _each(ruins, "M{}.16 {}.5a.34.34 0 0 1 .68 0a.34.34 0 0 1-.68 0z")))
    if board.empty_ruins:
        paths.append(Patch("arch", _each(board.empty_ruins, "M{}.38 {}.66v-.16a.12.12 0 0 1 .24 0v.16")))
    if tolls := board.tolls:
        paths.append(
            Patch("toll", _each(tolls, "M{}.24 {}.5a.26.26 0 0 1 .52 0a.26.26 0 0 1-.52 0zm.16-.1v.2h.2v-.2z"))
        )
    for region in REGIONS:
        if layers[region]:
            paths.append(Patch("stones", plain_outline(layers[region])))
    if mountains := layers[Feature.MOUNTAIN]:
        paths.append(Patch("t-mountain", _each(mountains, "M{}.06 {}.92l.46-.92.42.92z")))
        paths.append(Patch("shade", _each(mountains, "M{}.52 {}l.42.92h-.3l-.2-.3.1-.2z")))
    if board.marked:
        paths.append(Patch("marked", plain_outline(board.marked)))
    return (*paths, Patch("fresh", plain_outline(fresh))) if fresh else tuple(paths)


def _each(mask: Mask, drawing: str) -> str:
    """Return a path drawn in each space, given by its column and row."""
    return "".join(drawing.format(column_of(where), row_of(where)) for where in spaces(mask))
