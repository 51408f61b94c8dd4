"""Reviews: who is notified of them, and what waits for one user."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Final

from django.contrib.auth.backends import ModelBackend
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.accounts.models import User
from games.accounts.pages import PersonQuestion
from games.catalog.editors import AuthorEditor, editor_of
from games.catalog.models import CatalogEntry, Change, EntryAction, EntryState
from games.catalog.publication import PUBLISH_ALONE, REVIEW

_OF_REVIEW: Final = (EntryAction.SUBMITTED, EntryAction.SENT_BACK)


@dataclass(frozen=True, slots=True)
class ReturnedDraft:
    """A draft that a reviewer sent back, with their words."""

    entry: CatalogEntry
    change: Change


def entries_to_review(user: Any) -> list[CatalogEntry]:
    """Return the submitted versions that the user may review and did not work on.

    Users who may publish their own work see all of them.
    """
    if not user.has_perm(REVIEW):
        return []
    handed_in = CatalogEntry.objects.filter(state=EntryState.IN_REVIEW).order_by("changed_at", "pk")
    own = set() if user.has_perm(PUBLISH_ALONE) else Change.objects.contributed_by(user)
    return [entry for entry in handed_in if entry.place not in own]


def suggestions_for(user: Any) -> list[CatalogEntry]:
    """Return the entries that players suggest for publication, the oldest first, if the user may answer."""
    if not user.has_perm(REVIEW):
        return []
    return list(CatalogEntry.every.suggested())


def drafts_returned_to(user: User) -> list[ReturnedDraft]:
    """Return the drafts of somebody that a reviewer sent back and that were not submitted again."""
    return returned_drafts_among(open_entries_of(user))


def returned_drafts_among(entries: Iterable[CatalogEntry]) -> list[ReturnedDraft]:
    """Return those drafts whose last review sent them back, in two statements at most."""
    drafts = {entry.place: entry for entry in entries if entry.state == EntryState.DRAFT}
    if not drafts:
        return []
    last: dict[tuple[Any, ...], Change] = {}
    keys = [entry.key for entry in drafts.values()]
    for change in Change.objects.filter(key__in=keys, act__in=_OF_REVIEW).select_related("by").order_by("pk"):
        last[change.place] = change
    found = ((entry, last.get(place)) for place, entry in drafts.items())
    return [ReturnedDraft(entry, change) for entry, change in found if change and change.act == EntryAction.SENT_BACK]


def open_entries_of(user: User) -> list[CatalogEntry]:
    """The open versions in which somebody had a hand, the latest first."""
    own = Change.objects.contributed_by(user)
    if not own:
        return []
    entries = CatalogEntry.objects.open().filter(key__in={key for _box, _kind, key, _version in own})
    return [entry for entry in entries.order_by("-changed_at", "-pk") if entry.place in own]


def questions(person: User) -> Iterator[PersonQuestion]:
    """Yield what waits for a member of staff: drafts that were sent back, with the reason, reviews and suggestions."""
    if not person.is_staff:
        return
    for each in drafts_returned_to(person):
        words = _("Changes requested for %(name)s: %(words)s") % {
            "name": each.entry.shown_name,
            "words": each.change.words,
        }
        yield PersonQuestion(words, reverse("admin:catalog_catalogentry_change", args=[each.entry.pk]))
    if count := len(entries_to_review(person)):
        words = ngettext(
            "%(count)d component is waiting for your review.",
            "%(count)d components are waiting for your review.",
            count,
        )
        yield PersonQuestion(
            words % {"count": count}, f"{reverse('admin:catalog_catalogentry_changelist')}?versions=review"
        )
    if count := len(suggestions_for(person)):
        words = ngettext(
            "%(count)d player suggestion is waiting for an answer.",
            "%(count)d player suggestions are waiting for an answer.",
            count,
        )
        yield PersonQuestion(words % {"count": count}, reverse("admin:catalog_catalogentry_home"))


def recipients_of(entry: CatalogEntry, change: Change) -> list[User]:
    """Return the people to notify of a submission, return or publication, without the one who did it.

    A submission is for the members of staff who may publish it while it is in review, everything else for its authors,
    among them players whose set was submitted or declined. Owners are always told of a refusal.
    """
    people = _reviewers(entry) if change.act == EntryAction.SUBMITTED else _authors(entry)
    return [person for person in people if person.pk != change.by_id or entry.owner_id]


def review_url(entry: CatalogEntry, reader: User, *, in_workshop: bool = True) -> str:
    """Return where a recipient finds the piece, "" for nowhere; only members of staff see the workshop, if at all."""
    if in_workshop and reader.is_staff and entry.owner_id is None:
        return reverse("admin:catalog_catalogentry_change", args=[entry.pk])
    editor = editor_of(entry)
    return editor.author_url(entry, reader) if isinstance(editor, AuthorEditor) else ""


def _reviewers(entry: CatalogEntry) -> list[User]:
    if entry.state != EntryState.IN_REVIEW:
        return []
    authors = Change.objects.contributors(entry)
    allowed: Iterable[User] = ModelBackend().with_perm(REVIEW)
    reviewers = (person for person in allowed if person.is_staff)
    return [person for person in reviewers if person.pk not in authors or person.has_perm(PUBLISH_ALONE)]


def _authors(entry: CatalogEntry) -> Iterable[User]:
    # The user who started the entry always counts, because a version published under a later number has no changes of
    # its own.
    started = entry.owner_id or entry.created_by_id or 0
    return User.objects.active().filter(pk__in=Change.objects.contributors(entry) | {started})
