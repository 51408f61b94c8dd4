"""The faces of cards: the shapes and terrains that they show."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _

from engine.cartographers.cards import AmbushCard, ExploreCard, HeroCard, RuinsCard, ScoringCard
from engine.cartographers.shapes import Shape
from engine.cartographers.terrain import Terrain
from games.cartographers.cards.shapes import ShapeDrawing, shape_drawing
from games.cartographers.words.names import terrain_label
from games.cartographers.words.shapes import shape_label
from games.play.phrases import or_list

Card = ExploreCard | RuinsCard | AmbushCard | HeroCard | ScoringCard


@dataclass(frozen=True, slots=True)
class ShapePicture:
    """A shape on a card, in words too, and whether drawing it earns a coin."""

    shape: ShapeDrawing
    label: str
    coin: bool


@dataclass(frozen=True, slots=True)
class Ground:
    """A terrain on a card: its class, the symbol's name and the word."""

    css: str
    glyph: str
    label: str


def card_address(table: str, card: Card) -> str:
    """Return the address of a card's page at a table, or "" without a table.

    `table` is the table's own address.
    """
    return f"{table}cards/{card.id}/" if table else ""


def pictures(card: Card) -> tuple[ShapePicture, ...]:
    """The shapes that a card shows, as it is printed."""
    match card:
        case ExploreCard():
            return tuple(_picture(entry.shape, coin=entry.coin) for entry in card.shapes)
        case AmbushCard():
            return (_picture(card.shape),)
        case HeroCard():
            return (_picture(card.as_printed[0].shape),)
        case _:
            return ()


def _picture(shape: Shape, *, coin: bool = False) -> ShapePicture:
    way = shape.orientations[0]
    return ShapePicture(shape_drawing(way), shape_label(way, coin=coin), coin)


def grounds(card: Card) -> tuple[Ground, ...]:
    """The terrains that a card lets draw."""
    match card:
        case ExploreCard():
            terrains = card.terrains
        case AmbushCard():
            terrains = (Terrain.MONSTER,)
        case HeroCard():
            terrains = (Terrain.HERO,)
        case _:
            terrains = ()
    return tuple(Ground(f"t-{terrain.word}", terrain.word, terrain_label(terrain)) for terrain in terrains)


def face_sentence(card: Card) -> str:
    """Return a sentence with the terrains and shapes of a card, or "" if it has no shape.

    It is for people who do not see the card.
    """
    shapes = "; ".join(picture.label for picture in pictures(card))
    terrains = or_list([ground.label for ground in grounds(card)])
    return _("%(terrains)s: %(shapes)s.") % {"terrains": terrains, "shapes": shapes} if shapes else ""
