"""The faces of cards: the shapes and terrains that they show."""

from __future__ import annotations

from dataclasses import dataclass

from django.urls import reverse

from engine.cartographers.cards import AmbushCard, ExploreCard, HeroCard, RuinsCard, ScoringCard
from engine.cartographers.catalog import cartographers, heroes
from engine.cartographers.terrain import Terrain
from games.cartographers.presenters.shapes import ShapeDrawing, shape_drawing
from games.cartographers.words.names import terrain_label

Card = ExploreCard | RuinsCard | AmbushCard | HeroCard | ScoringCard


@dataclass(frozen=True, slots=True)
class Picture:
    """A shape on a card, and whether drawing it brings a coin."""

    shape: ShapeDrawing
    coin: bool = False


@dataclass(frozen=True, slots=True)
class Ground:
    """A terrain on a card: its class, the symbol's name and the word."""

    css: str
    glyph: str
    label: str


def card_address(card: Card) -> str:
    """The page of a card, "" for one of neither box."""
    for box in (cartographers(), heroes()):
        if any(card.id in shelf for shelf in (box.explore, box.ruins, box.ambushes, box.heroes, box.scoring)):
            return reverse("cartographers:card", args=[card.id])
    return ""


def pictures(card: Card) -> tuple[Picture, ...]:
    """The shapes that a card shows, as it is printed."""
    match card:
        case ExploreCard():
            return tuple(Picture(shape_drawing(entry.shape.orientations[0]), entry.coin) for entry in card.shapes)
        case AmbushCard():
            return (Picture(shape_drawing(card.shape.orientations[0])),)
        case HeroCard():
            return (Picture(shape_drawing(card.as_printed[0].shape.orientations[0])),)
        case _:
            return ()


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
