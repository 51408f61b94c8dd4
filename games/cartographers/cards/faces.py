"""The faces of cards, and shapes as drawings of their cells."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from django.utils.translation import gettext as _

from engine.cartographers.cards import AmbushCard, ExploreCard, HeroCard, Overlap, RuinsCard, ScoringCard
from engine.cartographers.shapes import Cell, Orientation, Shape
from engine.cartographers.skills import Skill
from engine.cartographers.terrain import Terrain
from games.cartographers.words.names import terrain_label
from games.cartographers.words.shapes import shape_label
from games.play.words import or_list

# Paths relative to the corner of the space. An attacked space is a frame around a dot, by the even-odd rule.
_CELL = "m.04 .04h.92v.92h-.92z"
_ATTACKED = "m.06 .06h.88v.88h-.88zm.14 .14h.6v.6h-.6zm.17 .17h.26v.26h-.26z"


@dataclass(frozen=True, slots=True)
class ShapeDrawing:
    """A shape as it is held: the spaces it is wide and high, and as paths, one unit a space, its cells and what a hero
    attacks around it ("" for nothing).
    """

    width: int
    height: int
    cells: str
    attack: str


@lru_cache(maxsize=2_000)
def shape_drawing(orientation: Orientation) -> ShapeDrawing:
    """The drawing of a shape with what it attacks."""
    rows, columns = zip(*orientation.cells, *orientation.attack, strict=True)
    top, left = min(rows), min(columns)

    def path(cells: Iterable[Cell], each: str) -> str:
        return "".join(f"M{column - left} {row - top}{each}" for row, column in cells)

    return ShapeDrawing(
        max(columns) - left + 1,
        max(rows) - top + 1,
        path(orientation.cells, _CELL),
        path(orientation.attack, _ATTACKED),
    )


Card = ExploreCard | RuinsCard | AmbushCard | HeroCard | ScoringCard | Skill


@dataclass(frozen=True, slots=True)
class ShapePicture:
    """Shape on a card as a drawing and in words; `coin` if it earns one, `over` if it may cover drawn spaces."""

    shape: ShapeDrawing
    label: str
    coin: bool
    over: bool


@dataclass(frozen=True, slots=True)
class CardTerrain:
    """Terrain on a card: CSS class, symbol name and label."""

    css: str
    glyph: str
    label: str


def card_address(table: str, card: Card) -> str:
    """Return the address of a card's page at a table, or "" without a table.

    `table` is the table's own address.
    """
    return f"{table}cards/{card.id}/" if table else ""


def shape_pictures(card: Card) -> tuple[ShapePicture, ...]:
    """Return the shapes on a card, as printed."""
    match card:
        case ExploreCard():
            over = card.overlap is not Overlap.NONE
            return tuple(_picture(entry.shape, coin=entry.coin, over=over) for entry in card.shapes)
        case AmbushCard():
            return (_picture(card.shape),)
        case HeroCard():
            return (_picture(card.as_printed[0].shape),)
        case _:
            return ()


def _picture(shape: Shape, *, coin: bool = False, over: bool = False) -> ShapePicture:
    way = shape.orientations[0]
    return ShapePicture(shape_drawing(way), shape_label(way, coin=coin), coin, over)


def card_terrains(card: Card) -> tuple[CardTerrain, ...]:
    """Return the terrains that a card allows."""
    match card:
        case ExploreCard():
            terrains = card.terrains
        case AmbushCard():
            terrains = (Terrain.MONSTER,)
        case HeroCard():
            terrains = (Terrain.HERO,)
        case _:
            terrains = ()
    return tuple(CardTerrain(f"t-{terrain.word}", terrain.word, terrain_label(terrain)) for terrain in terrains)


def face_sentence(card: Card) -> str:
    """Return a sentence with the terrains and shapes of a card, or "" if it has no shape.

    It is for people who do not see the card.
    """
    shapes = "; ".join(picture.label for picture in shape_pictures(card))
    terrains = or_list([ground.label for ground in card_terrains(card)])
    return _("%(terrains)s: %(shapes)s.") % {"terrains": terrains, "shapes": shapes} if shapes else ""
