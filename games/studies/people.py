"""Names of authors."""

from __future__ import annotations

from dataclasses import dataclass

from games.accounts.models import User


@dataclass(frozen=True, slots=True)
class Author:
    """Somebody's name, and where their page is, "" for who shows none."""

    name: str
    url: str


def author(user: User, viewer: User | None) -> Author:
    """Return an author, with the link that the viewer may follow."""
    return Author(str(user), user.page_for(viewer))
