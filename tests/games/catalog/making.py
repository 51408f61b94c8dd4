"""Shortcuts to catalog states for tests: one call for steps that take curators several pages."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.contrib.auth.models import Permission
from django.test import Client
from django.urls import reverse

from games.accounts.models import User
from games.catalog import immutability
from games.catalog.drafts import DraftContent, open_draft, save_draft
from games.catalog.models import CatalogEntry
from games.catalog.publication import publish, submit

_BACKEND = "django.contrib.auth.backends.ModelBackend"
RIGHTS = ("view_catalogentry", "add_catalogentry", "change_catalogentry", "review_catalogentry")


def edited(old: CatalogEntry, name: str | None = None, **changes: Any) -> CatalogEntry:
    """Return a published new version of an entry with these changes."""
    draft = open_draft(entry=old, by=curator())
    definition = {**draft.definition, **changes}
    if name is not None and "name" in definition:
        definition["name"] = name
    content = DraftContent(name or draft.name, definition, tuple(draft.examples))
    draft = save_draft(entry=draft, saves=draft.saves, content=content, by=curator())
    submit(entry=draft, by=curator())
    return publish(entry=draft, saves=draft.saves, by=reviewer(), words="Good.")


def address(entry: CatalogEntry, action: str, tool: str = "") -> str:
    """The address of an action on a version, or of a tool of its form."""
    return reverse(f"admin:catalog_catalogentry_{action}", args=[entry.pk, *([tool] if tool else [])])


def curator() -> User:
    """Return a user who can edit."""
    return _person("curator")


def reviewer() -> User:
    """Return a second user, who can publish."""
    return _person("reviewer")


def _person(name: str) -> User:
    return User.objects.filter(username=name).first() or User.objects.create_user(name, "chart and compass")


@contextmanager
def unguarded(using: str = "default") -> Iterator[None]:
    """Let immutable rows be changed and deleted."""
    immutability.remove_guard(using)
    try:
        yield
    finally:
        immutability.install_guard(using)


def staff(name: str, *rights: str) -> Client:
    """Return the client of a staff member with some curator permissions."""
    user = User.objects.create_user(name, "chart and compass", is_staff=True)
    user.user_permissions.set(Permission.objects.filter(codename__in=rights))
    client = Client()
    client.force_login(user, _BACKEND)
    return client
