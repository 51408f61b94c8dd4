"""The lists of addresses for search engines."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlsplit

from django.contrib.sitemaps import views
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from games.tables.page_metadata import absolute


@require_safe
def index(request: HttpRequest, sitemaps: dict[str, Any]) -> HttpResponse:
    """Render the sitemap index, with the sitemaps' URLs at the site's own origin."""
    answer = views.index(request, sitemaps, sitemap_url_name="history:sitemap")
    for listed in (answer.context_data or {})["sitemaps"]:
        listed.location = absolute(request, urlsplit(listed.location)._replace(scheme="", netloc="").geturl())
    return answer


@require_safe
def sitemap(request: HttpRequest, sitemaps: dict[str, Any], section: str) -> HttpResponse:
    """One list, or a page of it; 404 for none that there is."""
    return views.sitemap(request, sitemaps, section)
