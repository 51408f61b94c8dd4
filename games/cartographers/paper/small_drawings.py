"""Small drawings for print: samples of spaces, symbols, shapes, emblems, and the way of a monster, each as SVG."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from engine.cartographers.cards import Corner, RotationDirection, ScoringCard
from engine.cartographers.shapes import Orientation
from engine.cartographers.terrain import Feature
from games.cartographers.cards.faces import shape_drawing
from games.cartographers.goals.emblem import emblem
from games.cartographers.paper.board import (
    Ink,
    Palette,
    TerrainColors,
    ink_colors,
    legend_picture,
    pictures,
    print_palette,
)
from games.play.sprites import symbols


@dataclass(frozen=True, slots=True)
class _Sample:
    """Pictures and colors of a single space."""

    kinds: tuple[tuple[str, TerrainColors], ...]
    pictures: SafeString


def _sample(kind: Feature | None, palette: Palette) -> _Sample:
    return _Sample(ink_colors(palette), pictures([legend_picture(kind)] if kind is not None else [], palette))


@lru_cache(500)
def swatch_svg(kind: Feature, ink: Ink) -> str:
    """Draw a space of a kind."""
    palette = print_palette(ink)
    context = {"drawing": _sample(kind, palette), "word": kind.word, "palette": palette}
    return render_to_string("cartographers/paper/swatch.svg", context)


@lru_cache(500)
def sign_svg(glyph: str, line: str, light: str) -> str:
    """Draw a symbol of the sprite in two colors."""
    context = {"symbols": symbols([glyph]), "glyph": glyph, "line": line, "light": light}
    return render_to_string("cartographers/paper/sign.svg", context)


@lru_cache(500)
def rose_svg(ink: Ink) -> str:
    """Draw the compass rose."""
    return render_to_string("cartographers/paper/rose.svg", {"palette": print_palette(ink)})


@lru_cache(500)
def shape_svg(shape: Orientation, kind: Feature | None, ink: Ink) -> str:
    """Draw a shape with spaces of a kind, or plain ones, and the spaces that it attacks. A space is one unit."""
    rows, columns = zip(*shape.cells, *shape.attack, strict=True)
    drawing, palette = shape_drawing(shape), print_palette(ink)
    context = {
        "drawing": _sample(kind, palette),
        "word": kind.word if kind is not None else "",
        "palette": palette,
        "shape": drawing,
        "spaces": [(column - min(columns), row - min(rows)) for row, column in shape.cells],
    }
    return render_to_string("cartographers/paper/shape.svg", context)


@lru_cache(500)
def emblem_svg(card: ScoringCard, ink: Ink) -> str:
    """Draw the emblem of a scoring card."""
    drawn, palette = emblem(card), print_palette(ink)
    glyphs = [sign.glyph for sign in (*drawn.signs, *drawn.second)]
    context = {"emblem": drawn, "palette": palette, "symbols": symbols(glyphs), "kinds": ink_colors(palette)}
    return render_to_string("cartographers/paper/emblem.svg", context)


_CLOCKWISE: Final[Sequence[Corner]] = (
    Corner.TOP_LEFT,
    Corner.TOP_RIGHT,
    Corner.BOTTOM_RIGHT,
    Corner.BOTTOM_LEFT,
)
_PLACES: Final[Mapping[Corner, tuple[int, int]]] = {
    Corner.TOP_LEFT: (5, 5),
    Corner.TOP_RIGHT: (19, 5),
    Corner.BOTTOM_RIGHT: (19, 19),
    Corner.BOTTOM_LEFT: (5, 19),
}


@lru_cache(500)
def way_svg(corner: Corner, way: RotationDirection, ink: Ink) -> str:
    """Draw a map with the corner where a monster starts, and an arrow to the one that it moves to."""
    step = 1 if way is RotationDirection.CLOCKWISE else -1
    to = _CLOCKWISE[(_CLOCKWISE.index(corner) + step) % len(_CLOCKWISE)]
    (x, y), (end_x, end_y) = _PLACES[corner], _PLACES[to]
    back_x, back_y = 3 * ((x > end_x) - (x < end_x)), 3 * ((y > end_y) - (y < end_y))
    tip = f"l{back_x - back_y} {back_y - back_x}M{end_x} {end_y}l{back_x + back_y} {back_y + back_x}"
    context = {"x": x - 2, "y": y - 2, "arrow": f"M{x} {y}L{end_x} {end_y}{tip}", "palette": print_palette(ink)}
    return render_to_string("cartographers/paper/way.svg", context)
