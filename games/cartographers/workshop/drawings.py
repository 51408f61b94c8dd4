"""Small pictures of cards, map sheets and sets for lists: shapes, emblem, map, or a type symbol."""

from __future__ import annotations

from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from engine.cartographers.board import Board
from engine.cartographers.cards import ScoringCard
from engine.cartographers.sheet import Sheet
from games.cartographers.cards.faces import Card, ShapeDrawing, shape_pictures
from games.cartographers.map.boards import Patch, patches
from games.play.fragment_cache import cached


def shapes_drawing(card: Card) -> SafeString:
    """Render a card's shapes."""
    return _drawing(shapes=tuple(picture.shape for picture in shape_pictures(card)))


def emblem_drawing(card: ScoringCard) -> SafeString:
    """Render a scoring card's emblem."""
    return _drawing(card=card)


def sheet_drawing(sheet: Sheet) -> SafeString:
    """Render a sheet as a small map."""
    return _drawing(patches=patches(Board.of_sheet(sheet)))


def sign_drawing(glyph: str) -> SafeString:
    """Render a symbol from the sprite."""
    return _drawing(glyph=glyph)


# A list shows 100 drawings, which are the same on every request.
@cached(500)
def _drawing(
    *,
    shapes: tuple[ShapeDrawing, ...] = (),
    card: ScoringCard | None = None,
    patches: tuple[Patch, ...] | None = None,
    glyph: str = "",
) -> SafeString:
    drawn = {"shapes": shapes, "card": card, "patches": patches, "glyph": glyph}
    return SafeString(render_to_string("cartographers/workshop/_drawing.html", drawn).strip())
