"""Players' own sets that their owners share with followers."""

from __future__ import annotations

from django.db.models import Q, QuerySet

from games.accounts.models import User
from games.cartographers.models import OwnSet
from games.people.blocks import blocked_ids
from games.people.models import Follow


def followed_sets(user: User) -> QuerySet[OwnSet]:
    """Return the sets that people whom a user follows share with their followers, with their owners."""
    return _of_followed(user, Q(owner__in=Follow.objects.by(user.pk).order_by().values("followed")))


def find_followed_set(user: User, key: str) -> OwnSet | None:
    """Return the set with a key if it is shared with followers and the user is one of them, or its owner; else None."""
    followed = Q(owner__in=Follow.objects.by(user.pk).order_by().values("followed"))
    return _of_followed(user, followed | Q(owner=user)).filter(key=key).first()


def _of_followed(user: User, owners: Q) -> QuerySet[OwnSet]:
    shared = OwnSet.objects.filter(owners, for_followers=True, owner__is_active=True)
    # A follow of someone who has blocked the user is stored, but has no effect.
    return shared.exclude(owner__in=blocked_ids(user)).select_related("owner")
