"""Parts of emblems, and the emblems of clauses about spaces and clusters, as in `engine/cartographers/scoring/`."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import NamedTuple

from engine.cartographers.geometry import FULL
from engine.cartographers.scoring.families import (
    BestCluster,
    Clusters,
    LargestSquare,
    LinkedFeatures,
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


def number_range(least: int, most: int | None) -> str:
    """The text of a range: "2+", "=2", "≤2", "2–4"; "" for one or more."""
    if most is None:
        return at_least(least)
    if least == most:
        return f"={most}"
    return f"{least}–{most}" if least else f"≤{most}"


def with_second(picture: Emblem, also: Feature | None) -> Emblem:
    """A picture with what a further clause counts, unless it is there already."""
    if also is None or any(sign.glyph == also.word and not sign.crossed for sign in picture.signs):
        return picture
    return replace(picture, second=also.word)


_CORNER = "M0 0h3v21h21v3H0z"
_RING = "M0 0h24v24H0zM4 4v16h16V4z"
_FENCE = "M7 7h10v10H7z"


def spaces_emblem(clause: Spaces, also: Feature | None) -> Emblem:
    """Return the emblem of a clause about single spaces, with what surrounds them.

    `also` is the feature that a second clause counts.
    """
    if not clause.is_plain:
        return with_second(_conditional_spaces(clause), also)
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


_FRAME = "M1 1h22v22H1z"


def _conditional_spaces(clause: Spaces) -> Emblem:
    """The space top left and the first of what must or must not be adjacent to it bottom right, with the number; in a
    frame, the place on the map that it needs.
    """
    own = sign(clause.terrain, 0, 0, 13)
    if clause.corners:
        return Emblem((sign(clause.terrain, 2, 2, 10),), lines=_FRAME)
    if clause.beside is not None and clause.counts_beside:
        none = clause.at_most == 0
        text = "" if none else number_range(clause.at_least, clause.at_most)
        return Emblem((own, sign(clause.beside, 12.5, 12.5, 10, crossed=none)), numeral(text, 18, 6, 7.5))
    if clause.counts_kinds:
        none = clause.most_kinds == 0
        text = "" if none else number_range(clause.kinds, clause.most_kinds)
        return Emblem((own, Sign("kinds", 12.5, 12.5, 10, none)), numeral(text, 18, 6, 7.5))
    if clause.not_beside:
        return Emblem((own, sign(clause.not_beside[0], 12.5, 12.5, 10, crossed=True)))
    if clause.edge_distance or clause.most_edge_distance is not None:
        text = number_range(clause.edge_distance, clause.most_edge_distance) or "1+"
        return Emblem((sign(clause.terrain, 7, 2.5, 10),), numeral(text, 12, 17.5, 9), lines=_FRAME)
    if clause.enclosed_by is not None:
        return Emblem((own, sign(clause.enclosed_by, 12.5, 12.5, 11.5)))
    return Emblem((sign(clause.terrain, 2, 2, 20),))


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
    if most >= FULL.bit_count():
        return at_least(least)
    return number_range(least if least > 1 or most == 1 else 0, most)


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
