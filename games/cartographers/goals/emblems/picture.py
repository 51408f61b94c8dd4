"""Elements of an emblem: signs and numerals on a grid of 24 units, and paths."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import NamedTuple

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

    `lines` are drawn as strokes, `solid` is filled. `second` is the feature of a second clause ("" if there is none,
    or if it is in the picture already). Its sign takes the bottom right corner and the rest is moved to make room.
    """

    signs: tuple[Sign, ...] = ()
    numerals: tuple[Numeral, ...] = ()
    lines: str = ""
    solid: str = ""
    second: str = ""


def sign(feature: Feature, x: float, y: float, size: float, *, crossed: bool = False) -> Sign:
    """The sign of a feature."""
    return Sign(feature.word, x, y, size, crossed)


_SIZES = {1: 10.5, 2: 8.5, 3: 6.5}


def numeral(text: str, x: float, y: float, largest: float = 12) -> tuple[Numeral, ...]:
    """A text about a point, no wider than a quarter of the picture; nothing for ""."""
    return (Numeral(text, x, y, min(_SIZES.get(len(text), 5.5), largest)),) if text else ()


def at_least(number: int) -> str:
    """The text of a number that has to be reached; one goes without saying."""
    return f"{number}+" if number > 1 else ""


def with_second(picture: Emblem, also: Feature | None) -> Emblem:
    """A picture with what a further clause counts, unless it is there already."""
    if also is None or any(sign.glyph == also.word and not sign.crossed for sign in picture.signs):
        return picture
    return replace(picture, second=also.word)
