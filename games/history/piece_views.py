"""How games went that were played with a piece, as a page, and as a part of the piece's own page."""

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from games.accounts.access import HtmxHttpRequest
from games.history.pieces import piece_page


@never_cache
@require_safe
@vary_on_headers("HX-Request")
def piece(request: HtmxHttpRequest, game: str, kind: str, key: str) -> HttpResponse:
    """What open games tell of a card, a sheet or the like; its fragment for htmx. 404 for what no game is looked for
    by.
    """
    page = piece_page(game, kind, key)
    if page is None:
        raise Http404
    return render(request, "history/_piece.html" if request.htmx else "history/piece.html", {"page": page})
