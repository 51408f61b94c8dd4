"""Publication of a draft: submitted, reviewed by another user, published, and retired again.

The curator's row is locked before any entry. All functions raise AccountDeleted if the curator's account is deleted.
"""

from __future__ import annotations

from typing import Final

from django.dispatch import Signal

from games.accounts.models import User
from games.accounts.person_lock import lock_person
from games.catalog.active_catalog import mark_changed, sections, serialized_write
from games.catalog.drafts import lock_entry
from games.catalog.errors import CatalogRefusal, CatalogRefusalReason
from games.catalog.models import CatalogEntry, Change, EntryAction, EntryState
from games.catalog.shelves import shelf_of
from games.catalog.validation import check_publishable

VIEW: Final = "catalog.view_catalogentry"
"""Permission to see every version and its history."""
CHANGE: Final = "catalog.change_catalogentry"
"""Permission to edit, submit and discard drafts."""
REVIEW: Final = "catalog.review_catalogentry"
"""Permission to publish and retire components made by others."""
ADD: Final = "catalog.add_catalogentry"
"""Permission to create components."""
PUBLISH_ALONE: Final = "catalog.publish_alone"
"""Permission to publish one's own work, for a site with a single curator."""

review_changed: Final = Signal()
"""Sent in the transaction of a submission, return or publication, so that receivers store with it or not at all:
`entry`, `change` (the action, its user and their comment).
"""


def submit(*, entry: CatalogEntry, by: User, words: str = "") -> None:
    """Submit a draft for review. Raises ValidationError if it could not be published as is, ShelfNotFound, and
    CatalogRefusal: NOT_OPEN.
    """
    with lock_person(by):
        draft = lock_entry(entry)
        if draft.state != EntryState.DRAFT:
            raise CatalogRefusal(CatalogRefusalReason.NOT_OPEN)
        check_publishable(draft)
        _set(draft, EntryState.IN_REVIEW)
        _announce(draft, Change.objects.record(draft, EntryAction.SUBMITTED, by, words=words))


def send_back(*, entry: CatalogEntry, by: User, words: str) -> None:
    """Return a submission to draft, with a reason. Raises CatalogRefusal: NOT_IN_REVIEW, NO_WORDS."""
    with lock_person(by):
        draft = lock_entry(entry)
        if draft.state != EntryState.IN_REVIEW:
            raise CatalogRefusal(CatalogRefusalReason.NOT_IN_REVIEW)
        _require_words(words)
        _set(draft, EntryState.DRAFT)
        _announce(draft, Change.objects.record(draft, EntryAction.SENT_BACK, by, words=words))


def publish(*, entry: CatalogEntry, saves: int, by: User, words: str) -> CatalogEntry:
    """Publish a version in review in place of the active one; started games keep theirs.

    `saves` is the revision that the reviewer read.

    Raises ValidationError if nothing could be played with it (any more), ShelfNotFound, and CatalogRefusal:
    NOT_IN_REVIEW, STALE, OWN_WORK, NO_WORDS.
    """
    with lock_person(by), serialized_write():
        versions = list(CatalogEntry.objects.select_for_update().versions_of(entry))
        draft = next((version for version in versions if version.pk == entry.pk), None)
        if draft is None or draft.state != EntryState.IN_REVIEW:
            raise CatalogRefusal(CatalogRefusalReason.NOT_IN_REVIEW)
        if draft.saves != saves:
            raise CatalogRefusal(CatalogRefusalReason.STALE)
        if by.pk in Change.objects.contributors(draft) and not by.has_perm(PUBLISH_ALONE):
            raise CatalogRefusal(CatalogRefusalReason.OWN_WORK)
        _require_words(words)
        check_publishable(draft)
        # Deactivate the old version first, because two versions must never be active at the same time.
        for old in versions:
            if old.current:
                _set(old, EntryState.PUBLISHED)
        # A version that came with a site update in the meantime may already use its number.
        draft.version = max(draft.version, versions[0].version + (versions[0].pk != draft.pk))
        _set(draft, EntryState.PUBLISHED, current=True)
        mark_changed()
        _announce(draft, Change.objects.record(draft, EntryAction.PUBLISHED, by, words=words, with_content=True))
    return draft


def retire(*, entry: CatalogEntry, by: User, words: str) -> None:
    """Retire an entry: new tables don't use it, existing games keep it. Raises ValidationError if nothing could be
    played without it, ShelfNotFound, and CatalogRefusal: NOT_IN_PLAY, NO_WORDS, IN_USE.
    """
    with lock_person(by), serialized_write():
        old = lock_entry(entry)
        if not old.current:
            raise CatalogRefusal(CatalogRefusalReason.NOT_IN_PLAY)
        _require_words(words)
        _check_without(old)
        _set(old, EntryState.RETIRED)
        mark_changed()
        Change.objects.record(old, EntryAction.RETIRED, by, words=words)


def bring_back(*, entry: CatalogEntry, by: User, words: str = "") -> None:
    """Reinstate a retired version. Raises ValidationError, ShelfNotFound, and CatalogRefusal: NOT_RETIRED, or STALE if
    another version is in play.
    """
    with lock_person(by), serialized_write():
        versions = list(CatalogEntry.objects.select_for_update().versions_of(entry))
        old = next((version for version in versions if version.pk == entry.pk), None)
        if old is None or old.state != EntryState.RETIRED:
            raise CatalogRefusal(CatalogRefusalReason.NOT_RETIRED)
        if any(version.current for version in versions):
            raise CatalogRefusal(CatalogRefusalReason.STALE)
        check_publishable(old)
        _set(old, EntryState.PUBLISHED, current=True)
        mark_changed()
        Change.objects.record(old, EntryAction.BROUGHT_BACK, by, words=words)


def _announce(entry: CatalogEntry, change: Change) -> None:
    review_changed.send(sender=CatalogEntry, entry=entry, change=change)


def _check_without(entry: CatalogEntry) -> None:
    shelf = shelf_of(entry.box, entry.kind)
    held = sections(shelf.boxes)
    definitions = held[entry.box][entry.kind]
    held[entry.box][entry.kind] = [other for other in definitions if other["id"] != entry.key]
    if users := tuple(shelf.users(entry.box, entry.kind, entry.key, held)):
        raise CatalogRefusal(CatalogRefusalReason.IN_USE, users)
    shelf.check_whole(held)


def _require_words(words: str) -> None:
    if not words.strip():
        raise CatalogRefusal(CatalogRefusalReason.NO_WORDS)


def _set(entry: CatalogEntry, state: EntryState, *, current: bool = False) -> None:
    entry.state, entry.current = state, current
    entry.save(update_fields=["version", "state", "current", "link", "changed_at"])
