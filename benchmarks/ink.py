"""Time and compressed size of the ink drawing of a map, large and small.

    python -m benchmarks.ink

A figure is the median over rounds of drawing, without the cache.
"""

from __future__ import annotations

import gzip
import os
from collections.abc import Callable
from functools import partial
from statistics import median
from time import perf_counter

import django
from django.template.loader import render_to_string

from engine.cartographers.board import Board
from engine.cartographers.geometry import ROWS as PIECES
from engine.cartographers.notation import board_of
from games.cartographers.map.ink.drawing import board_contents, ink_drawing

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
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "carto_site.settings")
    django.setup()
    from games.cartographers.map.boards import patches

    def small(board: Board) -> str:
        context = {"patches": patches(board), "name": "Map"}
        return render_to_string("cartographers/map/_small_map.html", context)

    for name, rows in MAPS.items():
        board = board_of(rows)
        _print(f"{name}, large", board_contents.cache_clear, partial(ink_drawing, board, 0, SPRITE, pieces=PIECES))
        _print(f"{name}, small", patches.cache_clear, partial(small, board))


def _print(name: str, clear_cache: Callable[[], None], draw: Callable[[], str]) -> None:
    took = []
    for _ in range(ROUNDS):
        clear_cache()
        begin = perf_counter()
        drawing = draw()
        took.append((perf_counter() - begin) * 1e3)
    print(f"{name:18} {median(took):5.1f} ms, {len(gzip.compress(drawing.encode())) / 1000:4.1f} kB")


if __name__ == "__main__":
    main()
