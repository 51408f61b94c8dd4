"""How a game of Cartographers answers: the whole page, or the fragment that is asked for."""

from __future__ import annotations

from http import HTTPStatus

from django.http import HttpResponse, QueryDict
from django.shortcuts import render

from engine.cartographers.game import RULES
from engine.cartographers.view import View
from games.accounts.access import HtmxHttpRequest
from games.cartographers.placing import ghost_of
from games.cartographers.presenters.desk import desk_view
from games.cartographers.presenters.page import desk_key, strip, table_page
from games.cartographers.presenters.people import people
from games.tables import presenters as tables
from games.tables.game import Seated
from games.tables.loading import Logged, log

STRIP, PENDING, TABLE = "strip", "pending", "table"
"""The root ids of the fragments that the page asks for again."""


def page(request: HtmxHttpRequest, seated: Seated) -> HttpResponse:
    """The page of a table. Asked for its strip alone it answers so, unless what the viewer has to do has changed: then
    with the whole table.
    """
    view = RULES.view(seated.state, seated.seat)
    if request.htmx and request.htmx.target == PENDING and view.desk and view.desk.drawing is None:
        ghost = ghost_of(request.GET, view.desk.offer)
        desk = desk_view(view, view.desk, ghost, people(seated, view), seated.table.code)
        return render(request, "cartographers/_pending.html", {"desk": desk})
    if request.htmx and request.htmx.target in {STRIP, PENDING}:
        if request.GET.get("desk") == desk_key(view):
            return render(request, "cartographers/_strip.html", {"strip": strip(seated, view)})
        return whole(request, seated, QueryDict(), view=view, retarget=True)
    return whole(request, seated, request.GET, view=view)


def whole(
    request: HtmxHttpRequest,
    seated: Seated,
    query: QueryDict,
    *,
    view: View | None = None,
    refusal: str = "",
    status: int = HTTPStatus.OK,
    retarget: bool = False,
) -> HttpResponse:
    """The table: its fragment for htmx, the full page otherwise. `refusal` says why a command was refused."""
    view = view or RULES.view(seated.state, seated.seat)
    rematch = tables.rematch(seated.table, request.user) if view.over else None
    context = {"page": table_page(seated, view, visible_log(seated, view), query, rematch=rematch, refusal=refusal)}
    template = "cartographers/_table.html" if request.htmx else "cartographers/table.html"
    response = render(request, template, context, status=status)
    if retarget:
        response["HX-Retarget"] = f"#{TABLE}"
        response["HX-Reswap"] = "outerHTML"
    return response


def visible_log(seated: Seated, view: View) -> tuple[Logged, ...]:
    """The log as the viewer may read it."""
    entries = []
    for entry in log(seated.table, up_to=seated.number):
        event = RULES.visible(entry.event, view.viewer, seated.state)
        if event is not None:
            entries.append(Logged(entry.number, entry.turn, entry.seat, entry.at, event))
    return tuple(entries)
