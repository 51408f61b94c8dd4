"""Private sets that a host can choose for a new table: their own, and those of people they follow."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain
from typing import Final

from django.urls import reverse

from games.accounts.models import User
from games.cartographers.models import OwnSet
from games.cartographers.setting_up.set_offers import OfferedSets
from games.cartographers.shelf.followed_sets import followed_sets
from games.cartographers.shelf.problems import is_playable
from games.cartographers.shelf.published_sets import PlayableSet, StoredSet, all_filled_as_shared
from games.cartographers.shelf.sets import set_from_json
from games.cartographers.shelf.trials import draft_of_own_set

_MOST_FOLLOWED: Final = 50
"""Maximum number of other people's sets in the form. The latest come first."""


@dataclass(frozen=True, slots=True)
class PrivateSet(PlayableSet):
    """Private set as currently saved.

    `author` is the name of its owner and `url` its page for followers, both "" if that is the host.
    """

    author: str
    url: str


def private_sets(host: User | None) -> OfferedSets:
    """Return the playable private sets that a host can choose, by their values in the form, their own first.

    Other people's are those that they share with their followers. Nobody sees sets of people with a block between them.
    """
    if host is None or host.guest:
        return {}
    own = ((own_set, "") for own_set in OwnSet.objects.filter(owner=host))
    latest = followed_sets(host).order_by("-changed_at")[:_MOST_FOLLOWED]
    followed = ((own_set, str(own_set.owner)) for own_set in latest)
    return {one.stored.ref: one for one in _playable(chain(own, followed))}


def _playable(sets: Iterable[tuple[OwnSet, str]]) -> Iterator[PrivateSet]:
    found = [(draft_of_own_set(own_set), own_set.key, author) for own_set, author in sets]
    # All at once, so that retired cards cost one query and not one for each set.
    all_filled = all_filled_as_shared([set_from_json(draft.definition) for draft, _key, _author in found])
    for (draft, key, author), filled in zip(found, all_filled, strict=True):
        if is_playable(filled):
            stored = StoredSet(draft.ref, draft.version, current=True, card_set=filled.card_set)
            url = reverse("cartographers:followed_set", args=[key]) if author else ""
            yield PrivateSet(stored, filled, author, url)
