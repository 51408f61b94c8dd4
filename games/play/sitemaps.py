"""What all lists of addresses for search engines have."""

from __future__ import annotations

from typing import Any, TypeVar
from urllib.parse import urlsplit

from django.conf import settings
from django.contrib.sitemaps import Sitemap

_T = TypeVar("_T")


class OfSite(Sitemap[_T]):
    """Addresses under the one name that the site goes by, if the settings give it one."""

    def get_protocol(self, protocol: str | None = None) -> str:
        """That of the site."""
        return urlsplit(settings.ORIGIN).scheme or super().get_protocol(protocol)

    def get_domain(self, site: Any = None) -> str:
        """That of the site, with its port."""
        return urlsplit(settings.ORIGIN).netloc or super().get_domain(site)
