"""What waits for somebody's review."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.urls import reverse
from django.utils.translation import ngettext

from games.accounts.models import User
from games.accounts.questions import Question
from games.catalog.history import worked_on_by
from games.catalog.models import CatalogEntry, State
from games.catalog.publishing import ALONE, REVIEW


def waiting_for(user: Any) -> list[CatalogEntry]:
    """The versions that were handed in and that somebody may publish, who had no hand in them."""
    if not user.has_perm(REVIEW):
        return []
    handed_in = CatalogEntry.objects.filter(state=State.IN_REVIEW).order_by("changed_at", "pk")
    own = set() if user.has_perm(ALONE) else worked_on_by(user)
    return [entry for entry in handed_in if (entry.box, entry.kind, entry.key, entry.version) not in own]


def questions(person: User) -> Iterator[Question]:
    """That something waits for a review, to staff who may review it."""
    if person.is_staff and (count := len(waiting_for(person))):
        words = ngettext(
            "%(count)d game piece waits for your review.", "%(count)d game pieces wait for your review.", count
        )
        yield Question(words % {"count": count}, f"{reverse('admin:catalog_catalogentry_changelist')}?versions=review")
