"""Webhooks in data exports, account deletion, and index use."""

import json
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.utils import timezone

from games.accounts.models import User
from games.notices.models import DeliveryState
from games.notices.upkeep import tidy_notices
from games.notices.webhooks.models import Webhook
from games.tables.lobby import services
from games.tables.models import Status, Table
from games.tables.people import guests, personal_data
from games.tables.people.personal_data import export_user_data
from tests.games.cartographers.play import gather
from tests.games.notices.webhooks.calls import end, requests


def hook(table: Table, **fields: Any) -> Webhook:
    return Webhook.objects.create(table=table, owner=table.host, url="https://example.org/", **fields)


def test_people_take_along_their_addresses_but_no_secret(people: list[User], table: Table) -> None:
    webhook = hook(table)
    data = export_user_data(people[0])
    since = webhook.created_at
    line = {"table": table.code, "address": "https://example.org/", "format": "json", "since": since, "off": None}
    assert data["webhooks"] == [line]
    assert webhook.secret not in json.dumps(data, default=str)
    assert export_user_data(people[1])["webhooks"] == []


def test_who_goes_leaves_none(people: list[User], table: Table) -> None:
    hook(table)
    end(table)
    Table.objects.update(status=Status.FINISHED)
    personal_data.erase(user=people[0])
    assert not Webhook.objects.exists()
    assert not requests().exists()
    assert Table.objects.exists(), "Ben keeps the game"


def test_a_table_that_is_handed_over_has_none(people: list[User]) -> None:
    table, other = gather(*people[:2], capacity=3), gather(*people[:2], capacity=3)
    hook(table)
    kept = hook(other)
    services.leave(table=table.code, user=people[0])
    assert list(Webhook.objects.all()) == [kept]
    guests.move_tables(guest=people[0], account=people[2])
    assert not Webhook.objects.exists()


def test_old_calls_go_and_with_a_table_that_is_over_its_addresses(table: Table, people: list[User]) -> None:
    webhook, going_on = hook(table), hook(gather(*people[:2], capacity=3))
    end(table)
    end(table=Table.objects.get(pk=going_on.table_id))
    long_ago = timezone.now() - timedelta(days=31)
    requests().update(created_at=long_ago)
    requests().filter(webhook=webhook).update(state=DeliveryState.SENT)
    Table.objects.update(changed_at=long_ago)
    Table.objects.filter(pk=table.pk).update(status=Status.FINISHED)
    tidy_notices(older_than=timedelta(days=32))
    assert Webhook.objects.count() == 2
    tidy_notices(older_than=timedelta(days=30))
    assert list(Webhook.objects.all()) == [going_on]
    assert requests().get().state == DeliveryState.WAITING


@pytest.mark.django_db
def test_webhooks_of_a_table_are_found_by_their_index() -> None:
    if connection.vendor != "sqlite":
        pytest.skip("PostgreSQL reads a table that is empty as a whole")
    plan = Webhook.objects.active_at(Table(pk=1, host_id=1)).explain()
    assert "INDEX webhooks_of_table " in plan
