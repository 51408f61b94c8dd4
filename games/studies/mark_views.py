"""The marks on a board, drawn while they are typed."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.studies.mark_pages import marks_preview
from games.studies.models.notes import MARKS_MAX
from games.studies.turns import grid_of


@never_cache
@require_safe
def marks(request: HttpRequest, game: str) -> HttpResponse:
    """Return typed marks as a fragment: their layer and their description, or what is wrong with them."""
    grid = grid_of(game)
    if grid is None:
        raise Http404
    preview = marks_preview(request.GET.get("marks", "")[:MARKS_MAX], grid)
    return render(request, "studies/_marks_preview.html", {"preview": preview})
