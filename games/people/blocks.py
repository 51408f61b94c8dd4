"""Blocks between users: queries that other apps use to keep blocked users apart."""

from __future__ import annotations

from collections.abc import Iterable

from django.contrib.auth.models import AnonymousUser
from django.db.models import Q

from games.accounts.models import User
from games.people.models import Block


def blocked_ids(user: User | AnonymousUser) -> frozenset[int]:
    """Return the keys of users with a block between them and `user`, in either direction. One query.

    A page never tells which of the two has blocked the other.
    """
    if user.pk is None:
        return frozenset()
    made = Block.objects.filter(blocker=user.pk).values_list("blocked")
    suffered = Block.objects.filter(blocked=user.pk).values_list("blocker")
    return frozenset(pk for (pk,) in made.union(suffered))


def is_blocked_among(user: int, others: Iterable[int | None]) -> bool:
    """Return True if there is a block between a user and one of the others, all by key. None stands for nobody."""
    keys = {pk for pk in others if pk is not None} - {user}
    if not keys:
        return False
    return Block.objects.filter(Q(blocker=user, blocked__in=keys) | Q(blocked=user, blocker__in=keys)).exists()
