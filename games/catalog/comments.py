"""Comments to the authors of entries: to write, withdraw, read and delete them.

The pages of a game decide who may write about an entry, and to whom. Functions that write raise AccountDeleted if an
account that they lock is deleted.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from datetime import timedelta
from typing import Any, Final

from django.db.models import Q

from games import clock
from games.accounts.limits import Limit
from games.accounts.models import User
from games.accounts.person_lock import lock_people, lock_person
from games.accounts.signals import person_erased
from games.catalog.author_comment import AuthorComment, AuthorCommentQuerySet
from games.catalog.errors import CatalogRefusal, CatalogRefusalReason
from games.catalog.models import CatalogEntry, Reference
from games.catalog.pending_reviews import review_url
from games.catalog.publication import CHANGE, VIEW
from games.people.blocks import is_blocked_among

WRITE: Final = Limit("author-comment", 20, timedelta(days=1))
_LISTED: Final = timedelta(days=30)
"""Time for which notifications list a comment."""


def write_comment(
    *,
    reference: Reference,
    writer: User,
    recipient: User | None,
    words: str,
    may_write: Callable[[], bool] = lambda: True,
) -> None:
    """Store a user's comment on an entry in place of an earlier one, unread. The curators read it without `recipient`.

    `may_write` is called under the lock of both, because the entry may have been deleted since the page checked it.
    Raises CatalogRefusal: COMMENT_MUTED, COMMENT_REMOVED for one that a moderator has removed, and NOT_OPEN if there is
    a block between the two, or the writer may no longer write.
    """
    box, kind, key = reference
    with lock_people(writer, *([recipient] if recipient else [])) as people:
        if people[writer.pk].is_muted:
            raise CatalogRefusal(CatalogRefusalReason.COMMENT_MUTED)
        if (recipient and is_blocked_among(writer.pk, [recipient.pk])) or not may_write():
            raise CatalogRefusal(CatalogRefusalReason.NOT_OPEN)
        found = AuthorComment.objects.about(*reference).filter(user=writer).first()
        if found and found.is_removed:
            raise CatalogRefusal(CatalogRefusalReason.COMMENT_REMOVED)
        if found and (found.words, found.recipient_id) == (words, recipient.pk if recipient else None):
            return
        now = clock.now()
        fields = {"words": words, "recipient": recipient, "at": now, "read_at": None}
        AuthorComment.objects.update_or_create(
            box=box, kind=kind, key=key, user=writer, defaults=fields, create_defaults={**fields, "written_at": now}
        )


def withdraw_comment(*, reference: Reference, writer: User) -> None:
    """Delete a user's comment on an entry, if there is one.

    Raises CatalogRefusal: COMMENT_REMOVED for one that a moderator has removed, so that nobody can write it again.
    """
    with lock_person(writer) as person:
        found = AuthorComment.objects.about(*reference).select_for_update().filter(user=person).first()
        if found and found.is_removed:
            raise CatalogRefusal(CatalogRefusalReason.COMMENT_REMOVED)
        if found:
            found.delete()


def delete_comment(*, comment: AuthorComment, by: User) -> None:
    """Delete a comment for the author or a curator, who the caller has checked may do that."""
    with lock_person(by):
        AuthorComment.objects.filter(pk=comment.pk).delete()


def delete_comments_on(reference: Reference) -> None:
    """Delete all comments on an entry that is being deleted; part of a transaction."""
    AuthorComment.objects.about(*reference).delete()


def find_received(user: User, pk: int) -> AuthorComment | None:
    """Return a comment that a user reads as the author or as a curator, or None."""
    if found := AuthorComment.objects.received_by(user).filter(pk=pk).first():
        return found
    curates = user.is_staff and (user.has_perm(VIEW) or user.has_perm(CHANGE))
    return AuthorComment.objects.for_curators().filter(pk=pk).first() if curates else None


def listed_for(user: User) -> AuthorCommentQuerySet:
    """Return the comments that a user's notifications list, latest first."""
    return AuthorComment.objects.received_by(user).filter(at__gte=clock.now() - _LISTED)


def mark_read(user: User) -> None:
    """Store that a user has seen all comments to them; part of a transaction."""
    AuthorComment.objects.filter(recipient=user, read_at=None).update(read_at=clock.now())


def find_subjects(comments: Iterable[AuthorComment], reader: User) -> Mapping[int, CatalogEntry]:
    """Return the entries that comments are about, by their keys: private ones of the reader, or else active ones."""
    comments = list(comments)
    keys = {comment.key for comment in comments}
    entries = CatalogEntry.every.filter(Q(owner=reader) | Q(owner=None, current=True), key__in=keys) if keys else ()
    by_place = {("" if entry.owner_id else entry.box, entry.kind, entry.key): entry for entry in entries}
    found = {}
    for comment in comments:
        # The references of private entries have a box of their own, which no entry of the catalog has.
        places = ((comment.box, comment.kind, comment.key), ("", comment.kind, comment.key))
        if entry := next((by_place[place] for place in places if place in by_place), None):
            found[comment.pk] = entry
    return found


def subject_url(entry: CatalogEntry, reader: User) -> str:
    """Return the page where the author of an entry reads the comments on it, "" for none."""
    return f"{url}#comments" if (url := review_url(entry, reader, in_workshop=False)) else ""


def comment_data(user: User) -> dict[str, Any]:
    """Return the comments that a user has written to authors, for their data export."""
    own = AuthorComment.objects.filter(user=user).order_by("pk")
    columns = ("box", "kind", "key", "words", "written_at", "at", "removed_at", "removal")
    return {"author_comments": list(own.values(*columns))}


def connect() -> None:
    """Connect the receiver, once."""
    person_erased.connect(_on_erased, dispatch_uid="catalog.comments")


def _on_erased(*, user: User, **_: Any) -> None:
    AuthorComment.objects.filter(Q(user=user) | Q(recipient=user)).delete()
