"""Fixtures: users with devices, and a push service for them."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from django.test import Client
from pytest_django import Settings

from games.accounts.models import User
from tests.games.push.service import Service, push_service
from tests.games.tables.clients import people_named, signed_in


@pytest.fixture
def people(db: None) -> list[User]:
    """Ann and Ben."""
    return people_named("Ann", "Ben")


@pytest.fixture
def ann(people: list[User]) -> Client:
    """Return Ann's client."""
    return signed_in(people[0])


@pytest.fixture
def ben(people: list[User]) -> Client:
    """Return Ben's client."""
    return signed_in(people[1])


@pytest.fixture
def service(tmp_path: Path, settings: Settings) -> Iterator[Service]:
    """Run a local push service that the site may send to."""
    with push_service(tmp_path) as service:
        settings.PRIVATE_ADDRESSES = True
        settings.PUSH_SERVICES = ["localhost"]
        settings.CA_BUNDLE = str(service.certificate)
        yield service
