"""Drawing, taking a drawing back, asking where a figure comes from, and looking at a turn that is past."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from http import HTTPStatus
from typing import cast

from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from engine.cartographers.commands import Choose, Command, Draw, TakeBack
from engine.contract import RuleViolation, Seat
from games.accounts.access import HtmxHttpRequest, SeeOther, SignedInRequest, to_sign_in
from games.cartographers import pages
from games.cartographers.forms import ChoiceForm, CommandForm, PlacementForm
from games.cartographers.placing import step_of
from games.cartographers.words.refusals import refusals
from games.tables.access import seat_of, seated, visible_table
from games.tables.giving_up import was_given_up
from games.tables.models import Table
from games.tables.pages import live, table_page
from games.tables.submit import submit


def _command(view: Callable[[SignedInRequest, str, int], HttpResponse]) -> Callable[..., HttpResponse]:
    """Let only POST by the signed in through; others come back from signing in to the table, as the drawing is lost by
    then. A GET, as of the page of a refusal, leads there too.
    """

    @require_http_methods(["GET", "HEAD", "POST"])
    @wraps(view)
    def gate(request: HttpRequest, code: str, turn: int) -> HttpResponse:
        table = reverse("tables:table", args=[code])
        if request.method != "POST":
            return SeeOther(table)
        if request.user.is_authenticated:
            return view(cast(SignedInRequest, request), code, turn)
        return to_sign_in(cast(HtmxHttpRequest, request), back=table)

    return gate


@_command
def placement(request: SignedInRequest, code: str, turn: int) -> HttpResponse:
    """Draw. Answers 303 (or the table's fragment), 400 malformed, 404 not seated, 409 the turn is over, 422 against the
    rules.
    """
    form = PlacementForm(request.POST)
    if not form.is_valid():
        return _malformed(request, code)
    return _submitted(request, code, turn, form, lambda seat: Draw(seat, turn, form.placement()))


@_command
def choice(request: SignedInRequest, code: str, turn: int) -> HttpResponse:
    """Choose the space that a monster destroys. Answers as `placement` does."""
    form = ChoiceForm(request.POST)
    if not form.is_valid():
        return _malformed(request, code)
    return _submitted(request, code, turn, form, lambda seat: Choose(seat, turn, form.cleaned_data["space"]))


@_command
def take_back(request: SignedInRequest, code: str, turn: int) -> HttpResponse:
    """Take the own drawing or choice of the open turn back. Answers as `placement` does."""
    form = CommandForm(request.POST)
    if not form.is_valid():
        return _malformed(request, code)
    return _submitted(request, code, turn, form, lambda seat: TakeBack(seat, turn), withdraws=True)


def _submitted(
    request: HttpRequest,
    code: str,
    turn: int,
    form: CommandForm,
    build: Callable[[Seat], Command],
    *,
    withdraws: bool = False,
) -> HttpResponse:
    """Submit a command of the visitor's seat and answer with the table as it is then."""
    user = cast(SignedInRequest, request).user
    seat = seat_of(request, code)
    try:
        submit(
            table=code,
            user=user,
            command_id=form.cleaned_data["command_id"],
            ask=f"{turn}.{seat}",
            build=build,
            withdraws=withdraws,
        )
    except Table.DoesNotExist:
        raise Http404 from None
    except RuleViolation as violation:
        return _refused(request, code, violation, form)
    if not cast(HtmxHttpRequest, request).htmx:
        return SeeOther(reverse("tables:table", args=[code]) + "#table")
    return _present(request, code, QueryDict())


def _refused(request: HttpRequest, code: str, violation: RuleViolation, form: CommandForm) -> HttpResponse:
    """Say why, with the table as it is now; a drawing against the rules stays where it was."""
    status = HTTPStatus.CONFLICT if violation.behind else HTTPStatus.UNPROCESSABLE_ENTITY
    query: QueryDict = QueryDict()
    if isinstance(form, PlacementForm) and not violation.behind:
        query = step_of(form.placement())
    return _present(request, code, query, refusal=refusals(violation), status=status)


def _malformed(request: HttpRequest, code: str) -> HttpResponse:
    """400 for a form that the page never sends."""
    reason = _("This form was incomplete or damaged. Nothing was changed; here is the table as it is.")
    return _present(request, code, QueryDict(), refusal=reason, status=HTTPStatus.BAD_REQUEST)


def _present(
    request: HttpRequest, code: str, query: QueryDict, *, refusal: str = "", status: int = HTTPStatus.OK
) -> HttpResponse:
    """The table as it is now, whatever has become of its game. The table is fetched first: what is read later may only
    be newer.
    """
    table = visible_table(request, code)
    found = seated(request, table)
    if found.seat is None:
        raise Http404
    if not found.number or was_given_up(table):
        answer = table_page(cast(HtmxHttpRequest, request), table)
        answer.status_code = status
        return answer
    answer = pages.whole(cast(HtmxHttpRequest, request), found, query, refusal=refusal, status=status)
    return live(answer, table.version)


@require_safe
def why(request: HttpRequest, code: str, season: str, seat: int, part: str, turn: int | None = None) -> HttpResponse:
    """Where a figure comes from, of the present or of a turn that has closed; 404 for what is no figure of this table,
    or no table that the visitor may know of.
    """
    table = visible_table(request, code)
    place = seated(request, table)
    asked = (season, seat, part)
    answer = pages.explanation(cast(HtmxHttpRequest, request), place, asked, turn) if place.number else None
    if answer is None:
        raise Http404
    return live(answer, table.version)


@require_safe
def turn(request: HttpRequest, code: str, turn: int) -> HttpResponse:
    """A turn that has closed. The open one leads to the table; 404 for any other, and for no table that the visitor may
    know of.
    """
    table = visible_table(request, code)
    place = seated(request, table)
    answer = pages.past_turn(request, place, turn) if place.number else None
    if answer is None:
        raise Http404
    return live(answer, table.version)
