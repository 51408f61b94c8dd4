"""Parts of emblems, and the emblems of clauses about spaces and clusters, as in `engine/cartographers/scoring/`."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import ceil
from typing import NamedTuple

from engine.cartographers.scoring.families import (
    LargestSquare,
    Spaces,
)
from engine.cartographers.scoring.unions import FeatureLike, features_in
from engine.cartographers.terrain import Feature


class Sign(NamedTuple):
    """A symbol of the sprite in a square: its left and top, its side, and whether a cross says that it must not be
    there.
    """

    glyph: str
    x: float
    y: float
    size: float
    crossed: bool = False

    @property
    def cross(self) -> str:
        """The path of a cross at its right bottom, small enough to let it be known."""
        right, bottom, half = self.x + self.size, self.y + self.size, self.size / 2
        return f"M{right:g} {bottom:g}l-{half:g}-{half:g}m{half:g} 0l-{half:g} {half:g}"


class Numeral(NamedTuple):
    """A number, with what it means: "3+", "=3". `x` and `y` are its middle, `size` is that of its letters."""

    text: str
    x: float
    y: float
    size: float


@dataclass(frozen=True, slots=True)
class Emblem:
    """Picture of a scoring card's rule on a grid of 24 units: signs and numerals, arranged around paths.

    `lines` are drawn as strokes, `solid` is filled. `second` has the signs of what a second clause counts (none if it
    is in the picture already). They are in the bottom right corner, and the rest is moved to make room.
    """

    signs: tuple[Sign, ...] = ()
    numerals: tuple[Numeral, ...] = ()
    lines: str = ""
    solid: str = ""
    second: tuple[Sign, ...] = ()


def sign(feature: Feature, x: float, y: float, size: float, *, crossed: bool = False) -> Sign:
    """The sign of a feature."""
    return Sign(feature.word, x, y, size, crossed)


def signs_of(feature: FeatureLike, x: float, y: float, size: float, *, crossed: bool = False) -> tuple[Sign, ...]:
    """The sign of a feature in a square, or the signs of a union side by side in it."""
    return glyph_signs(glyphs_of(feature), x, y, size, crossed=crossed)


def glyphs_of(feature: FeatureLike) -> tuple[str, ...]:
    """Return the symbols of a feature or a union."""
    return tuple(each.word for each in features_in(feature))


def glyph_signs(glyphs: tuple[str, ...], x: float, y: float, size: float, *, crossed: bool = False) -> tuple[Sign, ...]:
    """Return symbols side by side in a square: two on a diagonal, more in rows."""
    if len(glyphs) == 1:
        return (Sign(glyphs[0], x, y, size, crossed),)
    if len(glyphs) == 2:
        half = round(size * 0.55, 2)
        corner = round(size - half, 2)
        return tuple(
            Sign(glyph, x + step, y + step, half, crossed) for glyph, step in zip(glyphs, (0, corner), strict=True)
        )
    across = ceil(len(glyphs) ** 0.5)
    side = round(size / across, 2)
    places = ((x + at % across * side, y + at // across * side) for at in range(len(glyphs)))
    return tuple(Sign(glyph, *place, side, crossed) for glyph, place in zip(glyphs, places, strict=True))


_SIZES = {1: 10.5, 2: 8.5, 3: 6.5}


def numeral(text: str, x: float, y: float, largest: float = 12) -> tuple[Numeral, ...]:
    """A text about a point, no wider than a quarter of the picture; nothing for ""."""
    return (Numeral(text, x, y, min(_SIZES.get(len(text), 5.5), largest)),) if text else ()


def at_least(number: int) -> str:
    """The text of a number that has to be reached; one goes without saying."""
    return f"{number}+" if number > 1 else ""


def number_range(least: int, most: int | None) -> str:
    """The text of a range: "2+", "=2", "≤2", "2–4"; "" for one or more."""
    if most is None:
        return at_least(least)
    if least == most:
        return f"={most}"
    return f"{least}–{most}" if least else f"≤{most}"


def with_second(picture: Emblem, also: FeatureLike | None) -> Emblem:
    """A picture with what a further clause counts, unless it is there already."""
    if also is None or {sign.glyph for sign in picture.signs if not sign.crossed}.issuperset(glyphs_of(also)):
        return picture
    return replace(picture, second=signs_of(also, 14, 14, 10))


def crossed_out(picture: Emblem) -> Emblem:
    """Return the picture of a penalty: the first sign, if there is one, is crossed out."""
    first, others = picture.signs[:1], picture.signs[1:]
    return replace(picture, signs=(*(each._replace(crossed=True) for each in first), *others))


_CORNER = "M0 0h3v21h21v3H0z"
_RING = "M0 0h24v24H0zM4 4v16h16V4z"
_FENCE = "M7 7h10v10H7z"


def spaces_emblem(clause: Spaces, also: FeatureLike | None) -> Emblem:
    """Return the emblem of a clause about single spaces, with what surrounds them.

    `also` is the feature that a second clause counts.
    """
    if not clause.is_plain:
        return with_second(_conditional_spaces(clause), also)
    terrain, enclosed_by = clause.terrain, clause.enclosed_by
    if enclosed_by is Feature.FILLED:
        return with_second(Emblem((*signs_of(terrain, 6, 6, 12),), solid=_RING), also)
    if enclosed_by is not None:
        sides = (8.25, -0.5), (-0.5, 8.25), (17, 8.25), (8.25, 17)
        around = [each for x, y in sides for each in signs_of(enclosed_by, x, y, 7.5)]
        return with_second(Emblem((*signs_of(terrain, 7.75, 7.75, 8.5), *around), lines=_FENCE), also)
    if clause.on is Feature.EDGE:
        return with_second(Emblem(_on_edge(clause), _numeral_beside(clause, 8.5), solid=_CORNER), also)
    if clause.on is not None:
        return with_second(Emblem((*signs_of(terrain, 6, 0, 12), *signs_of(clause.on, 6, 12, 12))), also)
    if clause.beside is None:
        return with_second(Emblem((*signs_of(terrain, 2, 2, 20),)), also)
    if also == clause.beside:
        both = *signs_of(terrain, 0, 6, 12), *signs_of(clause.beside, 12, 6, 12)
        return Emblem(both, numeral(at_least(clause.at_least), 18, 21, 8))
    if also is not None:
        three = *signs_of(terrain, 0, 0, 12), *signs_of(also, 0, 12, 12), *signs_of(clause.beside, 12, 6, 12)
        return Emblem(three, numeral(at_least(clause.at_least), 19, 3, 8))
    two = *signs_of(terrain, 0, 0, 13), *signs_of(clause.beside, 12.5, 12.5, 11.5)
    return Emblem(two, _numeral_beside(clause, 6))


_FRAME = "M1 1h22v22H1z"


def _conditional_spaces(clause: Spaces) -> Emblem:
    """The space top left and the first of what must or must not be adjacent to it bottom right, with the number; in a
    frame, the place on the map that it needs.
    """
    own = signs_of(clause.terrain, 0, 0, 13)
    if clause.corners:
        return Emblem((*signs_of(clause.terrain, 2, 2, 10),), lines=_FRAME)
    if clause.beside is not None and clause.counts_beside:
        none = clause.at_most == 0
        text = "" if none else number_range(clause.at_least, clause.at_most)
        return Emblem((*own, *signs_of(clause.beside, 12.5, 12.5, 10, crossed=none)), numeral(text, 18, 6, 7.5))
    if clause.counts_kinds:
        none = clause.most_kinds == 0
        text = "" if none else number_range(clause.kinds, clause.most_kinds)
        return Emblem((*own, Sign("kinds", 12.5, 12.5, 10, none)), numeral(text, 18, 6, 7.5))
    if clause.not_beside:
        return Emblem((*own, *signs_of(clause.not_beside[0], 12.5, 12.5, 10, crossed=True)))
    if clause.edge_distance or clause.most_edge_distance is not None:
        text = number_range(clause.edge_distance, clause.most_edge_distance) or "1+"
        return Emblem((*signs_of(clause.terrain, 7, 2.5, 10),), numeral(text, 12, 17.5, 9), lines=_FRAME)
    if clause.enclosed_by is not None:
        return Emblem((*own, *signs_of(clause.enclosed_by, 12.5, 12.5, 11.5)))
    return Emblem((*signs_of(clause.terrain, 2, 2, 20),))


def _on_edge(clause: Spaces) -> tuple[Sign, ...]:
    if clause.beside is None:
        return (*signs_of(clause.terrain, 5.5, 1, 17),)
    return *signs_of(clause.terrain, 4.5, 0, 10), *signs_of(clause.beside, 14, 10, 10)


def _numeral_beside(clause: Spaces, y: float) -> tuple[Numeral, ...]:
    return numeral(at_least(clause.at_least), 18.5, y) if clause.beside is not None else ()


_RULE_BELOW = "M4 20v4M4 22h16M20 20v4"


def square_emblem(clause: LargestSquare) -> Emblem:
    """A square with a rule below it."""
    if clause.of is Feature.FILLED:
        cells = "".join(f"M{x} {y}h4.7v4.7h-4.7z" for y in (1, 6.5, 12) for x in (4, 9.6, 15.3))
        return Emblem(lines=_RULE_BELOW, solid=cells)
    return Emblem((*signs_of(clause.of, 6, 3, 12),), lines=_RULE_BELOW + "M4 1h16v16H4z")
