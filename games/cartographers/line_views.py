"""The command line: one address that reads a line, and answers it or carries it out."""

from __future__ import annotations

from dataclasses import dataclass
from http import HTTPStatus
from typing import cast
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from engine.cartographers.events import EffectPassed, MonstersSpread, TakenBack
from engine.cartographers.game import RULES
from engine.cartographers.news import Chose, Drew, News
from engine.cartographers.view import View
from engine.contract import RuleViolation
from games.accounts.access import HtmxHttpRequest, SeeOther, SignedInRequest, to_sign_in
from games.cartographers import pages
from games.cartographers.forms import LineForm
from games.cartographers.placing import Ghost
from games.cartographers.presenters.line import line_view
from games.cartographers.presenters.log import log_entries
from games.cartographers.presenters.people import people
from games.cartographers.typed.aiming import Hand, fields_of, given, hand_of, meant
from games.cartographers.typed.answers import answer
from games.cartographers.typed.commands import Acting, Moving, Unread
from games.cartographers.typed.intents import Intent, intended, moved
from games.cartographers.typed.looking import Room
from games.cartographers.typed.moves_told import put_down
from games.cartographers.typed.parsing import parse
from games.cartographers.typed.turn_told import now
from games.cartographers.words.refusals import refusals
from games.tables.access import seated, visible_table
from games.tables.game import Seated
from games.tables.giving_up import was_given_up
from games.tables.loading import Logged
from games.tables.models import Table
from games.tables.pages import live
from games.tables.submit import submit

PUT = "carto:put"
"""What the script hears before it shows the drawing in hand put elsewhere."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A line as it came in, and the table as it is for who typed it. `given` holds the fields that came with it."""

    request: HtmxHttpRequest
    given: QueryDict
    table: Table
    place: Seated
    view: View

    @property
    def text(self) -> str:
        """The line."""
        return self.given.get("line", "")

    def room(self, hand: Hand) -> Room:
        """What may be told of the table."""
        everybody = people(self.place, self.view)
        log = pages.visible_log(self.place, self.view)
        own = (one.turn for one in log if isinstance(one.event, Drew | Chose) and one.event.seat == self.place.seat)
        acted = max(own, default=self.view.turn - 1)
        return Room(self.view, everybody, log_entries(self.view, everybody, log), acted, hand)


@require_http_methods(["GET", "HEAD", "POST"])
def line(request: HttpRequest, code: str) -> HttpResponse:
    """Answer a line, by GET as well; carry one out that plays, by POST alone. Answers 200 (303 where it was carried out
    and no script asks), 400 malformed, 409 behind, 422 for a line that is not understood or against the rules. Nobody
    sees it but who may see the table.
    """
    asked = _asked(cast(HtmxHttpRequest, request), code)
    if asked is None or "line" not in asked.given:
        query = f"?{request.GET.urlencode()}" if request.GET else ""
        return SeeOther(reverse("tables:table", args=[code]) + query)
    try:
        return _read(asked)
    except Unread as problem:
        return _answered(asked, asked.given, problem=str(problem), status=HTTPStatus.UNPROCESSABLE_ENTITY)


def _asked(request: HtmxHttpRequest, code: str) -> Asked | None:
    """None before the game begins and once it is given up. The table is fetched first: what is read later may only be
    newer.
    """
    table = visible_table(request, code)
    place = seated(request, table)
    if not place.number or was_given_up(table):
        return None
    fields = given(request.POST if request.method == "POST" else request.GET)
    return Asked(request, fields, table, place, RULES.view(place.state, place.seat))


def _present(asked: Asked) -> Asked | None:
    """The same line, with the table as it is by now; None where the game was given up meanwhile."""
    return _asked(asked.request, asked.table.code)


def _to_table(asked: Asked) -> HttpResponse:
    return SeeOther(reverse("tables:table", args=[asked.table.code]))


def _read(asked: Asked) -> HttpResponse:
    hand = hand_of(asked.view, asked.given)
    command = meant(parse(asked.text), hand)
    if isinstance(command, Acting):
        return _act(asked, command, hand)
    if isinstance(command, Moving):
        hand = moved(command, hand)
        return _answered(asked, _step_of(hand), said=put_down(asked.room(hand)), put=hand)
    return _answered(asked, asked.given, said=answer(command, asked.room(hand)))


