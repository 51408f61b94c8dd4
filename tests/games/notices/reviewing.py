"""Curators, and drafts that they submit for review."""

from typing import Any

from django.contrib.auth.models import Group

from games.accounts.models import User
from games.catalog.models import CatalogEntry
from games.catalog.publication import submit
from tests.games.cartographers.workshop.editing import draft


def curator(name: str, **fields: Any) -> User:
    fields = {"email": f"{name}@example.org", "is_staff": True, **fields}
    user = User.objects.create_user(name, "chart and compass", **fields)
    user.groups.add(Group.objects.get(name="curators"))
    return user


def submitted(by: User, words: str = "", name: str = "Riverside") -> CatalogEntry:
    entry = draft(by, "explore", name)
    submit(entry=entry, by=by, words=words)
    entry.refresh_from_db()
    return entry
