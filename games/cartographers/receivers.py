"""Receivers for account deletion: a user's own sets are deleted, published versions stay."""

from __future__ import annotations

from typing import Any

from games.accounts.models import User
from games.accounts.signals import person_erased
from games.cartographers.models import OwnSet, SetRating
from games.cartographers.shelf.trials import draft_of_own_set
from games.catalog.models import Change, EntryAction


def connect() -> None:
    """Connect the receivers; repeated calls have no effect."""
    person_erased.connect(_on_erased, dispatch_uid="cartographers")


def _on_erased(*, user: User, **_: Any) -> None:
    SetRating.objects.filter(user=user).delete()
    own = OwnSet.objects.filter(owner=user)
    Change.objects.filter(act=EntryAction.DECLINED, key__in=list(own.values_list("key", flat=True))).delete()
    SetRating.objects.filter(ref__in=[draft_of_own_set(one).ref for one in own]).delete()
    own.delete()
