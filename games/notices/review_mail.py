"""Emails about game pieces that were submitted for review, sent back or published."""

from __future__ import annotations

import logging
from typing import Final

from django.conf import settings
from django.core.mail import EmailMessage
from django.template.loader import render_to_string
from django.utils import translation
from django_tasks import task

from games import clock
from games.accounts.models import User
from games.catalog.models import CatalogEntry, Change
from games.catalog.pending_reviews import recipients_of, review_url
from games.locks import writing
from games.notices.channels import PermanentFailure, RetryLater
from games.notices.delivery import LADDER
from games.notices.mail_channel import MAIL, automatic_headers, send_letter, sender
from games.notices.review_words import review_sentence, review_title

_log: Final = logging.getLogger(__name__)


def enqueue_mails(entry: CatalogEntry, change: Change) -> None:
    """Enqueue an email to everyone concerned; part of the transaction of the change."""
    for user_id in sorted(MAIL.reaches(recipients_of(entry, change))):
        send_review_mail.enqueue(change.pk, user_id)


@task()
def send_review_mail(change_id: int, user_id: int, attempt: int = 0) -> None:
    """Send one email, unless it no longer concerns its reader. Enqueues itself again if the mail server is away."""
    change = Change.objects.select_related("by").filter(pk=change_id).first()
    entry = CatalogEntry.objects.by_change([change]).get(change.pk) if change else None
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
    with translation.override(reader.spoken or settings.LANGUAGE_CODE):
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
