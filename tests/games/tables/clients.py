"""Users and their clients, for tests of any game."""

from types import SimpleNamespace
from typing import Any

import pytest
from django.test import Client

from games.accounts.models import User

NAMES = ("Ann", "Ben", "Cas", "Dee", "Eve", "Fay", "Gil", "Hal", "Ida", "Jon", "Kim", "Leo")
HTMX = {"HX-Request": "true", "HX-Target": "table"}


def people_named(*names: str) -> list[User]:
    """Create users who can sign in."""
    return [User.objects.create_user(name.lower(), "chart and compass", display_name=name) for name in names]


def signed_in(user: User | None) -> Client:
    """Return a client signed in as this user, or anonymous if None."""
    client = Client()
    if user is not None:
        client.force_login(user)
    return client


def been_here(user: User) -> Client:
    """Return a client whose visit today is already recorded, as recording it costs queries once a day."""
    client = signed_in(user)
    client.get("/healthz")
    return client


def seeded(monkeypatch: pytest.MonkeyPatch, seed: bytes) -> None:
    """Use this seed for the next games."""
    for module in ("lobby.game_start", "deals.shared", "deals.services"):
        monkeypatch.setattr(f"games.tables.{module}.secrets", SimpleNamespace(token_bytes=lambda _: seed))


def text_of(answer: Any) -> str:
    """Return the body of a response as text."""
    return str(answer.content, "utf-8")
