"""The emblems of clauses about clusters and what they link."""

from __future__ import annotations

from typing import NamedTuple

from engine.cartographers.geometry import FULL
from engine.cartographers.scoring.families import BestCluster, Clusters, LinkedFeatures, Measure, RankedCluster
from engine.cartographers.shapes import Shape
from engine.cartographers.terrain import Feature
from games.cartographers.goals.emblems.picture import Emblem, Numeral, Sign, at_least, numeral, sign, with_second

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
