"""Sitemaps: pages about the site and its games, finished public games, and `CARTO_SITEMAPS`."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from datetime import datetime
from typing import Any, Final

from django.conf import settings
from django.urls import NoReverseMatch, URLResolver, get_resolver, reverse
from django.utils.module_loading import import_string

from games.play.navigation import SiteSitemap
from games.tables.game import games
from games.tables.models import Access, Status, Table
from games.tables.models.tables import TableQuerySet
from games.tables.pages.metadata import is_listed

_ON_A_PAGE: Final = 500
_MOST_GAMES: Final = 5_000


class Pages(SiteSitemap[str]):
    """Sitemap of the site's info pages and game pages."""

    def items(self) -> list[str]:
        """Return the URLs."""
        of_games = (page for game in games().values() for page in game.reference.addresses())
        return sorted({*_listed_addresses(get_resolver()), *of_games})

    def location(self, item: str) -> str:
        """Return the path of a page."""
        return item


class Games(SiteSitemap[Table]):
    """Sitemap of the latest finished public games; limited, as crawlers fetch each of them."""

    limit = _ON_A_PAGE

    def items(self) -> TableQuerySet:
        """Return the tables, using an index in this order."""
        over = (
            Table.objects.played_here()
            .filter(access=Access.OPEN, status=Status.FINISHED)
            .order_by("-changed_at", "-pk")
        )
        return over.only("code", "changed_at")[:_MOST_GAMES]

    def location(self, item: Table) -> str:
        """Return the path of a table."""
        return reverse("tables:table", args=[item.code])

    def lastmod(self, item: Table) -> datetime:
        """Return the time of the table's last change."""
        return item.changed_at

    def get_latest_lastmod(self) -> datetime | None:
        """Return the latest change, or None for no tables; the first table has it, as they are sorted."""
        latest = next(iter(self.items()[:1]), None)
        return latest.changed_at if latest else None


def _listed_addresses(resolver: URLResolver, namespace: str = "") -> Iterator[str]:
    """Yield the addresses of listed views without parameters."""
    for entry in resolver.url_patterns:
        if isinstance(entry, URLResolver):
            inside = ":".join(filter(None, [namespace, entry.namespace]))
            yield from _listed_addresses(entry, inside)
        elif is_listed(entry.callback):
            with suppress(NoReverseMatch):  # a page for each of many things, which its game names
                yield reverse(":".join(filter(None, [namespace, entry.name])))


SITEMAPS: Final[dict[str, Any]] = {
    "pages": Pages,
    "games": Games,
    **{section: import_string(path) for section, path in settings.CARTO_SITEMAPS.items()},
}
