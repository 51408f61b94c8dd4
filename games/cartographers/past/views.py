"""The year of a game that is over, turn by turn; the stars of one, over or not; what has changed since one looked."""

from __future__ import annotations

import re
from http import HTTPStatus
from typing import cast

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from games.accounts.access import HtmxHttpRequest, SeeOther
from games.cartographers.desk.scene import looked_at
from games.cartographers.log.table_view import view_for
from games.cartographers.others.stage import own_or_best
from games.cartographers.past.changes_since_visit import since as since_page
from games.cartographers.past.season_film import build_film
from games.cartographers.past.stars import stars_page
from games.cartographers.words.names import KEY
from games.play.log import turn_address, whole_log
from games.play.people import people
from games.tables.access import seated, visible_table
from games.tables.pages import live


@require_safe
def year(request: HttpRequest, code: str) -> HttpResponse:
    """Return all turns on the map in view, as a fragment for the replay script.

    Without htmx, redirect to the page of the first turn. Raises 404 if the game isn't over or the visitor may not see
    the table.
    """
    table = visible_table(request, code, KEY)
    place = seated(request, table)
    closed = place.ended_early and place.state.turn > 1
    if not place.number or not (place.state.over or closed):
        raise Http404
    view = view_for(place)
    chosen = looked_at(request.GET, view)
    if not cast(HtmxHttpRequest, request).htmx:
        kept = "" if chosen is None else f"?look={chosen + 1}"
        return SeeOther(turn_address(reverse("tables:table", args=[code]), 1) + kept)
    person = people(place)[own_or_best(view) if chosen is None else chosen]
    # In a game that was ended early, answers of the open turn stay hidden.
    log = [entry for entry in whole_log(place) if place.state.over or entry.turn < place.state.turn]
    return live(
        render(request, "cartographers/past/_season_film.html", {"year": build_film(log, person)}), table.version
    )


@require_safe
def stars(request: HttpRequest, code: str) -> HttpResponse:
    """Show the stars of each seat after each closed turn.

    Raises 404 if no turn has closed or the visitor may not see the table.
    """
    table = visible_table(request, code, KEY)
    place = seated(request, table)
    page = stars_page(place, request.GET) if place.number else None
    if page is None:
        raise Http404
    return live(render(request, "cartographers/past/stars.html", {"page": page}), table.version)


@require_safe
def since(request: HttpRequest, code: str) -> HttpResponse:
    """Show the changes since the turn in the address was open: as a page, or a fragment for the script.

    If no turn has closed since then, redirect to the table; if the game is over, to the page of that turn; the script
    gets 204 instead. Raises 404 for an invalid turn, for visitors without a seat or in a solo game, and if the
    visitor may not see the table.
    """
    table = visible_table(request, code, KEY)
    place = seated(request, table)
    turn = _turn(request.GET.get("turn", ""))
    if place.seat is None or place.alone or place.has_left or not 0 < turn <= place.state.turn:
        raise Http404
    htmx, address = cast(HtmxHttpRequest, request).htmx, reverse("tables:table", args=[code])
    over = place.state.over or place.ended_early
    page = None if over else since_page(place, turn)
    if page is None:
        elsewhere = turn_address(address, turn) if over else address
        return live(HttpResponse(status=HTTPStatus.NO_CONTENT), table.version) if htmx else SeeOther(elsewhere)
    template = "cartographers/past/_changes_since_visit.html" if htmx else "cartographers/past/changes_since_visit.html"
    return live(render(request, template, {"since": page}), table.version)


def _turn(number: str) -> int:
    """The number of a turn as an address has it, 0 for what is none."""
    return int(number) if re.fullmatch("[0-9]{1,4}", number) else 0
