"""Import of the entries that come with the site into the database."""

from __future__ import annotations

from typing import Any

from games.catalog.active_catalog import mark_changed, serialized_write
from games.catalog.models import KEPT, CatalogEntry, Change, EntryAction
from games.catalog.shelves import PublishedEntry, shelves


def load_published() -> tuple[int, int]:
    """Add missing published entries of every shelf, and new versions of changed ones, unless a curator has edited or
    retired them; return the counts. Idempotent.
    """
    published = [entry for shelf in shelves().values() for entry in shelf.published()]
    with serialized_write():
        newest = {_place(entry): entry for entry in _newest()}
        missing = [entry for entry in published if _place(entry) not in newest]
        changed = [(newest[_place(entry)], entry) for entry in published if _outdated(newest.get(_place(entry)), entry)]
        CatalogEntry.objects.bulk_create([CatalogEntry(**entry.fields(), current=True) for entry in missing])
        for old, new in changed:
            _follow(old, new)
        if missing or changed:
            mark_changed()
    return len(missing), len(changed)


def _newest() -> list[CatalogEntry]:
    """Return the versions that are or were active, by ascending number, so that the newest comes last."""
    return list(CatalogEntry.objects.filter(state__in=KEPT).order_by("version"))


def _place(entry: CatalogEntry | PublishedEntry) -> tuple[str, str, str]:
    return entry.box, entry.kind, entry.key


def _outdated(old: CatalogEntry | None, new: PublishedEntry) -> bool:
    return (
        old is not None
        and (old.official and old.current)
        and (old.name, old.position, old.definition) != (new.name, new.position, new.definition)
    )


def _follow(old: CatalogEntry, new: PublishedEntry) -> None:
    """Replace the version in play with the new one, numbered after any existing draft."""
    CatalogEntry.objects.filter(pk=old.pk).update(current=False)
    fields: dict[str, Any] = {**new.fields(), "version": _next_version(old), "current": True}
    entry = CatalogEntry.objects.create(**fields)
    Change.objects.record(entry, EntryAction.LOADED, None, with_content=True)


def _next_version(old: CatalogEntry) -> int:
    newest = CatalogEntry.objects.versions_of(old).values_list("version", flat=True).first()
    return (newest or 0) + 1
