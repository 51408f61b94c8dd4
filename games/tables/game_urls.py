"""Addresses of the games."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponsePermanentRedirect
from django.urls import URLPattern, URLResolver, include, path, reverse
from django.utils.module_loading import import_string
from django.views.decorators.http import require_http_methods

from games.tables.game import Game


@dataclass(frozen=True, slots=True)
class Urls:
    """Addresses of a game, all in the namespace of its key.

    `pages` are at `/<key>/`, `table_pages` at `/tables/<code>/`. `moved` are the former addresses of pages, from the
    root of the site.
    """

    pages: Sequence[URLPattern] = ()
    table_pages: Sequence[URLPattern] = ()
    moved: Sequence[URLPattern] = ()


def moved(page: URLPattern) -> URLPattern:
    """Return the former address of a page of a game: its route from the root of the site."""

    @require_http_methods(["GET", "HEAD", "POST"])
    def redirect(request: HttpRequest, **parts: Any) -> HttpResponse:
        match = request.resolver_match
        assert match is not None, "a view runs at an address"
        address = reverse(f"{match.namespace}:{page.name}", kwargs=parts)
        query = request.META.get("QUERY_STRING", "")
        # A form that was open while its page moved is sent again to the new address.
        preserve = request.method not in {"GET", "HEAD"}
        return HttpResponsePermanentRedirect(f"{address}?{query}" if query else address, preserve_request=preserve)

    return path(str(page.pattern), redirect)


def game_urls(game: Game) -> list[URLResolver]:
    """Return the addresses of a game for a list of URL patterns."""
    if not game.urls:
        return []
    urls: Urls = import_string(game.urls)
    inside: list[URLPattern | URLResolver] = [
        path(f"{game.key}/", include(list(urls.pages))),
        path("tables/<slug:code>/", include(list(urls.table_pages))),
        *urls.moved,
    ]
    return [path("", include((inside, game.key)))]
