"""Actions on players' own sets beyond those of any draft: create them, and agree to publication.

Each raises AccountDeleted if the owner's account is gone. `games.catalog.drafts` saves, shares and deletes them.
"""

from __future__ import annotations

from collections.abc import Iterator
from secrets import token_hex
from typing import Any, Final

from django.utils import timezone
from django.utils.translation import gettext as _

from games.accounts.models import User
from games.accounts.pages import PersonQuestion
from games.accounts.person_lock import lock_person
from games.cartographers.models import OwnSet, SetRating
from games.cartographers.setting_up.set_comments import set_reference
from games.cartographers.shelf.kinds import CatalogBox, EntryKind
from games.cartographers.shelf.trials import draft_of_own_set
from games.cartographers.workshop.sets import SetEditor
from games.catalog.comments import delete_comments_on
from games.catalog.drafts import discard_draft
from games.catalog.models import CatalogEntry, EntryState
from games.catalog.suggestions import submit_private

MOST: Final = 50
"""Maximum number of sets per user."""


class OwnSetRefusal(Exception):  # a refusal is an answer
    """An action that isn't possible, with the reason in words."""


def create_own_set(*, owner: User, name: str) -> OwnSet:
    """A new set, which is the base game. Raises OwnSetRefusal if the owner has too many."""
    # Lock the user, or two tabs could exceed the limit at the same time.
    with lock_person(owner):
        if OwnSet.objects.filter(owner=owner).count() >= MOST:
            raise OwnSetRefusal(_("You’ve reached the limit of %(most)s sets. Delete one first.") % {"most": MOST})
        # Random ids, because tables refer to sets by id even after they are deleted.
        key = token_hex(8)
        return OwnSet.objects.create(
            owner=owner,
            box=CatalogBox.WORKSHOP,
            kind=EntryKind.SET,
            key=key,
            name=name,
            position=0,
            definition={**SetEditor().blank(), "id": key, "name": name},
            state=EntryState.DRAFT,
        )


def share_with_followers(*, own_set: OwnSet, owner: User, shared: bool) -> None:
    """Let people who follow the owner play with a set, or no longer. Raises OwnSet.DoesNotExist."""
    with lock_person(owner):
        found = OwnSet.objects.select_for_update().get(pk=own_set.pk, owner=owner)
        found.for_followers = shared
        # The form of a new table shows the latest first.
        found.save(update_fields=["for_followers", "changed_at"])


def delete_own_set(*, own_set: OwnSet, owner: User) -> None:
    """Delete a set with its ratings and comments. Raises CatalogRefusal: NOT_OPEN if it is deleted already."""
    with lock_person(owner):
        discard_draft(entry=own_set, by=owner)
        ref = draft_of_own_set(own_set).ref
        SetRating.objects.filter(ref=ref).delete()
        delete_comments_on(set_reference(ref))


def ask_to_publish(*, own_set: OwnSet) -> None:
    """Ask the owner of a shared set for permission to publish it."""
    shared = OwnSet.objects.filter(pk=own_set.pk, asked_at=None, suggested_at=None, published_as="", link__isnull=False)
    shared.update(asked_at=timezone.now())


def answer_publish_request(*, own_set: OwnSet, owner: User, agreed: bool) -> CatalogEntry | None:
    """Let a set be published that was asked for, once curators have looked at it, or not. Raises ValidationError where
    it cannot be played, OwnSet.DoesNotExist, and OwnSetRefusal if nobody asks.
    """
    with lock_person(owner):
        own_set = OwnSet.objects.select_for_update().get(pk=own_set.pk, owner=owner)
        if own_set.asked_at is None:
            raise OwnSetRefusal(_("There’s no pending request for this set."))
        own_set.asked_at = None
        own_set.save(update_fields=["asked_at"])
        return submit_private(own_set, owner) if agreed else None


def questions(person: User) -> Iterator[PersonQuestion]:
    """Yield a question for each set of a user that curators have asked to publish."""
    for own_set in OwnSet.objects.filter(owner=person, asked_at__isnull=False):
        words = _("A reviewer asks for permission to publish your set “%(name)s”.") % {"name": own_set.name}
        yield PersonQuestion(words, own_set.url)


def own_set_data(user: User) -> dict[str, Any]:
    """Return the sets that a user has made, for their data export."""
    own = OwnSet.objects.filter(owner=user)
    sharing = ("for_followers", "suggested_at", "suggestion")
    return {"own_sets": list(own.values("name", "definition", *sharing, "created_at", "changed_at"))}
