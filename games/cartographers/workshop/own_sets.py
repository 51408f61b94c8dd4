"""Actions on players' own sets: create, edit, share, delete, and agree to publication.

Each raises AccountDeleted if the owner's account is gone.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from secrets import token_urlsafe
from typing import Any, Final

from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from games.accounts.models import User
from games.accounts.pages import Question
from games.accounts.person_lock import lock_person
from games.cartographers.models import OwnSet
from games.cartographers.shelf.kinds import CatalogBox, Kind
from games.cartographers.workshop.sets import SetEditor
from games.catalog.drafts import Saying, begin
from games.catalog.models import CatalogEntry
from games.catalog.publication import submit
from games.catalog.shelves import Data

MOST: Final = 50
"""Maximum number of sets per user."""
KEY: Final = "own_set"
"""Id of each of these sets in its definition until it is published under its own id."""


class Refused(StrEnum):
    """Reason for a refused action; the messages are in `own_words.py`."""

    TOO_MANY = "too_many"
    STALE = "stale"
    NOT_ASKED = "not_asked"


class OwnSetRefusal(Exception):  # a refusal is an answer
    """Something is not done."""

    def __init__(self, reason: Refused) -> None:
        super().__init__(reason)
        self.reason = reason


def make(*, owner: User, name: str) -> OwnSet:
    """A new set, which is the base game. Raises OwnSetRefusal: TOO_MANY."""
    # Lock the user, or two tabs could exceed the limit at the same time.
    with lock_person(owner):
        if OwnSet.objects.filter(owner=owner).count() >= MOST:
            raise OwnSetRefusal(Refused.TOO_MANY)
        definition = {**SetEditor().blank(), "id": KEY, "name": name}
        return OwnSet.objects.create(owner=owner, name=name, definition=definition)


def save(*, pk: int, owner: User, saves: int, name: str, definition: Data) -> OwnSet:
    """Let a set say something else; `saves` is how often it had been saved when its owner read it. Raises
    OwnSet.DoesNotExist, and OwnSetRefusal: STALE.
    """
    with lock_person(owner):
        own_set = _own(pk, owner)
        if own_set.saves != saves:
            raise OwnSetRefusal(Refused.STALE)
        own_set.name, own_set.definition, own_set.saves = name, definition, saves + 1
        own_set.save()
    return own_set


def share(*, pk: int, owner: User, shared: bool) -> None:
    """Make the link by which others play a set, or end it; a new one is another. Raises OwnSet.DoesNotExist."""
    with lock_person(owner):
        own_set = _own(pk, owner)
        own_set.link = (own_set.link or token_urlsafe(16)) if shared else None
        own_set.save(update_fields=["link", "changed_at"])


def throw_away(*, pk: int, owner: User) -> None:
    """Delete a set; started games keep it. Raises OwnSet.DoesNotExist if the user has no such set."""
    with lock_person(owner):
        _own(pk, owner).delete()


def ask(*, own_set: OwnSet) -> None:
    """Ask the owner of a set that is shared whether it may be published."""
    shared = OwnSet.objects.filter(pk=own_set.pk, asked_at=None, published_as="", link__isnull=False)
    shared.update(asked_at=timezone.now())


def answer(*, pk: int, owner: User, agreed: bool) -> CatalogEntry | None:
    """Let a set be published that was asked for, once curators have looked at it, or not. Raises ValidationError where
    it cannot be played, OwnSet.DoesNotExist, and OwnSetRefusal: NOT_ASKED.
    """
    with lock_person(owner):
        own_set = _own(pk, owner)
        if own_set.asked_at is None:
            raise OwnSetRefusal(Refused.NOT_ASKED)
        own_set.asked_at, entry = None, None
        if agreed:
            saying = Saying(own_set.name, own_set.definition)
            entry = begin(box=CatalogBox.WORKSHOP, kind=Kind.SET, saying=saying, by=owner)
            submit(entry=entry, by=owner)
            own_set.published_as = entry.key
        own_set.save(update_fields=["asked_at", "published_as"])
    return entry


def _own(pk: int, owner: User) -> OwnSet:
    return OwnSet.objects.select_for_update().get(pk=pk, owner=owner)


def questions(person: User) -> Iterator[Question]:
    """Yield a question for each set of a user that curators have asked to publish."""
    for own_set in OwnSet.objects.filter(owner=person, asked_at__isnull=False):
        words = _("A reviewer asks for permission to publish your set “%(name)s”.") % {"name": own_set.name}
        yield Question(words, reverse("cartographers:own_set", args=[own_set.pk]))


def own_set_data(user: User) -> dict[str, Any]:
    """Return the sets that a user has made, for their data export."""
    own = OwnSet.objects.filter(owner=user)
    return {"own_sets": list(own.values("name", "definition", "created_at", "changed_at"))}
