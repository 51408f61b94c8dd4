"""Responses of a Cartographers table: the whole page, or the requested fragment."""

from __future__ import annotations

from django.http import HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.functional import SimpleLazyObject

from engine.cartographers.view import Desk, SpaceChoice, View
from games.accounts.access import HtmxHttpRequest
from games.cartographers.coach.hints import HINTS, hints_view
from games.cartographers.desk.pending_result import PendingResult, build_pending_result
from games.cartographers.desk.placement_state import ghost_of
from games.cartographers.desk.placement_values import worth_data
from games.cartographers.desk.space_choice import build_pending_choice
from games.cartographers.lesson.lesson_game import open_lesson
from games.cartographers.line.help import entries
from games.cartographers.log.past_states import view_for, visible_log
from games.cartographers.others.strip import table_strip
from games.cartographers.past.changes_since_visit import ChangesLink, build_changes_link, changes_url
from games.cartographers.table.page import layout_key, page_parts, requested_maps, table_page
from games.play.line import SHAPE_MOVED, line_view, usable
from games.play.log import first_unseen_turn, has_unseen_turns
from games.play.page_parts import RenderingOptions, Templates, stale_response, strip_response, table_response
from games.play.people import people
from games.play.strip import Strip
from games.play.visit import visit
from games.tables.game import Seated

PENDING, WORTH = "pending", "worth"
"""Root ids of two fragments about the current drawing, which the page requests separately: its description, and its
value in other places.
"""
TEMPLATES = Templates("cartographers/table/table.html", "cartographers/table/_table.html")


def page(request: HtmxHttpRequest, seated: Seated) -> HttpResponse:
    """Show a table. A request for its strip alone gets only the strip, or the whole table if the viewer's task has
    changed.
    """
    view = view_for(seated)
    pending = _pending(request, seated, view) if request.htmx and request.htmx.target == PENDING else None
    if pending:
        return render(request, "cartographers/desk/_pending.html", {"pending": pending, "code": seated.table.code})
    if request.htmx and request.htmx.target == WORTH and isinstance(view.owed, Desk):
        ghost = ghost_of(request.GET, view.owed.offer)
        return JsonResponse(worth_data(view, view.owed, ghost, seated.table.code))
    if request.htmx and request.htmx.target in {PENDING, WORTH}:
        return stale_response()
    if request.htmx and "desk" in request.GET:
        strip = table_strip(seated, view)
        alone = strip_response(request, seated, strip)
        return alone or render_table(request, seated, RenderingOptions(retarget=True), view, strip)
    answer = render_table(request, seated, RenderingOptions(request.GET), view)
    if HINTS in request.GET and ("anchor" in request.GET or "space" in request.GET):
        # The page must show the shape where the hint puts it, not where the script has it.
        answer["HX-Trigger"] = SHAPE_MOVED
    return answer


def _pending(request: HtmxHttpRequest, seated: Seated, view: View) -> PendingResult | None:
    """Return the state of the drawing or choice in the address, or None if the viewer owes neither."""
    everybody = people(seated)
    match view.owed:
        case SpaceChoice() as choice:
            return build_pending_choice(view, choice, request.GET, everybody[choice.subject])
        case Desk() as desk:
            return build_pending_result(view, desk, ghost_of(request.GET, desk.offer), everybody[desk.subject])
        case None:
            return None


def _find_changes_link(seated: Seated, view: View) -> ChangesLink | None:
    """Return the link to the changes since the visitor's last look, or None if there are none."""
    turn = 0 if view.over or seated.ended_early else first_unseen_turn(seated, view.turn)
    return build_changes_link(seated.table.code, turn, view.turn) if turn else None


def render_table(
    request: HtmxHttpRequest,
    seated: Seated,
    shown: RenderingOptions,
    view: View | None = None,
    strip: Strip | None = None,
) -> HttpResponse:
    """Render the table: its fragment for htmx, the full page otherwise.

    Pass `view` and `strip` if they are already built.
    """
    view = view or view_for(seated)
    events = visible_log(seated, view)
    visited = visit(request, seated, turn=view.turn, over=view.over, refusal=shown.refusal)
    lesson = open_lesson(seated, view, events)
    chosen, lit = requested_maps(request, view), lesson.lit if lesson else 0
    hints = hints_view(seated, view, shown.step)
    whole_page = table_page(seated, view, events, shown.step, visited, strip=strip, chosen=chosen, lit=lit, hints=hints)
    context = {
        "page": whole_page,
        "request": request,
        "lesson": lesson,
        # Lazy, because partial responses don't include it.
        "line": shown.line or SimpleLazyObject(lambda: line_view(seated.table.code, usable(entries(), seated))),
        "code": seated.table.code,
        "strip": whole_page.strip,
        "ending": whole_page.ending,
        "away": whole_page.visit.away,
        "since": None if request.htmx else _find_changes_link(seated, view),
        # For a page that the player leaves open and returns to.
        "since_later": changes_url(seated.table.code, view.turn) if has_unseen_turns(seated) and not view.over else "",
    }
    return table_response(request, TEMPLATES, page_parts(whole_page), context, layout_key(whole_page), shown)
