"""Views that place a shape, choose a space, undo either, use a skill, and close a practice turn."""

from __future__ import annotations

from django.http import HttpResponse

from games.accounts.access import SignedInRequest
from games.cartographers.desk import intents
from games.cartographers.desk.intents import ChoiceForm, PlacementForm, SkillForm
from games.cartographers.desk.placement_state import step_of
from games.cartographers.words.names import KEY
from games.play.command_responses import CommandForm, command, form_response


@command(PlacementForm, KEY)
def placement(request: SignedInRequest, code: str, turn: int, form: PlacementForm) -> HttpResponse:
    """Place a shape. Returns 303 or the table's fragment; 400 if malformed, 404 not seated, 409 turn over, 422 against
    the rules.
    """
    placed = form.placement()
    return form_response(request, code, form, intents.draw_intent(turn, placed), step_of(placed))


@command(ChoiceForm, KEY)
def choice(request: SignedInRequest, code: str, turn: int, form: ChoiceForm) -> HttpResponse:
    """Choose the space that a monster destroys. Responds like `placement`."""
    return form_response(request, code, form, intents.choose_intent(turn, form.cleaned_data["space"]))


@command(SkillForm, KEY)
def use_skill(request: SignedInRequest, code: str, turn: int, form: SkillForm) -> HttpResponse:
    """Look at the next card with a skill. Responds like `placement`."""
    return form_response(request, code, form, intents.use_skill_intent(turn, form.cleaned_data["skill"]))


@command(CommandForm, KEY)
def take_back(request: SignedInRequest, code: str, turn: int, form: CommandForm) -> HttpResponse:
    """Undo the seat's answer in the open turn. Responds like `placement`."""
    return form_response(request, code, form, intents.take_back_intent(turn))


@command(CommandForm, KEY)
def close(request: SignedInRequest, code: str, turn: int, form: CommandForm) -> HttpResponse:
    """In practice, close the answered turn and reveal the next card. Responds like `placement`."""
    return form_response(request, code, form, intents.close_intent(turn))
