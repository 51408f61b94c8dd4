"""Pending reviews and drafts with requested changes of one user."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Final

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.accounts.models import User
from games.accounts.pages import Question
from games.catalog.history import worked_on_by
from games.catalog.models import Act, CatalogEntry, Change, State
from games.catalog.publication import ALONE, REVIEW

_OF_REVIEW: Final = (Act.SUBMITTED, Act.SENT_BACK)


@dataclass(frozen=True, slots=True)
class Returned:
    """A draft that a reviewer sent back, with their words."""

    entry: CatalogEntry
    change: Change


def waiting_for(user: Any) -> list[CatalogEntry]:
    """Return the submitted versions that the user may review and did not work on.

    Users who may publish their own work see all of them.
    """
    if not user.has_perm(REVIEW):
        return []
    handed_in = CatalogEntry.objects.filter(state=State.IN_REVIEW).order_by("changed_at", "pk")
    own = set() if user.has_perm(ALONE) else worked_on_by(user)
    return [entry for entry in handed_in if (entry.box, entry.kind, entry.key, entry.version) not in own]


def returned_to(user: User) -> list[Returned]:
    """Return the drafts of somebody that a reviewer sent back and that were not submitted again."""
    return returned_among(open_of(user))


def returned_among(entries: Iterable[CatalogEntry]) -> list[Returned]:
    """Return those drafts whose last review sent them back, in two statements at most."""
    drafts = {_place(entry): entry for entry in entries if entry.state == State.DRAFT}
    if not drafts:
        return []
    last: dict[tuple[Any, ...], Change] = {}
    keys = [entry.key for entry in drafts.values()]
    for change in Change.objects.filter(key__in=keys, act__in=_OF_REVIEW).select_related("by").order_by("pk"):
        last[_place(change)] = change
    found = ((entry, last.get(place)) for place, entry in drafts.items())
    return [Returned(entry, change) for entry, change in found if change and change.act == Act.SENT_BACK]


def open_of(user: User) -> list[CatalogEntry]:
    """The open versions in which somebody had a hand, the latest first."""
    own = worked_on_by(user)
    if not own:
        return []
    entries = CatalogEntry.objects.open().filter(key__in={key for _box, _kind, key, _version in own})
    return [entry for entry in entries.order_by("-changed_at", "-pk") if _place(entry) in own]


def _place(of: CatalogEntry | Change) -> tuple[str, str, str, int]:
    return of.box, of.kind, of.key, of.version


def questions(person: User) -> Iterator[Question]:
    """Yield what waits for a member of staff: their drafts that were sent back, with the reason, and reviews."""
    if not person.is_staff:
        return
    for each in returned_to(person):
        words = _("Changes requested for %(name)s: %(words)s") % {
            "name": each.entry.shown_name,
            "words": each.change.words,
        }
        yield Question(words, reverse("admin:catalog_catalogentry_change", args=[each.entry.pk]))
    if count := len(waiting_for(person)):
        words = ngettext(
            "%(count)d component is waiting for your review.",
            "%(count)d components are waiting for your review.",
            count,
        )
        yield Question(words % {"count": count}, f"{reverse('admin:catalog_catalogentry_changelist')}?versions=review")