def _step_of(hand: Hand) -> QueryDict:
    """The step of the page at which this is in hand."""
    query = QueryDict(mutable=True)
    query.update(dict(fields_of(hand)))
    return query


# --- Lines that play -------------------------------------------------------------------------------------------------


def _act(asked: Asked, command: Acting, hand: Hand) -> HttpResponse:
    if asked.request.method != "POST":
        raise Unread(_("This line plays: send it from the command line."))
    if not asked.request.user.is_authenticated:
        return to_sign_in(asked.request, back=reverse("tables:table", args=[asked.table.code]))
    if asked.place.seat is None:
        raise Unread(_("You do not play at this table, so you can only ask about it. “help” lists how."))
    form = LineForm(asked.given)
    if not form.is_valid():
        reason = _("This form was incomplete or damaged. Nothing was changed; here is the table as it is.")
        return _answered(asked, asked.given, problem=reason, status=HTTPStatus.BAD_REQUEST, table=True)
    turn = form.cleaned_data["turn"]
    intent = intended(command, hand, asked.view, turn)
    try:
        submit(
            table=asked.table.code,
            user=cast(SignedInRequest, asked.request).user,
            command_id=form.cleaned_data["command_id"],
            ask=f"{turn}.{asked.place.seat}",
            build=intent.build,
            withdraws=intent.withdraws,
        )
    except Table.DoesNotExist:
        raise Http404 from None
    except RuleViolation as violation:
        return _refused(asked, violation, intent)
    return _done(asked)


def _refused(asked: Asked, violation: RuleViolation, intent: Intent) -> HttpResponse:
    """Say why. What was to be drawn lies where it cannot be, so that it shows what is in the way."""
    problem = refusals(violation)
    if violation.behind:
        present = _present(asked)
        if present is None:
            return _to_table(asked)
        return _answered(present, QueryDict(), problem=problem, status=HTTPStatus.CONFLICT, table=True)
    lies = intent.ghost if intent.ghost and intent.ghost.fit else None
    step = _step_of(lies) if lies else asked.given
    return _answered(asked, step, problem=problem, status=HTTPStatus.UNPROCESSABLE_ENTITY, put=lies)


def _done(asked: Asked) -> HttpResponse:
    """Tell what happened since the line came in."""
    if not asked.request.htmx:
        address = reverse("cartographers:line", args=[asked.table.code])
        return SeeOther(f"{address}?{urlencode({'line': 'now'})}")
    present = _present(asked)
    if present is None:
        return _to_table(asked)
    return _answered(present, QueryDict(), said=_news(present, since=asked.place.number), table=True)


def _news(present: Asked, since: int) -> tuple[str, ...]:
    """What came of the line, event by event after a number: all but what the page says by itself when it changes."""
    view, log = present.view, pages.visible_log(present.place, present.view)
    some = tuple(entry for entry in log if entry.number > since and _tells(entry, view))
    entries = log_entries(view, people(present.place, view), log, some)
    return tuple(entry.text for entry in reversed(entries)) or now(present.room(None))


def _tells(entry: Logged[News], view: View) -> bool:
    """Whether an event came of what the viewer did, or is done by monsters that act."""
    match entry.event:
        case Drew(seat=seat):
            return seat == view.viewer
        case Chose() | TakenBack() | MonstersSpread() | EffectPassed():
            return True
        case _:
            return False


# --- Answers ---------------------------------------------------------------------------------------------------------


def _answered(
    asked: Asked,
    query: QueryDict,
    *,
    said: tuple[str, ...] = (),
    problem: str = "",
    status: int = HTTPStatus.OK,
    table: bool = False,
    put: Hand = None,
) -> HttpResponse:
    """The answer, or the problem with the line. Without a script it comes in the whole page; with one alone, with the
    table only where that has changed: as `table` tells, or because something was `put` elsewhere.
    """
    it = line_view(asked.table.code, asked=asked.text, said=said, problem=problem, focused=True)
    if not asked.request.htmx or table or put is not None:
        answer = pages.whole(
            asked.request,
            asked.place,
            query,
            view=asked.view,
            line=it,
            status=status,
            retarget=bool(asked.request.htmx),
        )
    else:
        answer = render(asked.request, "cartographers/_answered.html", {"line": it}, status=status)
    if isinstance(put, Ghost):
        answer["HX-Trigger"] = PUT
    return live(answer, asked.table.version)
