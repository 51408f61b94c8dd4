"""Emblems of scoring cards by family of clauses, as in `engine/cartographers/scoring/`."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import NamedTuple

from engine.cartographers.geometry import FULL
from engine.cartographers.scoring.families import (
    Axis,
    BestCluster,
    Clusters,
    Direction,
    LargestSquare,
    Lines,
    LinkedFeatures,
    LongestRun,
    Measure,
    RankedCluster,
    Spaces,
)
from engine.cartographers.shapes import Shape
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


def crossed_out(picture: Emblem) -> Emblem:
    """Return the picture of a penalty: the first sign, if there is one, is crossed out."""
    first, others = picture.signs[:1], picture.signs[1:]
    return replace(picture, signs=(*(each._replace(crossed=True) for each in first), *others))


_CORNER = "M0 0h3v21h21v3H0z"
_RING = "M0 0h24v24H0zM4 4v16h16V4z"
_FENCE = "M7 7h10v10H7z"


def spaces_emblem(clause: Spaces, also: Feature | None) -> Emblem:
    """Return the emblem of a clause about single spaces, with what surrounds them.

    `also` is the feature that a second clause counts.
    """
    terrain, enclosed_by = clause.terrain, clause.enclosed_by
    if enclosed_by is Feature.FILLED:
        return with_second(Emblem((sign(terrain, 6, 6, 12),), solid=_RING), also)
    if enclosed_by is not None:
        around = tuple(sign(enclosed_by, x, y, 7.5) for x, y in ((8.25, -0.5), (-0.5, 8.25), (17, 8.25), (8.25, 17)))
        return with_second(Emblem((sign(terrain, 7.75, 7.75, 8.5), *around), lines=_FENCE), also)
    if clause.on is Feature.EDGE:
        return with_second(Emblem(_on_edge(clause), _numeral_beside(clause, 8.5), solid=_CORNER), also)
    if clause.on is not None:
        return with_second(Emblem((sign(terrain, 6, 0, 12), sign(clause.on, 6, 12, 12))), also)
    if clause.beside is None:
        return with_second(Emblem((sign(terrain, 2, 2, 20),)), also)
    if also is clause.beside:
        both = sign(terrain, 0, 6, 12), sign(clause.beside, 12, 6, 12)
        return Emblem(both, numeral(at_least(clause.at_least), 18, 21, 8))
    if also is not None:
        three = sign(terrain, 0, 0, 12), sign(also, 0, 12, 12), sign(clause.beside, 12, 6, 12)
        return Emblem(three, numeral(at_least(clause.at_least), 19, 3, 8))
    two = sign(terrain, 0, 0, 13), sign(clause.beside, 12.5, 12.5, 11.5)
    return Emblem(two, _numeral_beside(clause, 6))


def _on_edge(clause: Spaces) -> tuple[Sign, ...]:
    if clause.beside is None:
        return (sign(clause.terrain, 5.5, 1, 17),)
    return sign(clause.terrain, 4.5, 0, 10), sign(clause.beside, 14, 10, 10)


def _numeral_beside(clause: Spaces, y: float) -> tuple[Numeral, ...]:
    return numeral(at_least(clause.at_least), 18.5, y) if clause.beside is not None else ()


_RULE_BELOW = "M4 20v4M4 22h16M20 20v4"


def square_emblem(clause: LargestSquare) -> Emblem:
    """A square with a rule below it."""
    if clause.of is Feature.FILLED:
        cells = "".join(f"M{x} {y}h4.7v4.7h-4.7z" for y in (1, 6.5, 12) for x in (4, 9.6, 15.3))
        return Emblem(lines=_RULE_BELOW, solid=cells)
    return Emblem((sign(clause.of, 6, 3, 12),), lines=_RULE_BELOW + "M4 1h16v16H4z")


class _Line(NamedTuple):
    """Paths for the lines of a direction: a single line, and its rest around a contained feature.

    `whole` is the single line. `open` is the rest if the line needn't be full, `full` if it must be.
    """

    whole: str
    open: str
    full: str


_ARMS = "M8 0h8v5H8zM8 19h8v5H8zM0 8h5v8H0zM19 8h5v8h-5z"
_CROSS = "M6 .6h12V6h5.4v12H18v5.4H6V18H.6V6H6z"
_STEPS = "M.7 .7h5.5v5.5H.7zM17.8 17.8h5.5v5.5h-5.5z"
_ODD = "M.7 .7h4v22.6h-4zM19.3 .7h4v22.6h-4z"
_EVEN = "M7 0h.7v24H7zM16.3 0h.7v24h-.7z"
_DIRECTIONS = {
    Direction.ROWS: _Line("M.7 8h22.6v8H.7z", "M.7 4.7h22.6v14.6H.7z", "M0 1h24v4H0zM0 19h24v4H0z"),
    Direction.COLUMNS: _Line("M8 .7h8v22.6H8z", "M4.7 .7h14.6v22.6H4.7z", "M1 0h4v24H1zM19 0h4v24h-4z"),
    Direction.ROWS_AND_COLUMNS: _Line("M8 .7h8V8h7.3v8H16v7.3H8V16H.7V8H8z", _CROSS, _ARMS),
    Direction.ODD_COLUMNS: _Line(_ODD + _EVEN + "M10 .7h4v22.6h-4z", _ODD, _ODD),
    Direction.DIAGONALS: _Line(_STEPS + "M6.4 6.4h5.5v5.5H6.4zM12.1 12.1h5.5v5.5h-5.5z", _STEPS, _STEPS),
}


def lines_emblem(clause: Lines) -> Emblem:
    """A line of the direction with what it has to hold."""
    line, glyphs, text = _DIRECTIONS[clause.direction], _held(clause), ""
    if not glyphs:
        return Emblem(solid=line.whole) if clause.filled else Emblem(lines=line.whole)
    if clause.containing is not None:
        text = at_least(clause.at_least)
    elif clause.equal:
        text = "=" if len(glyphs) > 1 else ""
    else:
        text = at_least(clause.kinds)
    middle = clause.direction is Direction.DIAGONALS or (
        clause.filled and clause.direction is Direction.ROWS_AND_COLUMNS
    )
    signs, numerals = _in_middle(glyphs, text) if middle else _sequence(clause.direction, glyphs, text)
    if clause.filled:
        return Emblem(signs, numerals, solid=line.full)
    return Emblem(signs, numerals, lines=line.open)


def _held(clause: Lines) -> tuple[str, ...]:
    """The symbols of what a line has to hold; the first two of what it has to hold in equal numbers."""
    if clause.containing is not None:
        return (clause.containing.word,)
    if clause.equal:
        return tuple(feature.word for feature in clause.equal[:2])
    return ("kinds",) if clause.kinds else ()


_Content = tuple[tuple[Sign, ...], tuple[Numeral, ...]]


def _in_middle(glyphs: tuple[str, ...], text: str) -> _Content:
    """Return the content of a line with free corners: the first sign centered, others at bottom left."""
    first, *others = glyphs
    return (Sign(first, 6.5, 6.5, 11), *(Sign(other, 0, 16, 8) for other in others)), numeral(text, 20, 4, 7)


def _sequence(direction: Direction, glyphs: tuple[str, ...], text: str) -> _Content:
    """Return the content of a line, in sequence: left to right in a row, otherwise top to bottom."""
    places: tuple[float, ...] = (5.5,)
    size, middle = 13.0, 12.0
    if len(glyphs) > 1:
        places, size = (0.75, 14.25), 9.0
    elif text:
        places, size, middle = (1.5,), 10.0, 17.5
    elif direction is Direction.ROWS_AND_COLUMNS:
        places, size = (6.5,), 11.0
    across = 12 - size / 2
    if direction is Direction.ROWS:
        signs = tuple(Sign(glyph, along, across, size) for glyph, along in zip(glyphs, places, strict=True))
        return signs, numeral(text, middle, 12)
    signs = tuple(Sign(glyph, across, along, size) for glyph, along in zip(glyphs, places, strict=True))
    return signs, numeral(text, 12, middle)


_RULE_LEFT, _RULE_ABOVE = "M1 1h4M3 1v22M1 23h4", "M1 1v4M1 3h22M23 1v4"


def run_emblem(clause: LongestRun) -> Emblem:
    """Two spaces of a run with a rule along them."""
    if clause.axis is Axis.COLUMN:
        return Emblem((sign(clause.terrain, 9, 0, 12), sign(clause.terrain, 9, 12, 12)), lines=_RULE_LEFT)
    return Emblem((sign(clause.terrain, 0, 9, 12), sign(clause.terrain, 12, 9, 12)), lines=_RULE_ABOVE)


_TWO_CELLS, _CELL_APART = "M.6 .6h10.8v22.8H.6z", "M12.6 12.6h10.8v10.8H12.6z"
_THREE_CELLS = "M.6 .6h10.8v12h12v10.8H.6z"
_MEDAL = "M6 12.7a4.8 4.8 0 1 0 .01 0z"


class _Size(NamedTuple):
    """Text in a cluster's space: its size, or its rank if `rank` is true."""

    text: str = ""
    rank: bool = False


