"""Responses of a table: the whole page, or the requested fragment."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.functional import SimpleLazyObject

from engine.gisborne.view import LayDesk, View
from games.accounts.access import HtmxHttpRequest
from games.gisborne.desk.pending_play import build_pending
from games.gisborne.desk.play_step import selection_of
from games.gisborne.lesson.lesson_game import open_lesson
from games.gisborne.line.help import entries
from games.gisborne.log.past_states import view_for
from games.gisborne.table.page import page_parts, table_page
from games.gisborne.table.strip import table_strip
from games.play.line import line_view, usable
from games.play.page_parts import RenderingOptions, Templates, stale_response, strip_response, table_response
from games.play.visit import visit
from games.tables.game import Seated

PENDING = "pending"
"""Root id of the description of the play in the making, which the page requests separately."""
TEMPLATES = Templates("gisborne/table/table.html", "gisborne/table/_table.html")


def page(request: HtmxHttpRequest, seated: Seated) -> HttpResponse:
    """Show a table. A request for its strip alone gets only the strip, or the whole table if the viewer's task has
    changed.
    """
    view = view_for(seated)
    if request.htmx and request.htmx.target == PENDING:
        return _pending(request, seated, view)
    if request.htmx and "desk" in request.GET:
        strip = strip_response(request, seated, table_strip(seated, view))
        return strip or render_table(request, seated, RenderingOptions(retarget=True), view)
    return render_table(request, seated, RenderingOptions(request.GET), view)


def _pending(request: HtmxHttpRequest, seated: Seated, view: View) -> HttpResponse:
    """Return the result of the play in the making; if none is due anymore, make the strip reload."""
    if not isinstance(view.desk, LayDesk) or view.desk.play:
        return stale_response()
    pending = build_pending(view, seated.state, view.desk, selection_of(request.GET, view.desk.hand))
    url = reverse("tables:table", args=[seated.table.code])
    return render(request, "gisborne/desk/_pending.html", {"pending": pending, "url": url})


def render_table(
    request: HtmxHttpRequest, seated: Seated, shown: RenderingOptions, view: View | None = None
) -> HttpResponse:
    """Render the table: its fragment for htmx, the full page otherwise."""
    view = view or view_for(seated)
    visited = visit(request, seated, turn=view.round, over=view.over, refusal=shown.refusal)
    whole_page = table_page(seated, view, shown.step, visited, keeps=bool(shown.line) and not request.htmx)
    context = {
        "page": whole_page,
        "request": request,
        # Lazy, because partial responses don't include it.
        "line": shown.line or SimpleLazyObject(lambda: line_view(seated.table.code, usable(entries(), seated))),
        "code": seated.table.code,
        "strip": whole_page.strip,
        "lesson": open_lesson(seated, view),
        "away": visited.away,
        "table_url": reverse("tables:table", args=[seated.table.code]),
    }
    dress = "ended" if view.over or seated.ended_early else "played"
    return table_response(request, TEMPLATES, page_parts(whole_page), context, dress, shown)
