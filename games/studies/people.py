"""How those who have written something are named."""

from __future__ import annotations

from dataclasses import dataclass

from django.urls import reverse

from games.accounts.models import User


@dataclass(frozen=True, slots=True)
class Author:
    """Somebody's name, and where their page is, "" for who shows none."""

    name: str
    url: str


def author(user: User, viewer: User | None) -> Author:
    """Who wrote something, as a viewer may know of them."""
    shown = user.is_active and not user.guest and (not user.hidden or user == viewer)
    return Author(str(user), reverse("accounts:person", args=[user.username]) if shown else "")
