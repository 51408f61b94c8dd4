"""Notifications about reviews of components: tasks that list them and send emails, and their texts."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from typing import Final

from django.conf import settings
from django.core.mail import EmailMessage
from django.db.models import QuerySet
from django.template.loader import render_to_string
from django.utils import translation
from django.utils.translation import gettext as _
from django_tasks import task

from games import clock
from games.accounts.models import AccountDeleted, User
from games.accounts.person_lock import lock_person
from games.catalog.models import CatalogEntry, Change, EntryAction
from games.catalog.pending_reviews import recipients_of, review_url
from games.locks import writing
from games.notices.channels import PermanentFailure, RetryLater
from games.notices.channels.mail import MAIL, automatic_headers, send_letter, sender
from games.notices.delivery import LADDER
from games.notices.models import ReviewNotice


def review_title(entry: CatalogEntry, change: Change) -> str:
    """Return what happened in one line, with the name of the piece."""
    titles = {
        EntryAction.SUBMITTED: _("Submitted for review: %(piece)s"),
        EntryAction.SENT_BACK: _("Changes requested: %(piece)s"),
        EntryAction.PUBLISHED: _("Published: %(piece)s"),
        EntryAction.DECLINED: _("Suggestion declined: %(piece)s"),
    }
    return titles[EntryAction(change.act)] % {"piece": _piece(entry)}


def review_sentence(entry: CatalogEntry, change: Change) -> str:
    """Return the same in a sentence that names the person who did it."""
    sentences = {
        EntryAction.SUBMITTED: _("%(person)s submitted %(piece)s for review."),
        EntryAction.SENT_BACK: _("%(person)s requested changes to %(piece)s."),
        EntryAction.PUBLISHED: _("%(person)s published %(piece)s."),
        EntryAction.DECLINED: _("%(person)s declined your suggestion: %(piece)s."),
    }
    return sentences[EntryAction(change.act)] % {"piece": _piece(entry), "person": review_author(change)}


def review_author(change: Change) -> str:
    """Return the name of the person who made a change."""
    return str(change.by) if change.by else _("Former player")


def _piece(entry: CatalogEntry) -> str:
    kind = entry.get_kind_display()
    return _("%(name)s (%(kind)s)") % {"name": entry.shown_name, "kind": kind[:1].lower() + kind[1:]}


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
    entry = CatalogEntry.every.by_change([change]).get(change.pk) if change else None
    if change is None or entry is None:
        return
    reader = next((person for person in recipients_of(entry, change) if person.pk == user_id), None)
    if reader is None:
        return
    try:
        with lock_person(reader) as person:
            if change.act == EntryAction.SUBMITTED:
                _submissions(entry).filter(user=person).exclude(change=change).delete()
            ReviewNotice.objects.get_or_create(user=person, change=change, defaults={"created_at": change.at})
    except AccountDeleted:
        return


def latest_reviews(user: User, count: int) -> list[Review]:
    """Return the latest reviews on a person's list, the latest first, in two statements."""
    shown = ReviewNotice.objects.shown_to(user).select_related("change__by")
    notices = list(shown[:count])
    entries = CatalogEntry.every.by_change(notice.change for notice in notices)
    found = ((notice, entries.get(notice.change_id)) for notice in notices)
    return [Review(notice, entry) for notice, entry in found if entry]


def _submissions(entry: CatalogEntry) -> QuerySet[ReviewNotice]:
    place = {f"change__{name}": getattr(entry, name) for name in ("box", "kind", "key", "version")}
    return ReviewNotice.objects.filter(change__act=EntryAction.SUBMITTED, **place)


_log: Final = logging.getLogger(__name__)


def enqueue_mails(entry: CatalogEntry, change: Change) -> None:
    """Enqueue an email to everyone concerned; part of the transaction of the change."""
    for user_id in sorted(MAIL.reaches(recipients_of(entry, change))):
        send_review_mail.enqueue(change.pk, user_id)


@task()
def send_review_mail(change_id: int, user_id: int, attempt: int = 0) -> None:
    """Send one email, unless it no longer concerns its reader. Enqueues itself again if the mail server is away."""
    change = Change.objects.select_related("by").filter(pk=change_id).first()
    entry = CatalogEntry.every.by_change([change]).get(change.pk) if change else None
    if change is None or entry is None:
        return
    reader = next((person for person in recipients_of(entry, change) if person.pk == user_id), None)
    if reader is None or not MAIL.reaches([reader]):
        return
    try:
        send_letter(build_mail(entry, change, reader), reader)
    except RetryLater as reason:
        if attempt < len(LADDER):
            with writing():
                retry = send_review_mail.using(run_after=clock.now() + LADDER[attempt])
                retry.enqueue(change_id, user_id, attempt + 1)
        else:
            _log.warning("gave up sending a review email: %s", reason)
    except PermanentFailure as reason:
        _log.warning("gave up sending a review email: %s", reason)


def build_mail(entry: CatalogEntry, change: Change, reader: User) -> EmailMessage:
    """Return the email in its reader's language: the reviewer's or author's words first, then a link."""
    with translation.override(reader.chosen_language or settings.LANGUAGE_CODE):
        url = review_url(entry, reader)
        shown = {
            "words": change.words.strip(),
            "sentence": review_sentence(entry, change),
            "link": settings.LINKS_ORIGIN + url if url else "",
            "is_staff": reader.is_staff,
        }
        return EmailMessage(
            subject=" ".join(review_title(entry, change).split()),
            body=render_to_string("notices/review_mail.txt", shown),
            from_email=sender(),
            to=[reader.email],
            headers=automatic_headers(f"review-{change.pk}-{reader.pk}"),
        )
