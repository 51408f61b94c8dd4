"""Sitemaps: pages about the site and its games, finished public games, and `CARTO_SITEMAPS`."""

from __future__ import annotations

from datetime import datetime
from typing import Any, Final

from django.conf import settings
from django.urls import NoReverseMatch, reverse
from django.utils.module_loading import import_string

from games.play.game import played_game
from games.play.sitemaps import OfSite
from games.tables.game import games
from games.tables.models import Access, Status, Table
from games.tables.models.tables import TableQuerySet

_ON_A_PAGE: Final = 500
_MOST_GAMES: Final = 5_000


class Pages(OfSite[str]):
    """The pages that explain the site, and those of its games."""

    def items(self) -> list[str]:
        """Their addresses."""
        of_games = (page for key in games() for page in played_game(key).public_pages())
        return sorted({*filter(None, map(_address, settings.LISTED)), *of_games})

    def location(self, item: str) -> str:
        """Return the path of a page."""
        return item


class Games(OfSite[Table]):
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
        """Return the path of a table."""
        return reverse("tables:table", args=[item.code])

    def lastmod(self, item: Table) -> datetime:
        """Return the time of the table's last change."""
        return item.changed_at

    def get_latest_lastmod(self) -> datetime | None:
        """Return the latest change, or None for no tables; the first table has it, as they are sorted."""
        latest = next(iter(self.items()[:1]), None)
        return latest.changed_at if latest else None


def _address(route: str) -> str:
    try:
        return reverse(route)
    except NoReverseMatch:  # a page for each of many things, which its game names
        return ""


SITEMAPS: Final[dict[str, Any]] = {
    "pages": Pages,
    "games": Games,
    **{section: import_string(path) for section, path in settings.CARTO_SITEMAPS.items()},
}
