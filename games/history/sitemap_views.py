"""The lists of addresses for search engines."""

from __future__ import annotations

from typing import Any

from django.contrib.sitemaps import views
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe


@require_safe
def index(request: HttpRequest, sitemaps: dict[str, Any]) -> HttpResponse:
    """Where the lists are."""
    return views.index(request, sitemaps, sitemap_url_name="history:sitemap")


@require_safe
def sitemap(request: HttpRequest, sitemaps: dict[str, Any], section: str) -> HttpResponse:
    """One list, or a page of it; 404 for none that there is."""
    return views.sitemap(request, sitemaps, section)
