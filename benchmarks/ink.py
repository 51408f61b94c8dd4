"""Time and compressed size of the ink drawing of a map.

    python -m benchmarks.ink

A figure is the median over rounds of drawing, without the cache.
"""

from __future__ import annotations

import gzip
from statistics import median
from time import perf_counter

from engine.cartographers.board import Board
from engine.cartographers.notation import board_of
from games.cartographers.map.ink.drawing import ink_drawing

ROUNDS = 200
SPRITE = "/static/img/map.0123456789ab.svg"
MAPS = {
    "half full": "FF.....VV../F..^...V.../...WW..r.../.r.W...AA../..VV^..A.../MM...FF..../M....F..^../"
    "...WWW...../.r^...VVr../AA.....^.../A...W..VVV.",
    "full": "AAAFFFFFMXM/AHV^FfFXMVM/AfFFFFFM^vV/VWWFFFFVVVV/VVFFFFAAAFF/WFWWF^FFFFW/"
    "WFFAFFFHFMW/WFFFFVVMXMW/WfV^AAVVMaW/XWWWWfA^AAV/XXH#WWWWMMV",
}


def main() -> None:
    """Draw each map and print the figures."""
    for name, rows in MAPS.items():
        board = board_of(rows)
        took = median(_time(board) for _ in range(ROUNDS))
        size = len(gzip.compress(ink_drawing(board, 0, SPRITE).encode()))
        print(f"{name:10} {took:5.1f} ms, {size / 1000:4.1f} kB")


def _time(board: Board) -> float:
    """Milliseconds for one drawing."""
    ink_drawing.cache_clear()
    begin = perf_counter()
    ink_drawing(board, 0, SPRITE)
    return (perf_counter() - begin) * 1e3


if __name__ == "__main__":
    main()
