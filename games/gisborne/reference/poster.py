"""Poster: the first tiles of a way, with four pawns on it; and a whole way for previews of links."""

from __future__ import annotations

from functools import cache

from engine.gisborne.game import RULES
from engine.gisborne.view import View
from games.gisborne.past.sharing import picture_with_way, public_view
from games.gisborne.reference.example_pictures import WayPart, people, way_part
from games.gisborne.reference.example_rounds import PATH, Position, play_round
from games.play.fragment_cache import cached
from games.play.people import people as table_people
from games.play.share_picture import without_scores
from games.tables.game import CoverText, Seated

_POSITION = Position((16, 23, 10, 12), {}, tiles=3, chips={5: 1, 20: 3, 26: 1})
_WHOLE = Position((47, 58, 33, 29), {}, tiles=len(PATH), chips={42: 3, 50: 1, 59: 3, 71: 2})


@cached(10)
def poster() -> WayPart:
    """Return the part of the way on the poster."""
    return way_part(play_round(_POSITION))


def cover(text: CoverText, seated: Seated | None = None) -> str:
    """Return a text next to an example of a way, or next to the final way of a seat, as SVG."""
    view = public_view(seated, None) if seated and seated.seat is not None else None
    players = without_scores(text.people)
    if seated is None or view is None:
        return picture_with_way(_example(), people(4), text, players)
    return picture_with_way(view, table_people(seated), text, players)


@cache
def _example() -> View:
    return RULES.view(play_round(_WHOLE).after, None)
