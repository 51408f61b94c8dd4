"""Shapes and initials that another card has already: its editor is told, and has it all the same."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import reduce
from operator import or_
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.cartographers import cards
from engine.cartographers.board import Board
from engine.cartographers.cards import AmbushCard, ExploreCard, Season
from engine.cartographers.catalog import cartographers, heroes
from engine.cartographers.geometry import FULL, Mask, clusters, neighbours, space_bit, spaces
from engine.cartographers.mixing.library import Library
from engine.cartographers.notation import space_names
from engine.cartographers.shapes import Shape
from engine.cartographers.sheet import Sheet
from games.cartographers.shelf.contradictions import find_contradictions
from games.cartographers.shelf.kinds import EntryKind
from games.cartographers.words.names import card_name, sheet_name
from games.catalog.shelves import Data, Sections
from games.play.words import comma_list

_READ: Final[dict[EntryKind, Callable[[Any], ExploreCard | AmbushCard]]] = {
    EntryKind.EXPLORE: cards.explore_from_json,
    EntryKind.AMBUSH: cards.ambush_from_json,
}


def known_shape_warnings(kind: EntryKind, definition: Data, in_play: Sections) -> Iterator[str]:
    """Sentences about the shapes of a stored form that other cards in play of its kind have, however they are held;
    nothing about those with which the card itself was published.
    """
    if kind not in _READ:
        return
    card = _READ[kind](definition)
    printed = _printed(card.id)
    held = [entry for kinds in in_play.values() for entry in kinds.get(kind.value, ()) if entry["id"] != card.id]
    others = [_READ[kind](entry) for entry in held]
    for number, shape in enumerate(_shapes(card), 1):
        names = [card_name(other) for other in others if _same(shape, _shapes(other))]
        if names and not _same(shape, printed):
            words = {"number": number, "cards": comma_list(list(dict.fromkeys(names)))}
            yield _("Shape %(number)d is already on these cards: %(cards)s.") % words


def shared_initial_warnings(kind: EntryKind, definition: Data, in_play: Sections) -> Iterator[str]:
    """Yield a sentence about an ambush card whose initial other ambush cards in play have."""
    initial = definition.get("initial") if kind is EntryKind.AMBUSH else None
    if not initial:
        return
    held = [entry for kinds in in_play.values() for entry in kinds.get(kind.value, ())]
    names = [
        card_name(cards.ambush_from_json(entry))
        for entry in held
        if entry["initial"] == initial and entry["id"] != definition["id"]
    ]
    if names:
        words = {"initial": initial, "cards": comma_list(list(dict.fromkeys(names)))}
        yield (
            _(
                "The initial %(initial)s is already used by: %(cards)s. A set can’t contain two ambush cards with the "
                "same initial."
            )
            % words
        )


def _printed(key: str) -> list[Shape]:
    """The shapes of the published card of an id."""
    boxes = (cartographers(), heroes())
    found = [shelf[key] for box in boxes for shelf in (box.explore, box.ambushes) if key in shelf]
    return [shape for card in found for shape in _shapes(card)]


def _shapes(card: Any) -> list[Shape]:
    return [option.shape for option in card.options]


def _same(shape: Shape, others: Sequence[Shape]) -> bool:
    ways = {way.cells for way in shape.orientations}
    return any(other.cells in ways for other in others)


MOST_CELLS: Final = 5
LONGEST: Final = 4
"""Number of spaces of the largest published shape, and along its longest side."""
LONG_CARD: Final = 4
LONG_SEASON: Final = 20
"""Time of an explore card and of a season above which it is probably a mistake: at least twice as much as in
published ones.
"""
FEW_EMPTY: Final = FULL.bit_count() // 2
"""Number of empty spaces below which a sheet soon leaves no choice."""


def set_warnings(kind: EntryKind, definition: Data, shelf: Library) -> Iterator[str]:
    """Yield warnings about a stored form, given all active components; none about published ones."""
    match kind:
        case EntryKind.SEASON:
            yield from _of_season(cards.season_from_json(definition))
        case EntryKind.EXPLORE:
            card = cards.explore_from_json(definition)
            yield from _of_shapes([entry.shape for entry in card.shapes], shelf, joined=True)
            if card.time > LONG_CARD:
                most = max(card.time for box in (cartographers(), heroes()) for card in box.explore.values())
                yield _steps(card.time, most)
        case EntryKind.AMBUSH:
            yield from _of_shapes([cards.ambush_from_json(definition).shape], shelf, joined=False)
        case EntryKind.SHEET:
            yield from _of_sheet(cards.sheet_from_json(definition), shelf)
        case EntryKind.SCORING:
            yield from find_contradictions(cards.scoring_from_json(definition))
        case _:
            pass


def _of_season(season: Season) -> Iterator[str]:
    if season.threshold > LONG_SEASON:
        most = max(other.threshold for box in (cartographers(), heroes()) for other in box.seasons)
        yield _steps(season.threshold, most)
    first, second = season.edicts
    if first is second:
        yield _("This season scores edict %(edict)s twice.") % {"edict": first}


def _steps(count: int, most: int) -> str:
    words = _("This card has a time value of %(count)d. Published cards have at most %(most)d.")
    return words % {"count": count, "most": most}


def _of_shapes(shapes: Iterable[Shape], shelf: Library, *, joined: bool) -> Iterator[str]:
    """Yield warnings about shapes; disconnected ones only if `joined`, unlike for monsters."""
    for number, shape in enumerate(shapes, 1):
        words = {"number": number, "count": len(shape.cells), "length": max(len(shape.rows()), len(shape.rows()[0]))}
        if joined and len(clusters(shape.fits(FULL)[0].cells)) > 1 and not _published(shape):
            if _by_corners(shape):
                yield _("Shape %(number)d is only connected diagonally.") % words
            else:
                yield _("Shape %(number)d isn’t connected: its spaces don’t all share sides.") % words
        if len(shape.cells) > MOST_CELLS:
            yield _("Shape %(number)d has %(count)d spaces, more than any published shape.") % words
        if words["length"] > LONGEST:
            yield _("Shape %(number)d is %(length)d spaces long, more than any published shape.") % words
        if without := [sheet_name(sheet) for sheet in shelf.sheets.values() if not shape.fits_somewhere(sheet.empty)]:
            yield _("Shape %(number)d doesn’t fit on these map sheets: %(sheets)s.") % {
                **words,
                "sheets": ", ".join(without),
            }


def _by_corners(shape: Shape) -> bool:
    """Return True if all cells of a shape are connected, diagonally adjacent cells included."""
    left = set(shape.cells)
    reached = [left.pop()]
    while reached:
        row, column = reached.pop()
        near = {cell for cell in left if max(abs(cell[0] - row), abs(cell[1] - column)) == 1}
        left -= near
        reached += near
    return not left


def _published(shape: Shape) -> bool:
    """Return True if an explore card of either box has the shape in any orientation."""
    boxes = (cartographers(), heroes())
    shapes = {entry.shape.cells for box in boxes for card in box.explore.values() for entry in card.shapes}
    return any(way.cells in shapes for way in shape.orientations)


def _of_sheet(sheet: Sheet, shelf: Library) -> Iterator[str]:
    empty = sheet.empty.bit_count()
    if empty < FEW_EMPTY:
        yield ngettext(
            "This map sheet has only %(count)d empty space.", "This map sheet has only %(count)d empty spaces.", empty
        ) % {"count": empty}
    board = Board.of_sheet(sheet)
    if losses := board.monster_losses():
        yield ngettext(
            "Printed monsters cost %(count)d star each season until they are surrounded.",
            "Printed monsters cost %(count)d stars each season until they are surrounded.",
            losses.bit_count(),
        ) % {"count": losses.bit_count()}
    if closed := board.surrounded_mountains():
        yield _("These mountains are surrounded from the start, so they never earn a coin: %(spaces)s.") % {
            "spaces": comma_list(space_names(closed))
        }
    yield from _of_markings(sheet, board)
    if not sheet.ruins:
        yield _("This map sheet has no ruins, so each ruins card leads to a single square.")
    drawn: list[ExploreCard | AmbushCard] = []
    for box in (shelf.cartographers, shelf.heroes):
        drawn += [*box.explore.values(), *box.ambushes.values()]
    if unfit := [card_name(card) for card in drawn if not _fits(card, sheet)]:
        yield _("No shape of these cards fits on this map sheet: %(cards)s.") % {"cards": ", ".join(unfit)}


def _of_markings(sheet: Sheet, board: Board) -> Iterator[str]:
    """Yield warnings about landmarks, coin spaces and regions."""
    if sheet.landmarks and not sheet.landmark_coins:
        yield _("Surrounding a landmark earns no coins on this map sheet. Enter the coins for each landmark.")
    if sheet.landmark_coins and not sheet.landmarks:
        yield _("This map sheet has coins for landmarks but no landmarks. Add a landmark or set the coins to 0.")
    if closed := board.surrounded_landmarks():
        yield _("These landmarks are surrounded from the start, so they never earn coins: %(spaces)s.") % {
            "spaces": comma_list(space_names(closed))
        }
    if alone := [space_names(bit)[0] for bit in map(space_bit, spaces(sheet.landmarks)) if _needs_tolls(sheet, bit)]:
        words = {"spaces": comma_list(alone)}
        yield _("All empty spaces next to these landmarks are coin spaces: %(spaces)s.") % words
    tolls = sheet.tolls.bit_count()
    if tolls > (most := _most_coins(sheet)):
        numbers = {"tolls": tolls, "coins": most}
        yield (
            _(
                "This map sheet has %(tolls)d coin spaces, but its mountains and landmarks earn at most %(coins)d "
                "coins. To fill the map, players also need coins from shapes."
            )
            % numbers
        )
    if pockets := [part for part in clusters(sheet.empty) if not part & sheet.free]:
        words = {"spaces": comma_list(space_names(reduce(or_, pockets)))}
        yield _("These areas consist only of coin spaces: %(spaces)s.") % words
    for number, region in enumerate(sheet.regions, 1):
        if not region.spaces:
            yield _("Region %(number)s has no spaces.") % {"number": number}
        elif not region.spaces & (sheet.empty | sheet.printed):
            yield _("No space in region %(number)s has terrain or can be drawn on.") % {"number": number}


def _needs_tolls(sheet: Sheet, landmark: Mask) -> bool:
    around = neighbours(landmark) & sheet.empty
    return bool(around) and not around & sheet.free


def _most_coins(sheet: Sheet) -> int:
    """Return the coins that a sheet's mountains and landmarks can earn."""
    board = Board.of_sheet(sheet)
    mountains = sheet.mountains & ~board.surrounded_mountains()
    landmarks = sheet.landmarks & ~board.surrounded_landmarks()
    return mountains.bit_count() + sheet.landmark_coins * landmarks.bit_count()


def _fits(card: ExploreCard | AmbushCard, sheet: Sheet) -> bool:
    open_spaces = sheet.empty if isinstance(card, AmbushCard) else sheet.free
    return any(option.shape.fits_somewhere(open_spaces) for option in card.options)
