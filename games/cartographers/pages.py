"""How a game of Cartographers answers: the whole page, or the fragment that is asked for."""

from __future__ import annotations

from http import HTTPStatus

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _

from engine.cartographers.events import Event
from engine.cartographers.game import RULES
from engine.cartographers.news import News
from engine.cartographers.position import Position
from engine.cartographers.view import View
from games.accounts.access import HtmxHttpRequest, SeeOther
from games.cartographers.lessons import is_taught
from games.cartographers.past import closed_turns, moment_of, read, turn_of
from games.cartographers.placing import ghost_of
from games.cartographers.presenters.choosing import chosen_pending
from games.cartographers.presenters.lesson import lesson_view
from games.cartographers.presenters.line import LineView, line_view
from games.cartographers.presenters.log import turn_address
from games.cartographers.presenters.page import Visit, table_page
from games.cartographers.presenters.pending import Pending, pending
from games.cartographers.presenters.people import people
from games.cartographers.presenters.strip import desk_key, strip
from games.cartographers.presenters.turn import turn_page
from games.cartographers.presenters.why import Back, Question, question_of, why
from games.tables.afterwards import afterwards, deck_origin
from games.tables.game import Seated
from games.tables.loading import Logged, log

STRIP, PENDING, TABLE = "strip", "pending", "table"
"""The root ids of the fragments that the page asks for again."""


def page(request: HtmxHttpRequest, seated: Seated) -> HttpResponse:
    """The page of a table. Asked for its strip alone it answers so, unless what the viewer has to do has changed: then
    with the whole table.
    """
    view = RULES.view(seated.state, seated.seat)
    asked = _pending(request, seated, view) if request.htmx and request.htmx.target == PENDING else None
    if asked:
        return render(request, "cartographers/_pending.html", {"pending": asked, "code": seated.table.code})
    if request.htmx and request.htmx.target in {STRIP, PENDING}:
        found = strip(seated, view)
        if request.GET.get("desk") == desk_key(view, asked=found.rematch is not None):
            return render(request, "cartographers/_strip.html", {"strip": found})
        return whole(request, seated, QueryDict(), view=view, retarget=True)
    return whole(request, seated, request.GET, view=view)


def _pending(request: HtmxHttpRequest, seated: Seated, view: View) -> Pending | None:
    """What is said of the drawing or the choice that the address describes; None where the viewer owes neither."""
    everybody = people(seated, view)
    if view.choice and view.choice.chosen is None:
        return chosen_pending(view, view.choice, request.GET, everybody[view.choice.subject])
    if view.desk and view.desk.drawing is None:
        ghost = ghost_of(request.GET, view.desk.offer)
        return pending(view, view.desk, ghost, everybody[view.desk.subject])
    return None


def whole(
    request: HtmxHttpRequest,
    seated: Seated,
    query: QueryDict,
    *,
    view: View | None = None,
    refusal: str = "",
    status: int = HTTPStatus.OK,
    retarget: bool = False,
    line: LineView | None = None,
) -> HttpResponse:
    """The table: its fragment for htmx, the full page otherwise. `refusal` says why a command was refused, `line` what
    was answered to a typed one.
    """
    view = view or RULES.view(seated.state, seated.seat)
    events = visible_log(seated, view)
    found = table_page(seated, view, events, query, _visit(request, seated, view, events, refusal))
    fragment = "cartographers/_answered.html" if line else "cartographers/_table.html"
    context = {"page": found, "line": line or line_view(seated.table.code), "code": seated.table.code}
    response = render(request, fragment if request.htmx else "cartographers/table.html", context, status=status)
    if retarget:
        response["HX-Retarget"] = f"#{TABLE}"
        response["HX-Reswap"] = "outerHTML"
    return response


def _visit(
    request: HtmxHttpRequest, seated: Seated, view: View, events: tuple[Logged[News], ...], refusal: str
) -> Visit:
    played = seated.seat is not None
    return Visit(
        lesson=lesson_view(view, events, seated.table.code) if is_taught(seated) else None,
        after=afterwards(request, seated.table, seated=played, seats=view.seats) if view.over else None,
        deck_of=deck_origin(request, seated.table),
        refusal=refusal,
        turned=_turned(request, view),
    )


def explanation(
    request: HtmxHttpRequest, seated: Seated, asked: tuple[str, int, str], turn: int | None
) -> HttpResponse | None:
    """Where a figure comes from, asked by season, seat (from 1) and part, as it stands or as it stood after a turn: a
    fragment for the page that asks, a page of its own otherwise; None where there is no such figure.
    """
    season, seat, part = asked
    view = RULES.view(seated.state, seated.seat)
    events, address = _events(seated), reverse("tables:table", args=[seated.table.code])
    news, back = read(events, view.viewer, seated.state), Back(_("Back to the table"), address)
    if turn is not None:
        past = turn_of(events, turn, view.viewer)
        if past is None:
            return None
        view, news, address = past.after, past.log, turn_address(address, turn)
        back = Back(_("Back to the turn"), f"{address}?look={seat}")
    everybody = people(seated, view)
    question = question_of(view, season, everybody[seat - 1], part) if 1 <= seat <= view.seats else None
    if question is None:
        return None
    found = why(view, news, question, _moment(events, view, question), address, back)
    template = "cartographers/_why.html" if request.htmx else "cartographers/why.html"
    return render(
        request, template, {"why": found, "name": seated.table.name, "url": request.path if request.htmx else ""}
    )


def _moment(events: tuple[Logged[Event], ...], view: View, question: Question) -> tuple[Position, ...] | None:
    """The positions when the season in question was scored, None where none is or it has not been."""
    if question.season is None or question.season >= len(view.scores):
        return None
    return moment_of(events, question.season)


def past_turn(request: HttpRequest, seated: Seated, turn: int) -> HttpResponse | None:
    """The page of a turn that has closed; the way to the table for the open one, None for any other."""
    view = RULES.view(seated.state, seated.seat)
    events = _events(seated)
    past = turn_of(events, turn, view.viewer)
    if past:
        found = turn_page(seated, past, closed_turns(events), request.GET)
        return render(request, "cartographers/turn.html", {"page": found})
    return SeeOther(reverse("tables:table", args=[seated.table.code])) if turn == view.turn else None


def _turned(request: HtmxHttpRequest, view: View) -> bool:
    """Whether the page that asks, which names the turn that it shows, shows another one."""
    shown = request.headers.get("X-Turn") or request.POST.get("turn")
    return shown not in {None, str(view.turn)}


def visible_log(seated: Seated, view: View) -> tuple[Logged[News], ...]:
    """The log as the viewer may read it."""
    return read(_events(seated), view.viewer, seated.state)


def _events(seated: Seated) -> tuple[Logged[Event], ...]:
    """All that has happened, secrets included."""
    return log(seated.table, up_to=seated.number)
