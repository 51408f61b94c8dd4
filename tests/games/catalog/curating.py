"""The way of curators through the workshop, page by page: from a new draft to a component in play."""

from typing import Any

from django.contrib.auth.models import Group
from django.test import Client
from django.urls import reverse

from games.accounts.models import User
from games.catalog.models import CatalogEntry
from tests.games.cartographers.workshop.editing import BACKEND, Page, sent, url
from tests.games.catalog.making import address


def curators_client(name: str) -> Client:
    """Return the client of a staff member whose only permissions are those of the curators group."""
    user = User.objects.create_user(name, "chart and compass", is_staff=True)
    user.groups.add(Group.objects.get(name="curators"))
    client = Client()
    client.force_login(user, BACKEND)
    return client


def begun(client: Client, kind: str, name: str) -> CatalogEntry:
    """Begin a draft of a kind such as "game/card"."""
    answer = client.post(reverse("admin:catalog_catalogentry_add"), {"kind": kind, "name": name})
    assert answer.status_code == 302, answer.content.decode()
    return CatalogEntry.objects.get(name=name)


def brought_into_play(entry: CatalogEntry, page: Page, maker: Client, other: Client, **changes: Any) -> None:
    """Submit a draft as its maker, who can't publish it, and publish it as another curator, who sees it first."""
    assert sent(maker, entry, page, "submit", **changes).status == 302
    assert ">Publish<" not in maker.get(url(entry)).content.decode()
    entry.refresh_from_db()
    assert other.get(url(entry)).status_code == 200
    answer = other.post(address(entry, "publish"), {"saves": str(entry.saves), "words": "Good."})
    assert answer.status_code == 302, answer.content.decode()
    entry.refresh_from_db()
    assert entry.current
