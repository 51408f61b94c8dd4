"""Looking back at finished games."""

from django.http import Http404, HttpRequest, JsonResponse
from django.views.decorators.http import require_safe

from games.history.record import NotFinished, record_of
from games.tables.access import visible_table


@require_safe
def record(request: HttpRequest, code: str) -> JsonResponse:
    """The record of a finished game, to keep; 404 for a game that is not over or that the visitor may not know of."""
    table = visible_table(request, code)
    try:
        written = record_of(table)
    except NotFinished:
        raise Http404 from None
    answer = JsonResponse(written, json_dumps_params={"indent": 1, "ensure_ascii": False})
    answer.headers["Content-Disposition"] = f'attachment; filename="carto-{table.code}.json"'
    answer.headers["Cache-Control"] = "no-store"
    return answer
