"""Suggestions: owners of private entries suggest them for publication; reviewers accept or decline them.

Users are locked before entries. All functions raise AccountDeleted if an account that they lock is deleted.
"""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from django.utils import timezone

from games.accounts.limits import Limit
from games.accounts.models import User
from games.accounts.person_lock import lock_people, lock_person
from games.catalog.drafts import DraftContent, create_draft, lock_entry
from games.catalog.errors import CatalogRefusal, CatalogRefusalReason
from games.catalog.models import CatalogEntry, Change, EntryAction
from games.catalog.publication import review_changed, submit
from games.catalog.validation import check_publishable

SUGGEST: Final = Limit("suggest", 10, timedelta(days=1))
NOTE_MAX: Final = 500
"""Maximum length of the text with a suggestion."""


def suggest(*, entry: CatalogEntry, owner: User, note: str) -> None:
    """Suggest a private entry for publication, as it is when a reviewer accepts it.

    Raises ValidationError if it couldn't be published, and CatalogRefusal: NOT_OPEN, SUGGESTED if it is suggested
    already, submitted or asked for, MUTED for a note by a muted user.
    """
    with lock_person(owner) as person:
        own = _lock_own(entry, owner)
        if own.suggested_at or own.asked_at or own.published_as:
            raise CatalogRefusal(CatalogRefusalReason.SUGGESTED)
        if note and person.is_muted:
            raise CatalogRefusal(CatalogRefusalReason.MUTED)
        check_publishable(own)
        own.suggested_at, own.suggestion = timezone.now(), note
        own.save(update_fields=["suggested_at", "suggestion"])
        # Its answer replaces the last one.
        Change.objects.declined(own).delete()


def withdraw(*, entry: CatalogEntry, owner: User) -> None:
    """Withdraw a suggestion. Raises CatalogRefusal: NOT_OPEN, NOT_SUGGESTED if it was accepted or declined."""
    with lock_person(owner):
        _close(_lock_own(entry, owner))


def accept(*, entry: CatalogEntry, by: User) -> CatalogEntry:
    """Submit a suggested entry for review in its owner's name, and return the version in review.

    Raises ValidationError if it can't be published any more, ShelfNotFound, and CatalogRefusal: NOT_OPEN,
    NOT_SUGGESTED.
    """
    with lock_people(_owner_of(entry), by) as people:
        own = lock_entry(entry)
        _close(own)
        return submit_private(own, people[_owner_of(own).pk])


def decline(*, entry: CatalogEntry, by: User, words: str) -> None:
    """Decline a suggestion, with a reason that its owner reads. Raises CatalogRefusal: NOT_OPEN, NOT_SUGGESTED,
    NO_WORDS.
    """
    with lock_people(_owner_of(entry), by):
        own = lock_entry(entry)
        if not words.strip():
            raise CatalogRefusal(CatalogRefusalReason.NO_WORDS)
        _close(own)
        change = Change.objects.record(own, EntryAction.DECLINED, by, words=words)
        review_changed.send(sender=CatalogEntry, entry=own, change=change)


def submit_private(own: CatalogEntry, owner: User) -> CatalogEntry:
    """Submit the content of a locked private entry as an entry of the workshop. Raises as `accept`."""
    entry = create_draft(box=own.box, kind=own.kind, content=DraftContent(own.name, own.definition), by=owner)
    submit(entry=entry, by=owner)
    own.published_as = entry.key
    own.save(update_fields=["published_as"])
    return entry


def _owner_of(entry: CatalogEntry) -> User:
    if entry.owner is None:
        raise CatalogRefusal(CatalogRefusalReason.NOT_OPEN)
    return entry.owner


def _lock_own(entry: CatalogEntry, owner: User) -> CatalogEntry:
    own = lock_entry(entry)
    if own.owner_id != owner.pk:
        raise CatalogRefusal(CatalogRefusalReason.NOT_OPEN)
    return own


def _close(own: CatalogEntry) -> None:
    if own.suggested_at is None:
        raise CatalogRefusal(CatalogRefusalReason.NOT_SUGGESTED)
    own.suggested_at, own.suggestion = None, ""
    own.save(update_fields=["suggested_at", "suggestion"])
