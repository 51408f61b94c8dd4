"""Base class of all sitemaps."""

from __future__ import annotations

from typing import Any, TypeVar
from urllib.parse import urlsplit

from django.conf import settings
from django.contrib.sitemaps import Sitemap

_T = TypeVar("_T")


class SiteSitemap(Sitemap[_T]):
    """Addresses under the one name that the site goes by, if the settings give it one."""

    def get_protocol(self, protocol: str | None = None) -> str:
        """Return the protocol of the site's origin."""
        return urlsplit(settings.ORIGIN).scheme or super().get_protocol(protocol)

    def get_domain(self, site: Any = None) -> str:
        """Return the host of the site's origin, with its port."""
        return urlsplit(settings.ORIGIN).netloc or super().get_domain(site)
