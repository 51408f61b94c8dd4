"""Export of a user's follows and blocks, and their deletion with the account."""

from __future__ import annotations

from typing import Any

from django.db.models import F, Q

from games.accounts.models import User
from games.accounts.signals import person_erased
from games.people.models import Block, Follow


def connect() -> None:
    """Connect the receiver, once."""
    person_erased.connect(_on_erased, dispatch_uid="people")


def _on_erased(*, user: User, **_: Any) -> None:
    Follow.objects.filter(Q(follower=user) | Q(followed=user)).delete()
    Block.objects.filter(Q(blocker=user) | Q(blocked=user)).delete()


def people_data(user: User) -> dict[str, Any]:
    """Return the users that a user follows and has blocked, by name; nothing about who follows or blocked them."""
    follows = Follow.objects.by(user.pk).values("at", username=F("followed__username"))
    blocks = Block.objects.by(user.pk).values("at", name=F("blocked__display_name"))
    return {"follows": list(follows), "blocks": list(blocks)}