class _Note(NamedTuple):
    """Sign for a condition next to a cluster, crossed out if excluded, with a number as `text`."""

    glyph: str
    crossed: bool = False
    text: str = ""


def _rank(rank: int) -> _Size:
    return _Size(str(rank), rank=True)


def _cluster(terrain: Feature, size: _Size, notes: list[_Note], also: Feature | None) -> Emblem:
    """Draw two adjacent spaces, or three if there is room, and notes on neighbors on the right."""
    signs = [sign(terrain, 1, 1, 10)]
    numerals: tuple[Numeral, ...] = ()
    lines = _MEDAL if size.rank else ""
    if size.text:
        numerals += numeral(size.text, 6, 18, 7 if size.rank else 12)
    else:
        signs.append(sign(terrain, 1, 13, 10))
    if notes:
        signs.append(Sign(notes[0].glyph, 13, 0, 11, notes[0].crossed))
    if also is not None:
        signs.append(sign(also, 13, 13, 10))
        lines += _TWO_CELLS + _CELL_APART
    elif notes and notes[0].text:
        numerals += numeral(notes[0].text, 18, 18)
        lines += _TWO_CELLS
    elif len(notes) > 1:
        signs.append(Sign(notes[1].glyph, 13, 13, 11, notes[1].crossed))
        lines += _TWO_CELLS
    else:
        signs.append(sign(terrain, 12.75, 13, 10))
        lines += _THREE_CELLS
    return Emblem(tuple(signs), numerals, lines)


