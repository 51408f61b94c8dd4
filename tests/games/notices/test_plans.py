"""Index use of the queries that run every second, every minute or on every page."""

from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.utils import timezone

from games.accounts.models import User
from games.notices.models import Delivery, Notice, Preference, ReviewNotice

pytestmark = pytest.mark.django_db
QUERIES = {
    "notices_due": lambda: Notice.objects.due(timezone.now()).with_tables(),
    "notices_unread": lambda: Notice.objects.unread_by(1),
    "notices_of_reader": lambda: Notice.objects.listed_for(1),
    "sqlite_autoindex_notices_reviewnotice_1": lambda: ReviewNotice.objects.unread_by(User(pk=1)),
    "notices_digest_due": lambda: Preference.objects.digest_due(timezone.now()),
    "notices_delivery_due": lambda: Delivery.objects.due(timezone.now()),
    "notices_sending": lambda: Delivery.objects.stuck(timezone.now()),
}


@pytest.mark.parametrize(("index", "query"), QUERIES.items(), ids=QUERIES)
def test_it_is_found_by_its_index(index: str, query: Callable[[], Any]) -> None:
    if connection.vendor != "sqlite":
        pytest.skip("PostgreSQL reads a table that is empty as a whole")
    lines = query().explain().splitlines()
    assert any(f"INDEX {index} " in line for line in lines), lines
    assert not [line for line in lines if "SCAN notices" in line and "INDEX" not in line]
