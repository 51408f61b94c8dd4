"""How those who have written something are named."""

from __future__ import annotations

from dataclasses import dataclass

from games.accounts.models import User


@dataclass(frozen=True, slots=True)
class Author:
    """Somebody's name, and where their page is, "" for who shows none."""

    name: str
    url: str


def author(user: User, viewer: User | None) -> Author:
    """Who wrote something, as a viewer may know of them."""
    return Author(str(user), user.page_for(viewer))
