"""In how many places shapes fit on sheets."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.utils.translation import ngettext

from engine.cartographers.cards import AmbushCard, ExploreCard
from engine.cartographers.shapes import Shape
from engine.cartographers.sheet import Sheet
from games.cartographers.cards.faces import ShapeDrawing, shape_drawing
from games.cartographers.shelf.components import in_play_as
from games.cartographers.words.names import card_name, sheet_name
from games.cartographers.words.shapes import shape_label
from games.play.words import comma_list


@dataclass(frozen=True, slots=True)
class Places:
    """A shape, drawn and in words, or a sheet; and in how many places it fits, as a sentence's end and as a number."""

    name: str
    words: str
    count: int
    shape: ShapeDrawing | None = None
    label: str = ""


@dataclass(frozen=True, slots=True)
class Ways:
    """A shape of a card: every way to hold it that looks different, and the sheets with the places it fits in."""

    number: int
    drawings: tuple[ShapeDrawing, ...]
    words: str
    text: str
    sheets: tuple[Places, ...]


def ways_of(shapes: Iterable[Shape]) -> tuple[Ways, ...]:
    """Each of some shapes, numbered from 1."""
    return tuple(_ways(number, shape) for number, shape in enumerate(shapes, 1))


def _ways(number: int, shape: Shape) -> Ways:
    count = len(shape.orientations)
    words = ngettext("%(n)s orientation.", "%(n)s orientations.", count) % {"n": count}
    sheets = tuple(_places(sheet_name(sheet), shape, sheet) for sheet in in_play_as(Sheet))
    return Ways(number, tuple(map(shape_drawing, shape.orientations)), words, "/".join(shape.rows()), sheets)


def _places(name: str, shape: Shape, sheet: Sheet) -> Places:
    count = len(shape.fits(sheet.empty))
    words = ngettext("%(n)s spot", "%(n)s spots", count) % {"n": count}
    way = shape.orientations[0]
    return Places(name, words, count, shape_drawing(way), shape_label(way, coin=False))


def places_on(sheet: Sheet) -> tuple[Places, ...]:
    """Each shape of the cards in play with the names of those that have it, the one that fits least often first."""
    named: dict[Shape, list[str]] = {}
    drawn: list[ExploreCard | AmbushCard] = [*in_play_as(ExploreCard), *in_play_as(AmbushCard)]
    for card in drawn:
        for option in card.options:
            shape = _as_known(option.shape, named)
            named.setdefault(shape, []).append(card_name(card))
    places = [_places(comma_list(list(dict.fromkeys(names))), shape, sheet) for shape, names in named.items()]
    return tuple(sorted(places, key=lambda entry: entry.count))


def _as_known(shape: Shape, known: Mapping[Shape, object]) -> Shape:
    """The shape, or the one among the known that it is when it is turned or flipped."""
    cells = {way.cells for way in shape.orientations}
    return next((other for other in known if other.cells in cells), shape)
