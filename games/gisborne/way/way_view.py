"""The way as a page shows it: tiles, their fields, and what lies and stands on them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.templatetags.static import static
from django.utils.safestring import SafeString

from engine.contract import Seat
from engine.gisborne.outlook import Outlook
from engine.gisborne.tiles import SLOTS, Square, Tile
from engine.gisborne.view import View
from games.gisborne.way import words
from games.gisborne.way.tile_drawing import tile_drawing
from games.gisborne.way.walk import Walk
from games.gisborne.words.names import tile_name
from games.play.chart import seat_mark
from games.play.people import Person


@dataclass(frozen=True, slots=True)
class PawnView:
    """Pawn of a seat: its owner, the classes of its colors, the path of its mark, and a crest, "" for none."""

    seat: Seat
    name: str
    css: str
    mark: str
    mark_css: str
    crest: str
    me: bool


@dataclass(frozen=True, slots=True)
class PlaceView:
    """Field or slot: its id and text, its square (from 1), and its number in the corner, "" for none.

    `chip` is 0 for none. Two `pawns` share a field while one of them waits at a river in mid-move. With `ghost`, the
    viewer's play in the making would end here.
    """

    id: str
    text: str
    row: int
    column: int
    number: str = ""
    chip: int = 0
    pawns: tuple[PawnView, ...] = ()
    ghost: PawnView | None = None


@dataclass(frozen=True, slots=True)
class TileView:
    """Tile with its fields and, on the end tile, the slots of the beach, highest first.

    `behind` is True if every pawn is beyond it.
    """

    id: str
    name: str
    drawing: SafeString
    fields: tuple[PlaceView, ...]
    slots: tuple[PlaceView, ...] = ()
    behind: bool = False


@dataclass(frozen=True, slots=True)
class BarView:
    """Bar: its pawns, most advanced first."""

    text: str
    pawns: tuple[PawnView, ...]


@dataclass(frozen=True, slots=True)
class WayView:
    """The way. `bar` lies on the first tile.

    `stack` is the text of the tiles that nobody has seen, "" for none, and `next_chip` the chip of the next one, 0 for
    none. `ghost` is the viewer's pawn if its play in the making would end on one of them. `apart` is the end tile until
    it joins the way. `own` is the viewer's pawn, None for spectators.
    """

    bar: BarView
    tiles: tuple[TileView, ...]
    stack: str
    next_chip: int
    ghost: PawnView | None
    apart: TileView | None
    own: PawnView | None
    walk: Walk

    @property
    def has_behind(self) -> bool:
        """True if every pawn is beyond some tile."""
        return self.tiles[0].behind


@dataclass(frozen=True, slots=True)
class _Pieces:
    """Pawns by field and slot, and the ghost's field or slot, 0 for none."""

    view: View
    on_field: dict[int, tuple[PawnView, ...]]
    on_slot: dict[int, tuple[PawnView, ...]]
    ghost: PawnView | None
    ghost_field: int = 0
    ghost_slot: int = 0


def way_view(view: View, people: Sequence[Person], outlook: Outlook | None = None, walk: Walk | None = None) -> WayView:
    """Return the way. `people` are in seat order; `walk` are the moves that its page shows once."""
    pawns = [_pawn(person) for person in people]
    pieces = _pieces(view, pawns, outlook)
    definition = view.definition
    ends = view.way.ends
    hindmost = min((at for seat, at in enumerate(view.at) if Seat(seat) not in view.arrived), default=view.way.last + 1)
    tiles = tuple(
        _tile(definition.tiles[tile], first, pieces, behind=last < hindmost)
        for tile, first, last in zip(view.way.tiles, (0, *ends), ends, strict=False)
    )
    on_bar = [pawns[seat] for seat in view.bar if not view.at[seat] and seat not in view.arrived]
    return WayView(
        bar=BarView(words.bar_text(words.pawn_name(pawn.name, me=pawn.me) for pawn in on_bar), tuple(on_bar)),
        tiles=tiles,
        stack=words.stack_text(view.tiles_left, view.next_chip) if view.tiles_left else "",
        next_chip=view.next_chip,
        ghost=pieces.ghost if outlook and not outlook.known else None,
        apart=None if view.way.tiles[-1] == definition.end.id else _apart(view, pieces),
        own=next((pawn for pawn in pawns if pawn.me), None),
        walk=walk or Walk(),
    )


