"""The collections that search engines should know of."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from django.urls import reverse

from games.play.sitemaps import OfSite
from games.studies.models import Collection, CollectionQuerySet

_ON_A_PAGE: Final = 500
_MOST: Final = 5_000


class Collections(OfSite[Collection]):
    """The latest public collections of those who show their page; how many is bounded, as machines ask for each."""

    limit = _ON_A_PAGE

    def items(self) -> CollectionQuerySet:
        """The collections, by an index that has them in this order."""
        shown = Collection.objects.listed().filter(keeper__hidden=False)
        return shown.only("code", "written_at", "changed_at")[:_MOST]

    def location(self, item: Collection) -> str:
        """Return the path of a collection."""
        return reverse("studies:collection", args=[item.code])

    def lastmod(self, item: Collection) -> datetime:
        """Return the time of the keeper's last edit."""
        return item.changed_at or item.written_at
