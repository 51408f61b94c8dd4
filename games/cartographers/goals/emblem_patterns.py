"""Emblems of patterns, pairs of clusters, connected edges and sets."""

from __future__ import annotations

from itertools import chain, product
from typing import Final

from engine.cartographers.scoring.families import EdgeLink, LinkedEdges, Patterns, SetOf, Sets, TouchingPairs
from engine.cartographers.stamps import FEATURE_MARKS, ONE_OF, SAME
from engine.cartographers.terrain import Feature
from games.cartographers.goals.emblem_shapes import Emblem, Numeral, Sign, glyph_signs, sign, signs_of


def patterns_emblem(clause: Patterns) -> Emblem:
    """Return the drawing of a pattern: the cells for which it asks, black where any filled space counts."""
    rows = clause.stamp.rows
    side = min(24 / len(rows), 24 / len(rows[0]), 12)
    top, left = (24 - side * len(rows)) / 2, (24 - side * len(rows[0])) / 2
    signs: list[Sign] = []
    numerals: list[Numeral] = []
    lines = solid = ""
    for row, column, mark in clause.stamp.spaces:
        x, y = left + column * side, top + row * side
        cell = f"M{x + 0.5:.2f} {y + 0.5:.2f}h{side - 1:.2f}v{side - 1:.2f}h-{side - 1:.2f}z"
        if mark == "#":
            solid += cell
            continue
        lines += cell
        if mark == SAME:
            numerals.append(Numeral("=", x + side / 2, y + side / 2, side * 0.7))
        elif mark == ONE_OF and clause.one_of:
            signs += glyph_signs(tuple(terrain.word for terrain in clause.one_of), x + 1, y + 1, side - 2)
        elif mark in FEATURE_MARKS and FEATURE_MARKS[mark] is not Feature.EMPTY:
            signs.append(sign(FEATURE_MARKS[mark], x + 1, y + 1, side - 2))
    return Emblem(tuple(signs), tuple(numerals), lines, solid)


_TWO_COLUMNS: Final = "M.6 .6h10.8v22.8H.6zM12.6 .6h10.8v22.8H12.6z"


def pairs_emblem(clause: TouchingPairs) -> Emblem:
    """Return the emblem of a clause about pairs: two clusters side by side."""
    columns = product(((clause.terrain, 1), (clause.partner, 13)), (1, 13))
    signs = chain.from_iterable(signs_of(feature, x, y, 10) for (feature, x), y in columns)
    return Emblem(tuple(signs), lines=_TWO_COLUMNS)


_LEFT, _RIGHT, _TOP, _BOTTOM = "M0 0h3v24H0z", "M21 0h3v24h-3z", "M0 0h24v3H0z", "M0 21h24v3H0z"
_EDGES: Final = {
    EdgeLink.LEFT_AND_RIGHT: _LEFT + _RIGHT,
    EdgeLink.TOP_AND_BOTTOM: _TOP + _BOTTOM,
    EdgeLink.OPPOSITE: _LEFT + _RIGHT,
    EdgeLink.TWO: "M0 0h24v3H3v21H0z",
    EdgeLink.THREE: "M0 0h24v24h-3V3H3v21H0z",
    EdgeLink.FOUR: "M0 0h24v24H0zM3 3v18h18V3z",
}
_OTHER_EDGES: Final = "M5.5 1h13M5.5 23h13"


def edges_emblem(clause: LinkedEdges) -> Emblem:
    """Return the emblem of a clause about edges: black ones that are connected, and a row or column between them."""
    places = [(x, 8.25) for x in (3.75, 12.75)]
    if clause.link is EdgeLink.TOP_AND_BOTTOM:
        places = [(y, x) for x, y in places]
    lines = _OTHER_EDGES if clause.link is EdgeLink.OPPOSITE else ""
    signs = chain.from_iterable(signs_of(clause.terrain, x, y, 7.5) for x, y in places)
    return Emblem(tuple(signs), (), lines, _EDGES[clause.link])


_FRAMES: Final = {
    SetOf.CLUSTERS: "M.6 .6h22.8v22.8H.6zM12 .6v22.8M.6 12h22.8",
    SetOf.SPACES: "M.6 .6h22.8v22.8H.6z",
    SetOf.SPACES_OF_ROW: "M.6 6.6h22.8v10.8H.6z",
    SetOf.SPACES_OF_COLUMN: "M6.6 .6h10.8v22.8H6.6z",
}


def sets_emblem(clause: Sets) -> Emblem:
    """Return the emblem of a clause about sets: up to four members in a frame."""
    places: list[tuple[float, float]] = [(1.5, 1.5), (13, 13), (13, 1.5), (1.5, 13)]
    size = 9.5
    if clause.members in (SetOf.SPACES_OF_ROW, SetOf.SPACES_OF_COLUMN):
        count = max(2, min(len(clause.each), 4))
        size = min(9.5, 22 / count - 0.5)
        places = [(1 + place * 22 / count, 12 - size / 2) for place in range(count)]
    if clause.members is SetOf.SPACES_OF_COLUMN:
        places = [(y, x) for x, y in places]
    members = zip(clause.each, places, strict=False)
    signs = chain.from_iterable(signs_of(terrain, x, y, size) for terrain, (x, y) in members)
    return Emblem(tuple(signs), lines=_FRAMES[clause.members])
