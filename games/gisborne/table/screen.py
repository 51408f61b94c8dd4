"""The game on a big screen: the way, and the players by rank, as a spectator sees them."""

from __future__ import annotations

from django.urls import reverse

from games.gisborne.log.past_states import view_for
from games.gisborne.log.seats import seat_rows, supplies
from games.gisborne.past.ending import ending
from games.gisborne.table.strip import table_strip
from games.gisborne.way.walk import find_walk
from games.gisborne.way.way_view import way_view
from games.play.log import whole_log
from games.play.page_parts import Part
from games.play.people import people
from games.play.screen import ScreenView
from games.tables.game import Seated


def screen(spectator: Seated) -> ScreenView:
    """Return the game for a big screen."""
    view = view_for(spectator)
    everybody = people(spectator)
    url = reverse("tables:table", args=[spectator.table.code])
    end = ending(spectator, view, everybody, url)
    way = way_view(view, everybody, None, find_walk(entry.event for entry in whole_log(spectator)))
    return ScreenView(
        strip=table_strip(spectator, view),
        side=Part.of(
            "side",
            "gisborne/table/_screen_side.html",
            headline=end.headline if end else "",
            places=end.places if end else (),
            rows=seat_rows(view, everybody, url),
            supplies=supplies(view),
        ),
        main=Part.of("main", "gisborne/table/_screen_way.html", way=way),
    )
