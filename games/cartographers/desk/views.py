"""Drawing, choosing a space that a monster destroys, taking either back, and at practice going on."""

from __future__ import annotations

from django.http import HttpResponse

from games.accounts.access import SignedInRequest
from games.cartographers.desk import intents
from games.cartographers.desk.intents import ChoiceForm, PlacementForm
from games.cartographers.desk.placement_state import step_of
from games.cartographers.words.names import KEY
from games.play.command_responses import CommandForm, command, form_response, malformed_response


@command
def placement(request: SignedInRequest, code: str, turn: int) -> HttpResponse:
    """Draw. Answers 303 (or the table's fragment), 400 malformed, 404 not seated, 409 the turn is over, 422 against the
    rules.
    """
    form = PlacementForm(request.POST)
    if not form.is_valid():
        return malformed_response(request, code, KEY)
    placed = form.placement()
    return form_response(request, code, form, intents.draw_intent(turn, placed), step_of(placed))


@command
def choice(request: SignedInRequest, code: str, turn: int) -> HttpResponse:
    """Choose the space that a monster destroys. Answers as `placement` does."""
    form = ChoiceForm(request.POST)
    if not form.is_valid():
        return malformed_response(request, code, KEY)
    return form_response(request, code, form, intents.choose_intent(turn, form.cleaned_data["space"]))


@command
def take_back(request: SignedInRequest, code: str, turn: int) -> HttpResponse:
    """Take the own drawing or choice of the open turn back. Answers as `placement` does."""
    form = CommandForm(request.POST)
    if not form.is_valid():
        return malformed_response(request, code, KEY)
    return form_response(request, code, form, intents.take_back_intent(turn))


@command
def close(request: SignedInRequest, code: str, turn: int) -> HttpResponse:
    """At practice, close the turn that was answered, and with it see the next card. Answers as `placement` does."""
    form = CommandForm(request.POST)
    if not form.is_valid():
        return malformed_response(request, code, KEY)
    return form_response(request, code, form, intents.close_intent(turn))
