"""What the forms on the toy's page are sent to."""

from collections.abc import Callable
from functools import wraps

from django import forms
from django.http import HttpRequest, HttpResponse

from games.accounts.access import SignedInRequest
from games.play.command_responses import CommandForm, answer_form, command, malformed
from games.tables.log.submit import Intent
from tests.games.tables.toy_rules import Kind, Pick, TakeBack


class PickForm(CommandForm):
    number = forms.IntegerField()


def _of_a_kind(view: Callable[[SignedInRequest, str, int, Kind], HttpResponse]) -> Callable[..., HttpResponse]:
    """A command whose address ends with what is asked."""

    @wraps(view)
    def by_kind(request: HttpRequest, code: str, turn: int, kind: str) -> HttpResponse:
        return command(lambda request, code, turn: view(request, code, turn, Kind(kind)))(request, code, turn)

    return by_kind


@_of_a_kind
def answer(request: SignedInRequest, code: str, turn: int, kind: Kind) -> HttpResponse:
    """Give the answer to an ask."""
    form = PickForm(request.POST)
    if not form.is_valid():
        return malformed(request, code, "toy")
    number = form.cleaned_data["number"]
    intent = Intent("toy", lambda _: f"{kind}:{turn}", lambda seat: Pick(seat, turn, number, kind))
    return answer_form(request, code, form, intent)


@_of_a_kind
def take_back(request: SignedInRequest, code: str, turn: int, kind: Kind) -> HttpResponse:
    """Take the answer to an ask back."""
    form = CommandForm(request.POST)
    if not form.is_valid():
        return malformed(request, code, "toy")
    intent = Intent("toy", lambda _: f"{kind}:{turn}", lambda seat: TakeBack(seat, turn, kind), withdraws=True)
    return answer_form(request, code, form, intent)
