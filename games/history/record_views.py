"""Finished games to take along."""

from typing import TypeVar, cast

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, JsonResponse, StreamingHttpResponse
from django.views.decorators.http import require_safe

from games.accounts.access import SignedInRequest, signed_in
from games.accounts.limits import spend_for, too_many
from games.history.record import NotFinished, record_of
from games.history.taking import lines_of
from games.history.texts import boards_text, result_text, results_csv
from games.tables.access import visible_table
from games.tables.limits import EXPORT
from games.tables.models import Status, Table

ResponseT = TypeVar("ResponseT", bound=HttpResponseBase)


@require_safe
def record(request: HttpRequest, code: str) -> JsonResponse:
    """The record of a finished game, to keep; 404 for a game that is not over or that the visitor may not know of."""
    table = visible_table(request, code)
    try:
        written = record_of(table)
    except NotFinished:
        raise Http404 from None
    answer = JsonResponse(written, json_dumps_params={"indent": 1, "ensure_ascii": False})
    return _to_keep(answer, f"carto-{table.code}.json")


@require_safe
def result(request: HttpRequest, code: str) -> HttpResponse:
    """The result of a finished game in a few lines, to be pasted somewhere; 404 as for its record."""
    return _text(result_text(_finished(request, code), request.build_absolute_uri("/").rstrip("/")))


@require_safe
def boards(request: HttpRequest, code: str) -> HttpResponse:
    """What everybody had before them at the end of a finished game, as text; 404 as for its record."""
    return _text(boards_text(_finished(request, code)))


@require_safe
@signed_in
def my_games(request: SignedInRequest) -> HttpResponse:
    """All finished games of the person, to keep, one a line."""
    if wait := spend_for(EXPORT, str(request.user.pk)):
        return too_many(request, wait)
    lines = StreamingHttpResponse(lines_of(request.user.pk), content_type="application/jsonl; charset=utf-8")
    return cast(HttpResponse, _to_keep(lines, "carto-games.jsonl"))


@require_safe
@signed_in
def my_results(request: SignedInRequest) -> HttpResponse:
    """The results of the person's finished games, for a spreadsheet."""
    if wait := spend_for(EXPORT, str(request.user.pk)):
        return too_many(request, wait)
    answer = HttpResponse(results_csv(request.user.pk), content_type="text/csv; charset=utf-8")
    return _to_keep(answer, "carto-results.csv")


def _finished(request: HttpRequest, code: str) -> Table:
    table = visible_table(request, code)
    if table.status != Status.FINISHED:
        raise Http404
    return table


def _text(text: str) -> HttpResponse:
    answer = HttpResponse(text, content_type="text/plain; charset=utf-8")
    answer.headers["Cache-Control"] = "no-store"
    return answer


def _to_keep(answer: ResponseT, name: str) -> ResponseT:
    answer.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    answer.headers["Cache-Control"] = "no-store"
    return answer
