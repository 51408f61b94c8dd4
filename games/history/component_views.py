"""View of the results of games with a piece: a page, or a fragment for the piece's own page."""

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from games.accounts.access import HtmxHttpRequest
from games.history.component_figures import piece_page


@never_cache
@require_safe
@vary_on_headers("HX-Request")
def piece(request: HtmxHttpRequest, game: str, kind: str, key: str) -> HttpResponse:
    """Show the results of public games with a piece, such as a card or a sheet.

    Renders a fragment for htmx. Raises Http404 for a piece that lists cannot filter by.
    """
    page = piece_page(game, kind, key)
    if page is None:
        raise Http404
    return render(request, "history/_piece.html" if request.htmx else "history/piece.html", {"page": page})
