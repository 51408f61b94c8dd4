"""What was done with the versions of an entry."""

from __future__ import annotations

from django.db.models import QuerySet

from games.accounts.models import User
from games.catalog.models import Act, CatalogEntry, Change
from games.catalog.shelves import Data


def note(entry: CatalogEntry, act: Act, by: User | None, *, words: str = "", definition: Data | None = None) -> None:
    """Remember what was done with a version."""
    Change.objects.create(
        box=entry.box,
        kind=entry.kind,
        key=entry.key,
        version=entry.version,
        act=act,
        words=words,
        definition=definition,
        by=by,
    )


def changes_of(entry: CatalogEntry) -> QuerySet[Change]:
    """All that was done with an entry, the newest first."""
    return Change.objects.filter(box=entry.box, kind=entry.kind, key=entry.key).select_related("by")


def hands(entry: CatalogEntry) -> set[int]:
    """Who had a hand in a version (primary keys): who began, saved or handed it in."""
    acts = (Act.BEGUN, Act.SAVED, Act.SUBMITTED)
    found = changes_of(entry).filter(version=entry.version, act__in=acts, by__isnull=False)
    return {pk for pk in found.values_list("by", flat=True) if pk is not None}
