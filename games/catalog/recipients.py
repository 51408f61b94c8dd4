"""People to notify about the review of a game piece."""

from __future__ import annotations

from collections.abc import Iterable

from django.contrib.auth.backends import ModelBackend

from games.accounts.models import User
from games.catalog.editors import AuthorEditor, editor_of
from games.catalog.history import hands
from games.catalog.models import Act, CatalogEntry, Change, State
from games.catalog.pages import entry_url
from games.catalog.publication import ALONE, REVIEW


def recipients_of(entry: CatalogEntry, change: Change) -> list[User]:
    """Return the people to notify of a submission, return or publication, without the one who did it.

    A submission is for the members of staff who may publish it while it is in review, everything else for its authors,
    among them players whose set was submitted.
    """
    people = _reviewers(entry) if change.act == Act.SUBMITTED else _authors(entry)
    return [person for person in people if person.pk != change.by_id]


def review_url(entry: CatalogEntry, reader: User) -> str:
    """Return where a recipient finds the piece, "" for nowhere; only members of staff see the workshop."""
    if reader.is_staff:
        return entry_url(entry)
    editor = editor_of(entry)
    return editor.author_url(entry, reader) if isinstance(editor, AuthorEditor) else ""


def _reviewers(entry: CatalogEntry) -> list[User]:
    if entry.state != State.IN_REVIEW:
        return []
    authors = hands(entry)
    allowed: Iterable[User] = ModelBackend().with_perm(REVIEW)
    reviewers = (person for person in allowed if person.is_staff)
    return [person for person in reviewers if person.pk not in authors or person.has_perm(ALONE)]


def _authors(entry: CatalogEntry) -> Iterable[User]:
    # The user who started the entry always counts, because a version published under a later number has no changes of
    # its own.
    return User.objects.active().filter(pk__in=hands(entry) | {entry.created_by_id or 0})
