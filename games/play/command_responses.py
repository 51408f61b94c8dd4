"""Form fields sent with every command, in any game."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from http import HTTPStatus
from typing import TypeVar, cast
from uuid import UUID

from django import forms
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods
from django_htmx.http import HttpResponseClientRefresh

from engine.contract import RuleViolation
from games.accounts.access import HtmxHttpRequest, SeeOther, SignedInRequest, redirect_to_sign_in
from games.play.game import played_at
from games.play.page_parts import RenderingOptions
from games.tables.game import Seated
from games.tables.log.stand_in_answers import answered
from games.tables.log.submit import CommandResult, Intent, submit
from games.tables.models import Table
from games.tables.pages.access import seated, visible_table
from games.tables.pages.responses import is_outdated, mark_version, table_page_response


class CommandForm(forms.Form):
    """Form field of every command: an id that makes it safe to send again."""

    command_id = forms.UUIDField()


class LineForm(CommandForm):
    """A typed line that plays: the turn that it is meant for goes with it."""

    turn = forms.IntegerField(min_value=1, max_value=10**9)


FormT = TypeVar("FormT", bound=forms.Form)
_View = Callable[[SignedInRequest, str, int, FormT], HttpResponse]


def command(form_class: type[FormT], game: str) -> Callable[[_View[FormT]], Callable[..., HttpResponse]]:
    """Require POST, a signed-in user and a valid form, which the view gets; `game` is the key of the view's game.

    Sign-in redirects back to the table, as the POST data is lost by then; so does a GET, such as reloading a refusal.
    Responds 400 if malformed.
    """

    def gated(view: _View[FormT]) -> Callable[..., HttpResponse]:
        @require_http_methods(["GET", "HEAD", "POST"])
        @wraps(view)
        def gate(request: HttpRequest, code: str, turn: int) -> HttpResponse:
            table = reverse("tables:table", args=[code])
            if request.method != "POST":
                return SeeOther(table)
            if not request.user.is_authenticated:
                return redirect_to_sign_in(cast(HtmxHttpRequest, request), back=table)
            form, signed_in = form_class(request.POST), cast(SignedInRequest, request)
            return view(signed_in, code, turn, form) if form.is_valid() else malformed_response(signed_in, code, game)

        return gate

    return gated


def run_command(request: SignedInRequest, code: str, command_id: UUID, intent: Intent) -> CommandResult | RuleViolation:
    """Execute a command for the visitor's seat; return what was stored or the refusal. Raises Http404 if they have no
    seat.
    """
    try:
        return answered(submit(table=code, user=request.user, command_id=command_id, intent=intent))
    except Table.DoesNotExist:
        raise Http404 from None
    except RuleViolation as violation:
        return violation


def status_of(violation: RuleViolation) -> int:
    """Return 409 if the action was outdated, 422 if it breaks the rules."""
    return HTTPStatus.CONFLICT if violation.behind else HTTPStatus.UNPROCESSABLE_ENTITY


def form_response(
    request: SignedInRequest, code: str, form: CommandForm, intent: Intent, step: QueryDict | None = None
) -> HttpResponse:
    """Execute a valid form's command and respond with the new table; a refused move stays in place at its `step`.
    Responds 303 (or the fragment), 404 not seated, 409 outdated, 422 against the rules.
    """
    outcome = run_command(request, code, form.cleaned_data["command_id"], intent)
    if isinstance(outcome, RuleViolation):
        step = None if outcome.behind else step
        return current_table_response(request, visible_table(request, code), violation=outcome, step=step)
    if not cast(HtmxHttpRequest, request).htmx:
        return SeeOther(reverse("tables:table", args=[code]) + "#table")
    if outcome.seated is None:
        return current_table_response(request, visible_table(request, code))
    return _shown(request, outcome.seated, RenderingOptions())


def malformed_response(request: SignedInRequest, code: str, game: str) -> HttpResponse:
    """Return 400 for a form that no game page sends; 404 if another game is played."""
    return current_table_response(
        request, visible_table(request, code, game), refusal=malformed_form_message(), status=HTTPStatus.BAD_REQUEST
    )


def malformed_form_message() -> str:
    """Return the message for a form that no page sends."""
    return _("The form was incomplete. Nothing was changed. The table is up to date now.")


def current_table_response(
    request: SignedInRequest,
    table: Table,
    *,
    violation: RuleViolation | None = None,
    refusal: str = "",
    status: int = HTTPStatus.OK,
    step: QueryDict | None = None,
) -> HttpResponse:
    """Return the current table to a player, whatever the state of its game. Raises Http404 for spectators."""
    game, place = played_at(table), seated(request, table)
    if place.seat is None:
        raise Http404
    if violation:
        refusal, status = game.refusals(violation), status_of(violation)
    if not place.number:
        answer = table_page_response(cast(HtmxHttpRequest, request), table)
        answer.status_code = status
        return answer
    return _shown(request, place, RenderingOptions(step or QueryDict(), refusal, status=status))


def _shown(request: SignedInRequest, place: Seated, shown: RenderingOptions) -> HttpResponse:
    if is_outdated(cast(HtmxHttpRequest, request)):
        return HttpResponseClientRefresh()
    answer = played_at(place.table).table(cast(HtmxHttpRequest, request), place, shown)
    return mark_version(answer, place.table.version)