def clusters_emblem(clause: Clusters, also: Feature | None) -> Emblem:
    """Return the emblem of a clause about clusters, with what they are adjacent to or contain.

    `also` is the feature that a second clause counts.
    """
    size, notes = _size(clause), []
    if clause.touching is not None:
        notes.append(_Note(clause.touching.word, text=at_least(clause.at_least)))
    notes += _avoided(clause.avoiding)
    if clause.kinds:
        notes.append(_Note("kinds", text=at_least(clause.kinds)))
    if clause.containing is None:
        return _cluster(clause.terrain, _Size(size), notes, also)
    signs = [sign(clause.terrain, 0, 0, 12)]
    if notes:
        signs.append(Sign(notes[0].glyph, 13, 0, 11, notes[0].crossed))
    numerals = () if notes else numeral(size, 18, 6)
    return with_second(Emblem(tuple(signs), numerals, solid=_cells(clause.containing)), also)


def _avoided(features: tuple[Feature, ...]) -> list[_Note]:
    return [_Note(feature.word, crossed=True) for feature in features]


def _size(clause: Clusters) -> str:
    """Return the range of cluster sizes as text, or "" for any size."""
    least, most = clause.smallest, clause.largest
    if least == most:
        return f"={least}"
    if most >= FULL.bit_count():
        return at_least(least)
    return f"≤{most}" if least == 1 else f"{least}–{most}"


def _cells(shape: Shape) -> str:
    """The cells of a shape, as large as they fit into the lower half of the picture."""
    cells = shape.orientations[0].cells
    rows, columns = [row for row, _ in cells], [column for _, column in cells]
    top, left = min(rows), min(columns)
    high, wide = max(rows) - top + 1, max(columns) - left + 1
    side = min(11 / high, 24 / wide)
    edge, indent = round(side * 0.88, 2), (24 - wide * side) / 2
    return "".join(
        f"M{indent + (column - left) * side:.2f} {13 + (row - top) * side:.2f}h{edge}v{edge}h-{edge}z"
        for row, column in cells
    )


def ranked_emblem(clause: RankedCluster, also: Feature | None) -> Emblem:
    """The cluster of a rank; `also` is what a further clause counts."""
    return _cluster(clause.terrain, _rank(clause.rank), [], also)


def best_emblem(clause: BestCluster, also: Feature | None) -> Emblem:
    """The cluster that measures most; `also` is what a further clause counts."""
    avoided = _avoided(clause.avoiding)
    match clause.measure:
        case Measure.SIZE:
            return _cluster(clause.terrain, _rank(1), avoided, also)
        case Measure.EMPTY_AROUND:
            return _cluster(clause.terrain, _Size(), [_Note(Feature.EMPTY.word), *avoided], also)
        case Measure.ROWS_AND_COLUMNS:
            return _cluster(clause.terrain, _Size(), [_Note("reach"), *avoided], also)


_LINK_TO_FIRST, _LINK_TO_SECOND = "M3.5 12V5.5h2", "M20.5 12V5.5h-2"


def linked_emblem(clause: LinkedFeatures) -> Emblem:
    """Return the emblem of a clause about linked features: the link on top, the features below."""
    others = clause.at_least - (clause.of is clause.partner)
    signs = [sign(clause.terrain, 6.5, 0, 11), sign(clause.of, 0, 13, 11)]
    if not others:
        return Emblem(tuple(signs), lines=_LINK_TO_FIRST)
    signs.append(sign(clause.partner, 13, 13, 11))
    if others == 1:
        return Emblem(tuple(signs), lines=_LINK_TO_FIRST + _LINK_TO_SECOND)
    return Emblem(tuple(signs), numeral(at_least(others), 20, 10.3, 6.5), _LINK_TO_FIRST)
