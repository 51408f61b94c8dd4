"""Notices about reviews of game pieces: written by tasks, and listed with the notices about tables."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import QuerySet
from django_tasks import task

from games.accounts.models import AccountDeleted, User
from games.accounts.person_lock import lock_person
from games.catalog.models import Act, CatalogEntry, Change
from games.catalog.pending_reviews import recipients_of
from games.notices.models import ReviewNotice


@dataclass(frozen=True, slots=True)
class Review:
    """A notice with the version that it is about."""

    notice: ReviewNotice
    entry: CatalogEntry


def enqueue_notices(entry: CatalogEntry, change: Change) -> None:
    """Enqueue a notice for everyone concerned; part of the transaction of the change."""
    # Enqueued instead of written now, because users must be locked before entries and the entry is already locked.
    for user_id in sorted(person.pk for person in recipients_of(entry, change)):
        write_review_notice.enqueue(change.pk, user_id)


@task()
def write_review_notice(change_id: int, user_id: int) -> None:
    """Write one notice, unless it no longer concerns its reader. A resubmission replaces the earlier submission."""
    change = Change.objects.filter(pk=change_id).first()
    entry = CatalogEntry.objects.by_change([change]).get(change.pk) if change else None
    if change is None or entry is None:
        return
    reader = next((person for person in recipients_of(entry, change) if person.pk == user_id), None)
    if reader is None:
        return
    try:
        with lock_person(reader) as person:
            if change.act == Act.SUBMITTED:
                _submissions(entry).filter(user=person).exclude(change=change).delete()
            ReviewNotice.objects.get_or_create(user=person, change=change, defaults={"created_at": change.at})
    except AccountDeleted:
        return


def latest_reviews(user: User, count: int) -> list[Review]:
    """Return the latest reviews on a person's list, the latest first, in two statements."""
    shown = ReviewNotice.objects.shown_to(user).select_related("change__by")
    notices = list(shown[:count])
    entries = CatalogEntry.objects.by_change(notice.change for notice in notices)
    found = ((notice, entries.get(notice.change_id)) for notice in notices)
    return [Review(notice, entry) for notice, entry in found if entry]


def _submissions(entry: CatalogEntry) -> QuerySet[ReviewNotice]:
    place = {f"change__{name}": getattr(entry, name) for name in ("box", "kind", "key", "version")}
    return ReviewNotice.objects.filter(change__act=Act.SUBMITTED, **place)
