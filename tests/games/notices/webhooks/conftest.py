"""Fixtures: Ann and Ben at a turn-based table, a webhook of Ann's, and a clock that stands still."""

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
import time_machine

from games.accounts.models import User
from games.notices import upkeep
from games.notices.webhooks.models import Webhook
from games.tables.log.state import cache
from games.tables.models import Pace, Table
from tests.games.notices.telling import table_of
from tests.games.push.service import Service, push_service
from tests.games.tables.clients import people_named


@pytest.fixture(autouse=True)
def _site(settings: Any) -> Iterator[None]:
    settings.WEBHOOKS = True
    upkeep.forget()
    yield
    cache.clear()


@pytest.fixture
def clock() -> Iterator[Any]:
    """Stop the clock until a test moves it, starting now because certificates use the system time."""
    with time_machine.travel(datetime.now(UTC), tick=False) as traveller:
        yield traveller


@pytest.fixture
def people(db: None, clock: Any) -> list[User]:
    """Ann, Ben and Cas."""
    return people_named("Ann", "Ben", "Cas")


@pytest.fixture
def service(clock: Any, tmp_path: Path, settings: Any) -> Iterator[Service]:
    """Run a local server that receives webhook calls and that the site may call."""
    with push_service(tmp_path) as service:
        settings.PRIVATE_ADDRESSES = True
        settings.CA_BUNDLE = str(service.certificate)
        yield service


@pytest.fixture
def table(people: list[User]) -> Table:
    """Create a turn-based table that waits for Ann, its host, and Ben."""
    return table_of(people[:2], Pace.DAYS)


@pytest.fixture
def webhook(table: Table, service: Service) -> Webhook:
    """Create a webhook of Ann's for that server."""
    return Webhook.objects.create(table=table, owner=table.host, url=f"https://localhost:{service.port}/carto?of=ann")
