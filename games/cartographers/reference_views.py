"""The rules and the cards, to look up."""

from __future__ import annotations

from urllib.parse import urlsplit

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import NoReverseMatch, Resolver404, resolve, reverse
from django.views.decorators.http import require_safe

from games.accounts.access import is_ours
from games.cartographers.presenters.poster import poster
from games.cartographers.presenters.reference import boxes, card_page, played_card_page, rules_page
from games.cartographers.shelf.library import library
from games.tables.access import visible_table
from games.tables.loading import load
from games.tables.pages import live


@require_safe
def rules(request: HttpRequest) -> HttpResponse:
    """How the game is played."""
    return render(
        request,
        "cartographers/rules.html",
        {"page": rules_page(library()), "poster": poster(), **_back(request)},
    )


@require_safe
def cards(request: HttpRequest) -> HttpResponse:
    """Every card of both boxes."""
    return render(request, "cartographers/cards.html", {"boxes": boxes(library()), **_back(request)})


@require_safe
def card(request: HttpRequest, key: str) -> HttpResponse:
    """One card, a scoring card with an example; 404 for an id that no card has."""
    page = card_page(library(), key)
    if page is None:
        raise Http404
    return render(request, "cartographers/card.html", {"page": page, **_back(request)})


@require_safe
def table_card(request: HttpRequest, code: str, key: str) -> HttpResponse:
    """One card as it is played at a table, which may be an older version than the newest; 404 for a card that is not in
    its game, and for no table that the visitor may know of.
    """
    table = visible_table(request, code)
    loaded = load(table)
    page = played_card_page(loaded.state.definition, key) if loaded.number else None
    if page is None:
        raise Http404
    context = {"page": page, "back": code, "carry": f"?table={code}", "played_at": table.name}
    return live(render(request, "cartographers/card.html", context), table.version)


def _back(request: HttpRequest) -> dict[str, str]:
    """The code of the table that the visitor comes from, "" for none, and what carries it on to the next page. Only
    its code is taken, so that the way back leads to a page of this site whatever the address says.
    """
    code = request.GET.get("table") or _left(request)
    try:
        reverse("tables:table", args=[code])
    except NoReverseMatch:
        return {"back": "", "carry": ""}
    return {"back": code, "carry": f"?table={code}"}


def _left(request: HttpRequest) -> str:
    """The code of the table whose page led here, "" for another page."""
    came_from = request.headers.get("Referer", "")
    if not is_ours(request, came_from):
        return ""
    try:
        found = resolve(urlsplit(came_from).path)
    except Resolver404:
        return ""
    return str(found.kwargs["code"]) if found.view_name == "tables:table" else ""
