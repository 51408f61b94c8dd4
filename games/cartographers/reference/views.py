"""The rules and the cards, to look up."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.cartographers.reference.pages import boxes, card_page, played_card_page, rules_page
from games.cartographers.reference.poster import poster
from games.cartographers.shelf.library import library
from games.cartographers.words.names import KEY
from games.play.back import back
from games.tables.access import visible_table
from games.tables.loading import load
from games.tables.pages import live


@require_safe
def rules(request: HttpRequest) -> HttpResponse:
    """How the game is played."""
    return render(
        request,
        "cartographers/reference/rules.html",
        {"page": rules_page(library()), "poster": poster(), **back(request)},
    )


@require_safe
def cards(request: HttpRequest) -> HttpResponse:
    """Every card of both boxes."""
    return render(request, "cartographers/reference/cards.html", {"boxes": boxes(library()), **back(request)})


@require_safe
def card(request: HttpRequest, key: str) -> HttpResponse:
    """One card, a scoring card with an example; 404 for an id that no card has."""
    page = card_page(library(), key)
    if page is None:
        raise Http404
    return render(request, "cartographers/reference/card.html", {"page": page, **back(request)})


@require_safe
def table_card(request: HttpRequest, code: str, key: str) -> HttpResponse:
    """One card as it is played at a table, which may be an older version than the newest; 404 for a card that is not in
    its game, and for no table that the visitor may know of.
    """
    table = visible_table(request, code, KEY)
    loaded = load(table)
    page = played_card_page(loaded.state.definition, key) if loaded.number else None
    if page is None:
        raise Http404
    context = {"page": page, "back": code, "carry": f"?table={code}", "played_at": table.name}
    return live(render(request, "cartographers/reference/card.html", context), table.version)
