"""Drawing of an example map at the end of winter."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from engine.cartographers.board import Board
from engine.cartographers.geometry import SIZE, column_of, row_of, spaces
from engine.cartographers.notation import board_of
from engine.cartographers.terrain import Feature
from games.cartographers.map.boards import cluster_edges, outline, path

_EXAMPLE = """\
FFF..WW.VV.
FF.^AwW.VV.
Ff.AA.W.^r.
F..A..WW..M
..VV...W.MM
.VV.F^FWW.M
...FFFF.WW.
AA..FF...W.
.a^....VVr.
AA.WWw.^V..
A..WWW.VVV."""
_KINDS = (Feature.FOREST, Feature.VILLAGE, Feature.FARM, Feature.WATER, Feature.MONSTER, Feature.MOUNTAIN)


@dataclass(frozen=True, slots=True)
class PosterPatch:
    """Spaces of one kind: CSS classes, one path of unit squares, a symbol and its places as (x, y)."""

    css: str
    path: str
    glyph: str
    places: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Poster:
    """Drawing of a board in units of one space. `grid` has the points of its grid line, `edges` the path around its
    clusters.
    """

    kinds: tuple[PosterPatch, ...]
    grid: str
    edges: str


@cache
def example() -> Board:
    """Return the example map."""
    return board_of(_EXAMPLE)


@cache
def poster() -> Poster:
    """Return the drawing of the example, on the sheet of the first game."""
    board = example()
    masks = [(feature.word, board.layers[feature]) for feature in _KINDS]
    kinds = [_kind(f"t-{word}", word, mask) for word, mask in masks]
    return Poster((_kind("ruins", "ruins", board.empty_ruins), *kinds), _grid(), outline(cluster_edges(board)))


def _kind(css: str, glyph: str, mask: int) -> PosterPatch:
    # Symbols fill 6 tenths of their space.
    places = tuple((f"{column_of(where)}.2", f"{row_of(where)}.2") for where in spaces(mask))
    return PosterPatch(css, path(mask), glyph, places)


def _grid() -> str:
    across = [f"{x},{y}" for y in range(1, SIZE) for x in ((0, SIZE) if y % 2 else (SIZE, 0))]
    # Continue from the bottom left corner, where the rows end.
    down = [f"{x},{y}" for x in range(1, SIZE) for y in ((SIZE, 0) if x % 2 else (0, SIZE))]
    return " ".join([*across, f"0,{SIZE}", *down])
