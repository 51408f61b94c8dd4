"""Poster: the first tiles of a way, with four pawns on it."""

from __future__ import annotations

from games.gisborne.reference.example_pictures import WayPart, way_part
from games.gisborne.reference.example_rounds import Position, play_round
from games.play.fragment_cache import cached

_POSITION = Position((16, 23, 10, 12), {}, tiles=3, chips={5: 1, 20: 3, 26: 1})


@cached(10)
def poster() -> WayPart:
    """Return the part of the way on the poster."""
    return way_part(play_round(_POSITION))