def _apart(view: View, pieces: _Pieces) -> TileView:
    """Return the end tile apart from the way. Once all path tiles lie there, the numbers of its fields are known."""
    return _tile(view.definition.end, None if view.tiles_left else view.way.last, pieces)


def _pawn(person: Person) -> PawnView:
    mark = seat_mark(person.seat)
    return PawnView(person.seat, person.name, person.css, mark.path, mark.css, person.crest, person.me)


def _pieces(view: View, pawns: Sequence[PawnView], outlook: Outlook | None) -> _Pieces:
    on_field: dict[int, tuple[PawnView, ...]] = {}
    for pawn, at in zip(pawns, view.at, strict=True):
        if at and pawn.seat not in view.arrived:
            on_field[at] = (*on_field.get(at, ()), pawn)
    on_slot: dict[int, tuple[PawnView, ...]] = {SLOTS[place]: (pawns[seat],) for place, seat in enumerate(view.arrived)}
    own = next((pawn for pawn in pawns if pawn.me), None)
    if outlook is None or own is None:
        return _Pieces(view, on_field, on_slot, None)
    if outlook.beach:
        return _Pieces(view, on_field, on_slot, own, ghost_slot=SLOTS[len(view.arrived)])
    return _Pieces(view, on_field, on_slot, own, ghost_field=outlook.to if outlook.known else 0)


def _tile(tile: Tile, first: int | None, pieces: _Pieces, *, behind: bool = False) -> TileView:
    """Return a tile; `first` is the number of the last field before it, None if it is apart from the way."""
    beach = _slots(tile)
    return TileView(
        id=tile.id,
        name=tile_name(tile),
        drawing=tile_drawing(tile, static("img/way.svg")),
        fields=tuple(_field(tile, within, first, pieces) for within in range(1, len(tile.path) + 1)),
        slots=tuple(_slot(slot, beach[slot], pieces) for slot in SLOTS) if beach else (),
        behind=behind,
    )


def _field(tile: Tile, within: int, first: int | None, pieces: _Pieces) -> PlaceView:
    number = 0 if first is None else first + within
    row, column = tile.path[within - 1]
    bridge = (tile.bridge[1] + (first or 0)) if tile.bridge and tile.bridge[0] == within and number else 0
    text = words.field_text(number, tile.marks[within - 1], river=within in tile.rivers, bridge=bridge)
    chip = pieces.view.on_way.get(number, 0)
    pawns = pieces.on_field.get(number, ())
    ghost = pieces.ghost if number and number == pieces.ghost_field else None
    return PlaceView(
        id=words.field_id(number) if number else "",
        text=_whole_text(text, chip, pawns),
        row=row + 1,
        column=column + 1,
        number=str(number or ""),
        chip=chip,
        pawns=pawns,
        ghost=ghost,
    )


def _slot(slot: int, square: Square, pieces: _Pieces) -> PlaceView:
    chip = pieces.view.beach_chip if slot == SLOTS[0] else 0
    pawns = pieces.on_slot.get(slot, ())
    ghost = pieces.ghost if slot == pieces.ghost_slot else None
    text = _whole_text(words.slot_text(slot), chip, pawns)
    row, column = square
    return PlaceView(words.slot_id(slot), text, row + 1, column + 1, str(slot), chip, pawns, ghost)


def _whole_text(text: str, chip: int, pawns: Iterable[PawnView]) -> str:
    """Return a place with what is on it, as in "26, viewpoint, chip worth 1, Ben"."""
    parts = [text]
    if chip:
        parts.append(words.chip_text(chip))
    parts += [words.pawn_name(pawn.name, me=pawn.me) for pawn in pawns]
    return ", ".join(parts)


def _slots(tile: Tile) -> dict[int, Square]:
    """Return the squares of the slots on a tile by their numbers; none on tiles without a beach."""
    marks = {mark: (row, column) for row, text in enumerate(tile.rows) for column, mark in enumerate(text)}
    return {slot: marks[str(slot)] for slot in SLOTS if str(slot) in marks}
