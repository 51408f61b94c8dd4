"""Views of the rules, the tiles and the cards."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.gisborne.reference.card_page import cards_page
from games.gisborne.reference.pages import BOOK
from games.gisborne.reference.tile_list import TilePage, tile_groups, tile_page
from games.play.navigation import referring_table
from games.play.rulebook import RulesMode, rules_view, summary_view
from games.tables.pages.metadata import listed

rules = summary_view(BOOK)
full_rules = rules_view(BOOK, RulesMode.FULL)


@listed
@require_safe
def tiles(request: HttpRequest) -> HttpResponse:
    """List all tiles."""
    context = {"groups": tile_groups(), **referring_table(request)}
    return render(request, "gisborne/reference/tiles.html", context)


@listed
@require_safe
def tile(request: HttpRequest, key: str) -> HttpResponse:
    """Show a printed tile; 404 for an unknown id."""
    return _tile(request, tile_page(key))


@listed
@require_safe
def workshop_tile(request: HttpRequest, key: str) -> HttpResponse:
    """Show a tile of the workshop; 404 for an unknown id, and for a tile that is in no set that tables can use."""
    return _tile(request, tile_page(key, printed=False))


def _tile(request: HttpRequest, page: TilePage | None) -> HttpResponse:
    if page is None:
        raise Http404
    return render(request, "gisborne/reference/tile.html", {"page": page, **referring_table(request)})


@listed
@require_safe
def cards(request: HttpRequest) -> HttpResponse:
    """Show the cards, the chips, and the cards by rank of position scorings."""
    return render(request, "gisborne/reference/cards.html", {"page": cards_page(), **referring_table(request)})
