"""Views of the rules, the cards and the map sheets."""

from __future__ import annotations

from http import HTTPStatus
from typing import Final

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers
from django_htmx.http import replace_url

from games.accounts.access import HtmxHttpRequest
from games.cartographers.reference.card_list import ANY, CardsForm, boxes_in_play, card_list_url, cards_page, find_card
from games.cartographers.reference.pages import BOOK, card_page, played_card_page
from games.cartographers.reference.sheets import sheet_lines, sheet_page
from games.cartographers.words.names import KEY
from games.play.navigation import referring_table
from games.play.rulebook import RulesMode, panel_response, rules_view, summary_view
from games.tables.log.state import load
from games.tables.pages.access import visible_table
from games.tables.pages.metadata import listed
from games.tables.pages.responses import mark_version

CARD_PANEL: Final = "_card_panel"

rules = summary_view(BOOK)
full_rules = rules_view(BOOK, RulesMode.FULL)
rules_side_by_side = rules_view(BOOK, RulesMode.BOTH)


@listed
@require_safe
def cards(request: HtmxHttpRequest) -> HttpResponse:
    """List all cards or those that match a filter; 422 if the filter is invalid."""
    form = CardsForm(request.GET.dict(), boxes_in_play())
    page = cards_page(form.card_filter if form.is_valid() else ANY)
    context = {"page": page, "form": form, **referring_table(request)}
    status = HTTPStatus.UNPROCESSABLE_ENTITY if form.errors else HTTPStatus.OK
    answer = render(request, "cartographers/reference/cards.html", context, status=status)
    if form.asks:
        answer.headers["X-Robots-Tag"] = "noindex"
    # Show a URL that can be shared, without the empty fields.
    return replace_url(answer, card_list_url(request)) if request.htmx else answer


@listed
@require_safe
@vary_on_headers("HX-Request")
def card(request: HtmxHttpRequest, key: str) -> HttpResponse:
    """Show a card, with an example for scoring cards. Tables get the fragment for an overlay. 404 for an unknown id."""
    page = card_page(key, request.user)
    if page is None:
        raise Http404
    if request.htmx:
        return panel_response(request, BOOK, CARD_PANEL, page)
    return render(request, "cartographers/reference/card.html", {"page": page, **referring_table(request)})


@require_safe
def table_card(request: HtmxHttpRequest, code: str, key: str) -> HttpResponse:
    """Show a card as played at a table, possibly in an older version. Tables get a fragment. 404 if the card isn't in
    the game, or the visitor can't see the table.
    """
    table = visible_table(request, code, KEY)
    loaded = load(table)
    page = played_card_page(loaded.state.definition, key) if loaded.number else None
    if page is None:
        raise Http404
    if request.htmx:
        return mark_version(panel_response(request, BOOK, CARD_PANEL, page), table.version)
    in_play = find_card(key) is not None
    context = {"page": page, "back": code, "carry": f"?table={code}", "played_at": table.shown_name, "in_play": in_play}
    return mark_version(render(request, "cartographers/reference/card.html", context), table.version)


@listed
@require_safe
def sheets(request: HttpRequest) -> HttpResponse:
    """List all map sheets."""
    context = {"lines": tuple(sheet_lines()), **referring_table(request)}
    return render(request, "cartographers/reference/sheets.html", context)


@listed
@require_safe
def sheet(request: HttpRequest, key: str) -> HttpResponse:
    """Show a map sheet; 404 for an id that no active sheet has."""
    page = sheet_page(key)
    if page is None:
        raise Http404
    return render(request, "cartographers/reference/sheet.html", {"page": page, **referring_table(request)})
