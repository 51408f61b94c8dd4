"""Public pages of the catalog that do not depend on a game."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.http import require_safe

from games.catalog.files import schema


@require_safe
def file_schema(request: HttpRequest) -> HttpResponse:
    """The JSON schema of files of cards, for who writes them with tools of their own."""
    return JsonResponse(schema(), json_dumps_params={"indent": 2})
