"""The rules and the cards, to look up."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.cartographers.presenters.reference import boxes, card_page
from games.catalog.services import library


@require_safe
def rules(request: HttpRequest) -> HttpResponse:
    """How the game is played."""
    return render(request, "cartographers/rules.html")


@require_safe
def cards(request: HttpRequest) -> HttpResponse:
    """Every card of both boxes."""
    return render(request, "cartographers/cards.html", {"boxes": boxes(library())})


@require_safe
def card(request: HttpRequest, key: str) -> HttpResponse:
    """One card, a scoring card with an example; 404 for an id that no card has."""
    page = card_page(library(), key)
    if page is None:
        raise Http404
    return render(request, "cartographers/card.html", {"page": page})
