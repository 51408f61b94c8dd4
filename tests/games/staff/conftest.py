"""Fixtures: staff members, their authenticators, and a clock that stands still."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace
from typing import Any

import pytest
import time_machine
from django.test import Client
from django_otp.oath import totp
from pytest_django import Settings

from games.accounts.models import User
from games.staff import services
from games.staff.models import Authenticator

PASSWORD = "correct-horse-9"
NOON = datetime(2026, 11, 22, 12, 0, tzinfo=UTC)
SIGN_IN, CODE, RECOVERY = "/admin/login/", "/staff/second-factor/code/", "/staff/second-factor/recovery/"
OWN, ADD, CONFIRM = "/staff/second-factor/", "/staff/second-factor/add/", "/staff/second-factor/confirm/"
CODES, REMOVE = "/staff/second-factor/recovery-codes/", "/staff/second-factor/remove/"


@pytest.fixture(autouse=True)
def clock() -> Iterator[time_machine.Traveller]:
    """Stop the clock at noon until a test moves it."""
    with time_machine.travel(NOON, tick=False) as traveller:
        yield traveller


@pytest.fixture
def public(settings: Settings) -> None:
    """Configure a site that is publicly reachable."""
    settings.SECOND_FACTOR_REQUIRED = True


@pytest.fixture
def root(db: None) -> User:
    """Return a superuser without two-factor authentication."""
    return User.objects.create_superuser("Root", PASSWORD)


@pytest.fixture
def holder(root: User) -> SimpleNamespace:
    """Root with an authenticator and recovery codes: `user`, `authenticator`, `codes`."""
    return equip(root)


def equip(user: User) -> SimpleNamespace:
    """Give a user an authenticator and unused recovery codes."""
    authenticator = Authenticator.objects.create(user=user, name="authenticator")
    codes = services.renew_recovery_codes(user=user)
    return SimpleNamespace(user=user, authenticator=authenticator, codes=codes)


def code_of(authenticator: Authenticator | SimpleNamespace, later: int = 0) -> str:
    """Return the authenticator's code `later` seconds from now."""
    return f"{totp(authenticator.bin_key, t0=-later):06}"


def by_password(user: User) -> Client:
    """Return a client that has entered the password but no second factor."""
    client = Client()
    assert client.post(SIGN_IN, {"username": user.username, "password": PASSWORD}).status_code == 303
    return client


def let_in(holder: SimpleNamespace, clock: time_machine.Traveller) -> Client:
    """Return a client that has passed both factors; the clock moves on so that new codes work."""
    client = by_password(holder.user)
    assert client.post(CODE, {"code": code_of(holder.authenticator)}).status_code == 303
    clock.shift(timedelta(seconds=60))
    return client


def is_in(client: Client) -> bool:
    """True if this client can open the admin."""
    return client.get("/admin/").status_code == 200


def words_of(answer: Any) -> str:
    """Return the page of a response."""
    return str(answer.content.decode())
