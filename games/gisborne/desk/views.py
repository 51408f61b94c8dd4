"""Views that lay a play, discard, give a chip, choose cards for the chest, and undo an answer."""

from __future__ import annotations

from django.http import HttpResponse
from django.urls import reverse

from games.accounts.access import SeeOther, SignedInRequest
from games.gisborne.desk import intents
from games.gisborne.desk.intents import DiscardForm, LayForm, NumberForm, QuestionForm
from games.gisborne.desk.play_step import discard_step, step_of
from games.gisborne.words.names import KEY
from games.play.command_responses import command, form_response


@command(LayForm, KEY)
def lay(request: SignedInRequest, code: str, turn: int, form: LayForm) -> HttpResponse:
    """Lay a play, or only show where it leads.

    Returns 303 or the table's fragment; 400 if malformed, 404 not seated, 409 round over, 422 against the rules.
    """
    cards, tent = form.cards(), form.cleaned_data["tent"]
    step = step_of(cards, tent=tent)
    if "show" in request.POST:
        return SeeOther(f"{reverse('tables:table', args=[code])}?{step.urlencode()}#desk")
    return form_response(request, code, form, intents.lay_intent(turn, cards, tent=tent), step)


@command(DiscardForm, KEY)
def discard(request: SignedInRequest, code: str, turn: int, form: DiscardForm) -> HttpResponse:
    """Discard cards at a river. Responds like `lay`."""
    intent = intents.discard_intent(turn, form.cleaned_data["question"], form.cards())
    return form_response(request, code, form, intent, discard_step(form.cards()))


@command(NumberForm, KEY)
def give(request: SignedInRequest, code: str, turn: int, form: NumberForm) -> HttpResponse:
    """Give the wolves a chip. Responds like `lay`."""
    intent = intents.give_intent(turn, form.cleaned_data["question"], form.cleaned_data["number"])
    return form_response(request, code, form, intent)


@command(NumberForm, KEY)
def keep(request: SignedInRequest, code: str, turn: int, form: NumberForm) -> HttpResponse:
    """Put a number of the cards dealt into the chest. Responds like `lay`."""
    intent = intents.keep_intent(turn, form.cleaned_data["question"], form.cleaned_data["number"])
    return form_response(request, code, form, intent)


@command(QuestionForm, KEY)
def take_back(request: SignedInRequest, code: str, turn: int, form: QuestionForm) -> HttpResponse:
    """Undo the seat's answer in the open round. Responds like `lay`."""
    return form_response(request, code, form, intents.take_back_intent(turn, form.cleaned_data["question"]))
