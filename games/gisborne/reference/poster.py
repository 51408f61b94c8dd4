"""Poster: the first tiles of a way, with four pawns on it; and a whole way for previews of links."""

from __future__ import annotations

from functools import cache

from engine.gisborne.game import RULES
from games.gisborne.past.sharing import public_view, way_picture
from games.gisborne.reference.example_pictures import WayPart, way_part
from games.gisborne.reference.example_rounds import CHIPS, PATH, Position, play_round
from games.gisborne.way.winding import Winding, winding_of
from games.play.fragment_cache import cached
from games.play.share_picture import without_scores
from games.tables.game import CoverText, Seated

_POSITION = Position((16, 23, 10, 12), {}, tiles=3, chips={5: 1, 20: 3, 26: 1})
_WHOLE = Position((47, 58, 33, 29), {}, tiles=len(PATH), chips={24: 1, 38: 3, 55: 2, 66: CHIPS[-1]})


@cached(10)
def poster() -> WayPart:
    """Return the part of the way on the poster."""
    return way_part(play_round(_POSITION))


def cover(text: CoverText, seated: Seated | None = None) -> str:
    """Return a text next to an example of a way, or next to the final way of a seat, as SVG."""
    seat = seated.seat if seated else None
    view = public_view(seated, None) if seated and seat is not None else None
    return way_picture(winding_of(view) if view else _example(), text, without_scores(text.people), seat)


@cache
def _example() -> Winding:
    return winding_of(RULES.view(play_round(_WHOLE).after, None))
