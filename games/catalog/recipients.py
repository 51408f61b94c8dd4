"""People to notify about the review of a game piece."""

from __future__ import annotations

from collections.abc import Iterable

from django.contrib.auth.backends import ModelBackend

from games.accounts.models import User
from games.catalog.history import hands
from games.catalog.models import Act, CatalogEntry, Change, State
from games.catalog.publishing import ALONE, REVIEW


def recipients_of(entry: CatalogEntry, change: Change) -> list[User]:
    """Return the members of staff to notify of a submission, return or publication, without the one who did it.

    A submission is for the reviewers who may publish it while it is in review, everything else for its authors.
    """
    people = _reviewers(entry) if change.act == Act.SUBMITTED else _authors(entry)
    return [person for person in people if person.is_staff and person.pk != change.by_id]


def _reviewers(entry: CatalogEntry) -> list[User]:
    if entry.state != State.IN_REVIEW:
        return []
    authors = hands(entry)
    allowed: Iterable[User] = ModelBackend().with_perm(REVIEW)
    return [person for person in allowed if person.pk not in authors or person.has_perm(ALONE)]


def _authors(entry: CatalogEntry) -> Iterable[User]:
    # The person who began it counts in any case: a version published under a later number has no changes of its own.
    return User.objects.active().filter(pk__in=hands(entry) | {entry.created_by_id or 0})
