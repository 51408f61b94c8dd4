"""Views that place a shape, choose a space, undo either, and close a practice turn."""

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
    """Place a shape. Returns 303 or the table's fragment; 400 if malformed, 404 not seated, 409 turn over, 422 against
    the rules.
    """
    form = PlacementForm(request.POST)
    if not form.is_valid():
        return malformed_response(request, code, KEY)
    placed = form.placement()
    return form_response(request, code, form, intents.draw_intent(turn, placed), step_of(placed))


@command
def choice(request: SignedInRequest, code: str, turn: int) -> HttpResponse:
    """Choose the space that a monster destroys. Responds like `placement`."""
    form = ChoiceForm(request.POST)
    if not form.is_valid():
        return malformed_response(request, code, KEY)
    return form_response(request, code, form, intents.choose_intent(turn, form.cleaned_data["space"]))


@command
def take_back(request: SignedInRequest, code: str, turn: int) -> HttpResponse:
    """Undo the seat's answer in the open turn. Responds like `placement`."""
    form = CommandForm(request.POST)
    if not form.is_valid():
        return malformed_response(request, code, KEY)
    return form_response(request, code, form, intents.take_back_intent(turn))


@command
def close(request: SignedInRequest, code: str, turn: int) -> HttpResponse:
    """In practice, close the answered turn and reveal the next card. Responds like `placement`."""
    form = CommandForm(request.POST)
    if not form.is_valid():
        return malformed_response(request, code, KEY)
    return form_response(request, code, form, intents.close_intent(turn))
