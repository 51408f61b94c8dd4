"""Ann and Ben at a table by the day, an address of Ann's that is called, and a clock that stands."""

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
import time_machine

from games.accounts.models import User
from games.notices import repair
from games.notices.webhooks.models import Webhook
from games.tables.log.state import cache
from games.tables.models import Pace, Table
from tests.games.cartographers.play import people_named
from tests.games.notices.telling import table_of
from tests.games.push.service import Service, push_service


@pytest.fixture(autouse=True)
def _site(settings: Any) -> Iterator[None]:
    settings.WEBHOOKS = True
    repair.forget()
    yield
    cache.clear()


@pytest.fixture
def clock() -> Iterator[Any]:
    """The clock, which stands until it is moved: now, as certificates are valid by the system's."""
    with time_machine.travel(datetime.now(UTC), tick=False) as traveller:
        yield traveller


@pytest.fixture
def people(db: None, clock: Any) -> list[User]:
    """Ann, Ben and Cas."""
    return people_named("Ann", "Ben", "Cas")


@pytest.fixture
def service(clock: Any, tmp_path: Path, settings: Any) -> Iterator[Service]:
    """A program on this machine that takes calls, and that the site may call."""
    with push_service(tmp_path) as service:
        settings.PRIVATE_ADDRESSES = True
        settings.CA_BUNDLE = str(service.certificate)
        yield service


@pytest.fixture
def table(people: list[User]) -> Table:
    """Ann, its host, and Ben play by the day, and both are waited for."""
    return table_of(people[:2], Pace.DAYS)


@pytest.fixture
def webhook(table: Table, service: Service) -> Webhook:
    """An address of Ann's at that program."""
    return Webhook.objects.create(table=table, owner=table.host, url=f"https://localhost:{service.port}/carto?of=ann")
