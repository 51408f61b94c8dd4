"""What the forms on the toy's page are sent to."""

from collections.abc import Callable
from http import HTTPStatus
from typing import Any, cast
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse

from engine.contract import RuleViolation, Seat
from games.accounts.access import SeeOther, SignedInRequest
from games.tables.access import seated, visible_table
from games.tables.models import Table
from games.tables.submit import submit
from games.tables.words import COMMAND_REFUSALS
from tests.games.tables.toy import TOY
from tests.games.tables.toy_rules import Kind, Pick, TakeBack

_REFUSALS = COMMAND_REFUSALS | {
    "not_asked": "Nobody asks for this, or not any more.",
    "out_of_range": "Pick a number from {} to {}.",
    "picked_before": "You have picked {} already.",
}


def answer(request: HttpRequest, code: str, turn: int, kind: str) -> HttpResponse:
    """Give the answer to an ask."""
    number = int(request.POST["number"])
    return _submitted(request, code, f"{kind}:{turn}", lambda seat: Pick(seat, turn, number, Kind(kind)))


def take_back(request: HttpRequest, code: str, turn: int, kind: str) -> HttpResponse:
    """Take the answer to an ask back."""
    build = _taking_back(turn, Kind(kind))
    return _submitted(request, code, f"{kind}:{turn}", build, withdraws=True)


def _taking_back(turn: int, kind: Kind) -> Callable[[Seat], TakeBack]:
    return lambda seat: TakeBack(seat, turn, kind)


def _submitted(
    request: HttpRequest, code: str, ask: str, build: Callable[[Seat], Any], *, withdraws: bool = False
) -> HttpResponse:
    try:
        submit(
            table=code,
            user=cast(SignedInRequest, request).user,
            command_id=UUID(request.POST["command_id"]),
            ask=ask,
            build=build,
            withdraws=withdraws,
        )
    except Table.DoesNotExist:
        raise Http404 from None
    except RuleViolation as violation:
        return _refused(request, code, violation)
    return SeeOther(f"/tables/{code}/")


def _refused(request: HttpRequest, code: str, violation: RuleViolation) -> HttpResponse:
    """The page as it is now, with the reason."""
    words = str(_REFUSALS.get(violation.code, violation.code)).format(*violation.details)
    page = TOY.page(request, seated(request, visible_table(request, code)), words)
    page.status_code = HTTPStatus.CONFLICT if violation.behind else HTTPStatus.UNPROCESSABLE_ENTITY
    return page
