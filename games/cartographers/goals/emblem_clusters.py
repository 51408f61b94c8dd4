"""Emblems of scoring cards about clusters, as in `engine/cartographers/scoring/clusters.py`."""

from __future__ import annotations

from typing import NamedTuple

from engine.cartographers.geometry import FULL
from engine.cartographers.scoring.families import BestCluster, Clusters, LinkedFeatures, Measure, RankedCluster
from engine.cartographers.scoring.unions import FeatureLike
from engine.cartographers.shapes import Shape
from engine.cartographers.terrain import Feature
from games.cartographers.goals.emblem_shapes import (
    Emblem,
    Numeral,
    Sign,
    at_least,
    glyph_signs,
    glyphs_of,
    number_range,
    numeral,
    signs_of,
    with_second,
)

_TWO_CELLS, _CELL_APART = "M.6 .6h10.8v22.8H.6z", "M12.6 12.6h10.8v10.8H12.6z"
_THREE_CELLS = "M.6 .6h10.8v12h12v10.8H.6z"
_MEDAL = "M6 12.7a4.8 4.8 0 1 0 .01 0z"
_WEDGE = "M.9 13.2h10.2L6 23z"


class _Size(NamedTuple):
    """Text in a cluster's space: its size, or its rank within the `mark` of a path."""

    text: str = ""
    mark: str = ""


class _Note(NamedTuple):
    """Signs for a condition next to a cluster, crossed out if excluded, with a number as `text`."""

    glyphs: tuple[str, ...]
    crossed: bool = False
    text: str = ""

    def signs(self, x: float, y: float, size: float) -> tuple[Sign, ...]:
        """Return its signs in a square."""
        return glyph_signs(self.glyphs, x, y, size, crossed=self.crossed)


def _rank(rank: int, *, from_smallest: bool = False) -> _Size:
    return _Size(str(rank), _WEDGE if from_smallest else _MEDAL)


def _cluster(terrain: FeatureLike, size: _Size, notes: list[_Note], also: FeatureLike | None) -> Emblem:
    """Draw two adjacent spaces, or three if there is room, and notes on neighbors on the right."""
    signs = [*signs_of(terrain, 1, 1, 10)]
    numerals: tuple[Numeral, ...] = ()
    lines = size.mark
    if size.text:
        numerals += numeral(size.text, 6, 16.5 if size.mark == _WEDGE else 18, 7 if size.mark else 12)
    else:
        signs += signs_of(terrain, 1, 13, 10)
    if notes:
        signs += notes[0].signs(13, 0, 11)
    if also is not None:
        signs += signs_of(also, 13, 13, 10)
        lines += _TWO_CELLS + _CELL_APART
    elif notes and notes[0].text:
        numerals += numeral(notes[0].text, 18, 18)
        lines += _TWO_CELLS
    elif len(notes) > 1:
        signs += notes[1].signs(13, 13, 11)
        lines += _TWO_CELLS
    else:
        signs += signs_of(terrain, 12.75, 13, 10)
        lines += _THREE_CELLS
    return Emblem(tuple(signs), numerals, lines)


def clusters_emblem(clause: Clusters, also: FeatureLike | None) -> Emblem:
    """Return the emblem of a clause about clusters, with what they are adjacent to or contain.

    `also` is the feature that a second clause counts.
    """
    size, notes = _size(clause), []
    if clause.touching is not None and clause.at_most == 0:
        notes.append(_Note(glyphs_of(clause.touching), crossed=True))
    elif clause.touching is not None and (clause.at_least or clause.at_most is not None):
        notes.append(_Note(glyphs_of(clause.touching), text=number_range(clause.at_least, clause.at_most)))
    notes += _avoided(clause.avoiding)
    if clause.counts_kinds:
        notes.append(_Note(("kinds",), text=number_range(clause.kinds, clause.most_kinds)))
    if clause.containing is None:
        return _cluster(clause.terrain, _Size(size), notes, also)
    signs = [*signs_of(clause.terrain, 0, 0, 12)]
    if notes:
        signs += notes[0].signs(13, 0, 11)
    numerals = () if notes else numeral("=" if clause.exact else size, 18, 6)
    return with_second(Emblem(tuple(signs), numerals, solid=_cells(clause.containing)), also)


def _placed(clause: RankedCluster | BestCluster) -> list[_Note]:
    """Return the notes on what a cluster has to touch and to avoid."""
    touched = [] if clause.touching is None else [_Note(glyphs_of(clause.touching))]
    return [*touched, *_avoided(clause.avoiding)]


def _avoided(features: tuple[Feature, ...]) -> list[_Note]:
    return [_Note((feature.word,), crossed=True) for feature in features]


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


def ranked_emblem(clause: RankedCluster, also: FeatureLike | None) -> Emblem:
    """The cluster of a rank; `also` is what a further clause counts."""
    return _cluster(clause.terrain, _rank(clause.rank, from_smallest=clause.from_smallest), _placed(clause), also)


def best_emblem(clause: BestCluster, also: FeatureLike | None) -> Emblem:
    """The cluster that measures most; `also` is what a further clause counts."""
    notes = _placed(clause)
    match clause.measure:
        case Measure.SIZE:
            return _cluster(clause.terrain, _rank(1), notes, also)
        case Measure.EMPTY_AROUND:
            return _cluster(clause.terrain, _Size(), [_Note((Feature.EMPTY.word,)), *notes], also)
        case Measure.ROWS_AND_COLUMNS:
            return _cluster(clause.terrain, _Size(), [_Note(("reach",)), *notes], also)


_LINK_TO_FIRST, _LINK_TO_SECOND = "M3.5 12V5.5h2", "M20.5 12V5.5h-2"


def linked_emblem(clause: LinkedFeatures) -> Emblem:
    """Return the emblem of a clause about linked features: the link on top, the features below."""
    same = clause.of == clause.partner
    others = clause.at_least - same
    signs = [*signs_of(clause.terrain, 6.5, 0, 11), *signs_of(clause.of, 0, 13, 11)]
    if clause.at_most == 0:
        crossed = glyph_signs(glyphs_of(clause.partner), 13, 13, 11, crossed=True)
        return Emblem((*signs, *crossed), lines=_LINK_TO_FIRST + _LINK_TO_SECOND)
    if others < 1 and clause.at_most is None:
        return Emblem(tuple(signs), lines=_LINK_TO_FIRST)
    signs += signs_of(clause.partner, 13, 13, 11)
    if others == 1 and clause.at_most is None:
        return Emblem(tuple(signs), lines=_LINK_TO_FIRST + _LINK_TO_SECOND)
    most = None if clause.at_most is None else clause.at_most - same
    return Emblem(tuple(signs), numeral(number_range(max(others, 0), most), 20, 10.3, 6.5), _LINK_TO_FIRST)
