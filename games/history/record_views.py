"""Rate limit for checking game files, per address."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from typing import Final, TypeVar, cast

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, JsonResponse, StreamingHttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from games.accounts.access import SeeOther, SignedInRequest, sign_in_required
from games.accounts.forms import submitted_data
from games.accounts.limits import Limit, count_limited_use, count_use_by_address, too_many_requests
from games.accounts.models import User
from games.history.exports import lines_of
from games.history.record import MOST_RECORDS, NotFinished, record_of, split_records
from games.history.records_page import RecordForm, Upload, analysis_url, record_page
from games.history.sharing import boards_text, result_text, results_csv
from games.history.upload_checks import ValidUpload, check_upload
from games.history.uploaded_games import find_same_game, store_upload
from games.tables.errors import EXPORT
from games.tables.lobby.cards import table_url
from games.tables.models import Origin, Status, Table
from games.tables.pages.access import invitations, remember_invitation, visible_table
from games.tables.pages.metadata import absolute

LOOK: Final = Limit("record-look", 60, timedelta(hours=1))


ResponseT = TypeVar("ResponseT", bound=HttpResponseBase)


@require_safe
def record(request: HttpRequest, code: str) -> HttpResponse:
    """Download the record of a finished game; 404 if it isn't over or not visible to the visitor."""
    table = visible_table(request, code)
    try:
        written = record_of(table)
    except NotFinished:
        if table.ended_early:
            words = _("This game ended early. Only finished games have a game file.")
            return HttpResponse(f"{words}\n", status=404, content_type="text/plain; charset=utf-8")
        raise Http404 from None
    answer = JsonResponse(written, json_dumps_params={"indent": 1, "ensure_ascii": False})
    return _to_keep(answer, f"carto-{table.code}.json")


@require_safe
def result(request: HttpRequest, code: str) -> HttpResponse:
    """Return a finished game's result in a few lines for pasting; 404 as for its record."""
    table = _finished(request, code)
    return _text(result_text(table, absolute(request, table_url(table))))


@require_safe
def boards(request: HttpRequest, code: str) -> HttpResponse:
    """Return every seat's final board of a finished game as text; 404 as for its game file, or without a notation."""
    text = boards_text(_finished(request, code))
    if not text:
        raise Http404
    return _text(text)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def records(request: HttpRequest) -> HttpResponse:
    """Show the upload page, and store each uploaded game as a table of its own for a day.

    Answers 422 with the first wrong event and the reason if none of them is valid. A game of this site links to its
    own table. Redirects to the choice of a turn if the form asks for it and holds one valid game.
    """
    if request.method == "POST" and (wait := count_use_by_address(LOOK, request)):
        return too_many_requests(request, wait)
    form = RecordForm(submitted_data(request), request.FILES or None)
    records = split_records(form.text) if form.is_valid() else []
    uploads = _uploads(request, records[:MOST_RECORDS])
    tables = [upload.table for upload in uploads if upload.table]
    analysis = analysis_url(tables[0]) if len(uploads) == len(tables) == 1 and form.analyzes else ""
    answer = SeeOther(analysis) if analysis else _page(request, form, uploads, left_out=len(records) - len(uploads))
    unowned = [table.invitation for table in tables if table.origin == Origin.UPLOADED and table.host.erased_at]
    if unowned:
        # The browser of a signed-out visitor can only see these games through their invitations.
        remember_invitation(request, answer, *unowned)
    return answer


def _page(request: HttpRequest, form: RecordForm, uploads: Sequence[Upload], *, left_out: int) -> HttpResponse:
    is_valid = any(upload.table for upload in uploads)
    page = record_page(request, RecordForm() if is_valid else form, uploads, left_out=left_out)
    return render(
        request, "history/records.html", {"page": page}, status=422 if form.is_bound and not is_valid else 200
    )


def _uploads(request: HttpRequest, records: Sequence[tuple[int, str]]) -> list[Upload]:
    """Check the records of an upload and store those that hold; each counts against the limit."""
    viewer, known = request.user if isinstance(request.user, User) else None, list(invitations(request))
    uploads: list[Upload] = []
    for line, text in records:
        if uploads and count_use_by_address(LOOK, request):
            break
        looked, table = check_upload(text), None
        if isinstance(looked, ValidUpload):
            past = looked.past
            table = find_same_game(past, viewer=viewer, invitations=known) or store_upload(
                past, by=viewer, invitations=known
            )
            known.append(table.invitation)  # so that the same record, twice in an upload, is stored once
        uploads.append(Upload(line, looked, table))
    return uploads


@require_safe
@sign_in_required
def my_games(request: SignedInRequest) -> HttpResponse:
    """Download all finished games of the user, one per line."""
    if wait := count_limited_use(EXPORT, str(request.user.pk)):
        return too_many_requests(request, wait)
    lines = StreamingHttpResponse(lines_of(request.user.pk), content_type="application/jsonl; charset=utf-8")
    return cast(HttpResponse, _to_keep(lines, "carto-games.jsonl"))


@require_safe
@sign_in_required
def my_results(request: SignedInRequest) -> HttpResponse:
    """Export the results of the person's finished games for a spreadsheet."""
    if wait := count_limited_use(EXPORT, str(request.user.pk)):
        return too_many_requests(request, wait)
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
