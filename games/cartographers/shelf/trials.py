"""Sets played before publication: curators' drafts, and sets made by players."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from games.cartographers.models import OwnSet
from games.cartographers.shelf.components import SetWithCards
from games.cartographers.shelf.kinds import EntryKind
from games.cartographers.shelf.published_sets import filled_as_drafted, filled_as_shared, playable_sets
from games.cartographers.shelf.sets import set_from_json
from games.catalog.models import KEPT, CatalogEntry
from games.catalog.shelves import Data

OWN: Final = "own"
"""Pseudo-box for what players have made, in the refs that tables store."""


@dataclass(frozen=True, slots=True)
class DraftSet:
    """Draft set as currently saved; `ref` and `version` are what a table stores of it."""

    ref: str
    version: int
    name: str
    definition: Data
    is_own: bool

    def filled(self) -> SetWithCards:
        """Return the set with its cards. Draft cards are used only in curators' drafts."""
        card_set = set_from_json(self.definition)
        return filled_as_shared(card_set) if self.is_own else filled_as_drafted(card_set)


def draft_of_entry(entry: CatalogEntry) -> DraftSet:
    """Return a curator's draft as a set to try out."""
    return DraftSet(f"{entry.box}/{entry.key}", entry.version, entry.name, entry.definition, is_own=False)


def draft_of_own_set(own_set: OwnSet) -> DraftSet:
    """Return a player's own set as a draft to try out."""
    return DraftSet(f"{OWN}/{own_set.key}", 1, own_set.name, own_set.definition, is_own=True)


def find_stored_draft(ref: str, version: int, *, linked: bool, followed: bool = False) -> DraftSet | None:
    """Return the draft that a table stores, or None if it is gone.

    For a table opened by a share link (`linked`), it is also None once the link has been revoked; for one of a person
    who follows the owner (`followed`), once the owner no longer shares it with followers.
    """
    box, _slash, key = ref.partition("/")
    if box == OWN:
        own_set = OwnSet.objects.filter(key=key).first()
        if own_set is None or (linked and own_set.link is None) or (followed and not own_set.for_followers):
            return None
        return draft_of_own_set(own_set)
    entry = CatalogEntry.objects.filter(kind=EntryKind.SET, box=box, key=key, version=version).first()
    return None if entry is None or (linked and entry.is_open and entry.link is None) else draft_of_entry(entry)


def find_draft_by_link(link: str) -> DraftSet | None:
    """Return the draft of a share link, or None if the link doesn't exist or has been revoked."""
    if entry := CatalogEntry.objects.open().filter(kind=EntryKind.SET, link=link).first():
        return draft_of_entry(entry)
    own_set = OwnSet.objects.filter(link=link).first()
    return draft_of_own_set(own_set) if own_set else None


def find_published_set(link: str) -> str:
    """Return the address of the active set that was a draft with this link, "" if there is none."""
    entry = CatalogEntry.objects.filter(kind=EntryKind.SET, state__in=KEPT, link=link).first()
    one = playable_sets().get(f"{entry.box}/{entry.key}") if entry else None
    return one.stored.url if one else ""
