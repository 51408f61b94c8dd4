"""History of the versions of an entry."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from django.db.models import QuerySet

from games.accounts.models import User
from games.catalog.models import Act, CatalogEntry, Change
from games.catalog.shelves import Data

_REST: Final = ("name", "examples", "notes", "source", "licence")
"""Fields that an entry stores next to its definition."""


def note(entry: CatalogEntry, act: Act, by: User | None, *, words: str = "", says: bool = False) -> Change:
    """Record what was done with a version, with its content if that changed (`says`).

    Private entries have no history: the row is not stored, so that nothing of them is kept when they are deleted.
    """
    change = Change(
        box=entry.box,
        kind=entry.kind,
        key=entry.key,
        version=entry.version,
        act=act,
        words=words,
        definition=entry.definition if says else None,
        rest=rest_of(entry) if says else None,
        by=by,
    )
    if entry.owner_id is None:
        change.save()
    return change


def rest_of(entry: CatalogEntry) -> Data:
    """Return the parts of an entry stored next to its definition, by name."""
    return {part: getattr(entry, part) for part in _REST}


def changes_of(entry: CatalogEntry) -> QuerySet[Change]:
    """Return all changes of an entry, newest first."""
    return Change.objects.filter(box=entry.box, kind=entry.kind, key=entry.key).select_related("by")


def entry_of(change: Change) -> CatalogEntry | None:
    """Return the version that a change is about, None if it was deleted."""
    place = {"box": change.box, "kind": change.kind, "key": change.key, "version": change.version}
    return CatalogEntry.objects.filter(**place).first()


def entries_of(changes: Iterable[Change]) -> dict[int, CatalogEntry]:
    """Return the versions that changes are about, by the changes' primary keys, in one statement; without those that
    were deleted.
    """
    places = {change.pk: _place(change) for change in changes}
    keys = {key for _box, _kind, key, _version in places.values()}
    found = {_place(entry): entry for entry in CatalogEntry.objects.filter(key__in=keys)} if keys else {}
    return {pk: found[place] for pk, place in places.items() if place in found}


def _place(of: CatalogEntry | Change) -> tuple[str, str, str, int]:
    return of.box, of.kind, of.key, of.version


_HANDS: Final = (Act.BEGUN, Act.SAVED, Act.SUBMITTED)
"""Actions that make a user a contributor to a version."""


def worked_on_by(user: User) -> set[tuple[str, str, str, int]]:
    """The versions (box, kind, key, version) in which somebody had a hand."""
    own = Change.objects.filter(by=user, act__in=_HANDS)
    return set(own.values_list("box", "kind", "key", "version"))


def hands(entry: CatalogEntry) -> set[int]:
    """Return the primary keys of users who began, saved or submitted a version."""
    found = changes_of(entry).filter(version=entry.version, act__in=_HANDS, by__isnull=False)
    return {pk for pk in found.values_list("by", flat=True) if pk is not None}
