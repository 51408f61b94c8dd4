"""Finished games to take along, and records that people bring."""

from dataclasses import dataclass
from typing import TypeVar, cast

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, JsonResponse, StreamingHttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from games.accounts.access import SignedInRequest, signed_in
from games.accounts.forms_base import sent
from games.accounts.limits import spend_for, spend_here, too_many
from games.history.forms import RecordForm
from games.history.limits import LOOK
from games.history.opening import Broken, Opened, opened
from games.history.record import NotFinished, record_of
from games.history.taking import lines_of
from games.history.texts import boards_text, result_text, results_csv
from games.tables.access import visible_table
from games.tables.cards import table_url
from games.tables.frame import absolute
from games.tables.limits import EXPORT
from games.tables.models import Status, Table

ResponseT = TypeVar("ResponseT", bound=HttpResponseBase)


@dataclass(frozen=True, slots=True)
class RecordPage:
    """The page where records are brought, with what came of the one that was."""

    form: RecordForm
    looked: Opened | Broken | None

    @property
    def opened(self) -> Opened | None:
        """The record, where it holds."""
        return self.looked if isinstance(self.looked, Opened) else None

    @property
    def broken(self) -> Broken | None:
        """Why it does not."""
        return self.looked if isinstance(self.looked, Broken) else None


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
    table = _finished(request, code)
    return _text(result_text(table, absolute(request, table_url(table))))


@require_safe
def boards(request: HttpRequest, code: str) -> HttpResponse:
    """What everybody had before them at the end of a finished game, as text; 404 as for its record."""
    return _text(boards_text(_finished(request, code)))


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def records(request: HttpRequest) -> HttpResponse:
    """Look at a record that somebody brings: how the game ended, or with 422 the first wrong event, and why."""
    if request.method == "POST" and (wait := spend_here(LOOK, request)):
        return too_many(request, wait)
    form = RecordForm(sent(request), request.FILES or None)
    looked = opened(form.text) if form.is_valid() else None
    status = 200 if isinstance(looked, Opened) or not form.is_bound else 422
    page = RecordPage(form, looked)
    return render(request, "history/records.html", {"page": page}, status=status)


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
