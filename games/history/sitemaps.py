"""What search engines should know of: what explains the site and its games, and open games that are over."""

from __future__ import annotations

from datetime import datetime
from typing import Any, Final, TypeVar
from urllib.parse import urlsplit

from django.conf import settings
from django.contrib.sitemaps import Sitemap
from django.urls import NoReverseMatch, reverse

from games.play.game import played_game
from games.tables.game import games
from games.tables.models import Access, Status, Table
from games.tables.models.tables import TableQuerySet

_T = TypeVar("_T")
_ON_A_PAGE: Final = 500
_MOST_GAMES: Final = 5_000


class _OfSite(Sitemap[_T]):
    """Addresses under the one name that the site goes by, if the settings give it one."""

    def get_protocol(self, protocol: str | None = None) -> str:
        """That of the site."""
        return urlsplit(settings.ORIGIN).scheme or super().get_protocol(protocol)

    def get_domain(self, site: Any = None) -> str:
        """That of the site, with its port."""
        return urlsplit(settings.ORIGIN).netloc or super().get_domain(site)


class Pages(_OfSite[str]):
    """The pages that explain the site, and those of its games."""

    def items(self) -> list[str]:
        """Their addresses."""
        of_games = (page for key in games() for page in played_game(key).public_pages())
        return sorted({*filter(None, map(_address, settings.LISTED)), *of_games})

    def location(self, item: str) -> str:
        """Where a page is."""
        return item


class Games(_OfSite[Table]):
    """The latest open games that are over; how many is bounded, as each of them is asked for by machines."""

    limit = _ON_A_PAGE

    def items(self) -> TableQuerySet:
        """The tables, by an index that has them in this order."""
        over = (
            Table.objects.played_here()
            .filter(access=Access.OPEN, status=Status.FINISHED)
            .order_by("-changed_at", "-pk")
        )
        return over.only("code", "changed_at")[:_MOST_GAMES]

    def location(self, item: Table) -> str:
        """Where a table is."""
        return reverse("tables:table", args=[item.code])

    def lastmod(self, item: Table) -> datetime:
        """When it last changed."""
        return item.changed_at

    def get_latest_lastmod(self) -> datetime | None:
        """When the latest of them did: they come in that order, so that not all have to be looked at."""
        latest = next(iter(self.items()[:1]), None)
        return latest.changed_at if latest else None


def _address(route: str) -> str:
    try:
        return reverse(route)
    except NoReverseMatch:  # a page for each of many things, which its game names
        return ""


SITEMAPS: Final = {"pages": Pages, "games": Games}
