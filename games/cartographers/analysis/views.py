"""Views of the analysis board, and of the choice of a past game's turn to open there."""

from __future__ import annotations

from http import HTTPStatus
from typing import Final

from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from django_htmx.http import push_url

from engine.cartographers.cards import Edict
from games.accounts.access import HtmxHttpRequest, SeeOther
from games.cartographers.analysis.forms import TYPED
from games.cartographers.analysis.page import FIRST_BRUSH, AnalysisView, analysis_page
from games.cartographers.analysis.pasting import paste_map
from games.cartographers.analysis.placements import BEST_SHOWN
from games.cartographers.analysis.position import BRUSHES, AnalysisPosition
from games.cartographers.analysis.query import first_edicts, read_cells, read_position, read_sheet, write_position
from games.cartographers.analysis.turn_choice import TurnChoicePage, turn_form
from games.cartographers.words.names import KEY
from games.tables.lobby.cards import table_url
from games.tables.pages.access import seated, visible_table
from games.tables.pages.metadata import listed

_PAINTED: Final = ("paint", "stroke")
"""Parameters with spaces to paint: those of a button, and those that a script collects."""
_SENT: Final = frozenset({*_PAINTED, "text", "drawn_on", *Edict})
"""Parameters of forms, which a position's own address doesn't have."""


@listed
@require_safe
def analysis(request: HtmxHttpRequest) -> HttpResponse:
    """Show a position with its stars and its best placements, after the change that a form asks for.

    Forms are redirected to the address of the position; htmx gets that address in a header. 400 if the query is wrong,
    with all of it that could be read.
    """
    query, problems = request.GET or QueryDict(f"edicts={first_edicts()}"), list[str]()
    view = _view(query)
    position = _changed(query, view, problems)
    address = f"{reverse('cartographers:analysis')}?{write_position(position, **view.parameters)}"
    if not problems and not request.htmx and _SENT.intersection(query):
        return SeeOther(address)
    typed = {name: query[name] for name in (*TYPED, "text") if name in query}
    page = analysis_page(position, view, problems, typed)
    status = HTTPStatus.BAD_REQUEST if problems else HTTPStatus.OK
    response = render(request, "cartographers/analysis/analysis.html", {"page": page}, status=status)
    if request.GET:
        response.headers["X-Robots-Tag"] = "noindex"
    return push_url(response, address) if request.htmx and not problems else response


def _view(query: QueryDict) -> AnalysisView:
    brush, best = query.get("brush", ""), query.get("best", "")
    is_painted = not {*_PAINTED, "text"}.isdisjoint(query)
    return AnalysisView(
        brush=brush if brush in BRUSHES else FIRST_BRUSH,
        best=int(best) if best in map(str, range(1, BEST_SHOWN + 1)) and not is_painted else 0,
        heat=query.get("heat") == "1",
    )


def _changed(query: QueryDict, view: AnalysisView, problems: list[str]) -> AnalysisPosition:
    """Return the position of a query after the change that it asks for."""
    data = {name: str(value) for name, value in query.items()} | {"seen": ",".join(query.getlist("seen"))}
    drawn_on = data.get("drawn_on", "")
    position = read_position({**data, "sheet": drawn_on} if drawn_on else data, problems)
    sheet = read_sheet(data, problems) if drawn_on else None
    if sheet is not None and sheet != position.sheet:
        position = position.on_sheet(sheet)
    cells = 0
    for name in _PAINTED:
        cells |= read_cells(data[name], problems) if data.get(name) else 0
    if cells:
        position = position.painted(cells, BRUSHES[view.brush])
    return paste_map(position, data["text"], problems) if "text" in data else position


@never_cache
@require_safe
def game_analysis(request: HttpRequest, code: str) -> HttpResponse:
    """Show the form that chooses a turn of a past game, or redirect to the position chosen.

    422 if there is no such turn, or the board can't show it. Raises Http404 while the game is in progress.
    """
    table = visible_table(request, code, KEY)
    form = turn_form(seated(request, table), request.GET)
    if form is None:
        raise Http404
    if form.is_valid():
        return SeeOther(form.url)
    page = TurnChoicePage(table.shown_name, table_url(table), form)
    status = HTTPStatus.UNPROCESSABLE_ENTITY if form.errors else HTTPStatus.OK
    return render(request, "cartographers/analysis/turn.html", {"page": page}, status=status)
