"""Leak tests of webhooks: after each step, calls are the same in another world with other secrets.

A planted leak is found.
"""

from random import Random
from typing import Any

import pytest
import time_machine
from django.utils import timezone

from engine.contract import Seat as SeatNumber
from games.accounts.models import User
from games.notices.models import Delivery
from games.notices.webhooks import payload
from games.notices.webhooks.models import Event, Webhook
from games.tables.models import Table
from tests.engine.tools import seed_of
from tests.games.cartographers.play import gather, state_of
from tests.games.tables.clients import seeded
from tests.safety.watch import Viewers, Watch, forms_of_seed
from tests.safety.worlds import ALL, Secret, another_world

SECRETS = ALL - {Secret.INVITATION}


def bodies_of(webhook: Webhook) -> list[bytes]:
    """Return the body of every call the webhook could get in the current state."""
    fresh = Webhook.objects.select_related("table__host").get(pk=webhook.pk)
    awaited = payload.awaited_at(fresh.table)
    rows = [Delivery(webhook=fresh, kind=event, turn=fresh.table.turn) for event in Event]
    return [payload.build_request(row, fresh, awaited, timezone.now()).body for row in rows]


def play_a_while(people: list[User], monkeypatch: pytest.MonkeyPatch, turns: int) -> int:
    seeded(monkeypatch, seed_of(5))
    table = gather(*people[:2])
    watch = Watch(table, Viewers.of(people[:2], people[4]), Random(5), SECRETS)
    webhook = Webhook.objects.create(table=table, owner=people[0], url="https://example.org/")
    compared = 0
    with time_machine.travel(timezone.now(), tick=False):
        while (state := state_of(watch.table)).turn <= turns:
            watch.step(state)
            compared += compare(webhook)
    return compared


def compare(webhook: Webhook) -> int:
    table = Table.objects.select_related("host").get(pk=webhook.table_id)
    now = bodies_of(webhook)
    for number in range(2):
        with another_world(table, SeatNumber(number), Random(3), SECRETS):
            assert bodies_of(webhook) == now
    assert not [form for form in forms_of_seed(bytes(table.seed or b"")) if any(form in body for body in now)]
    return len(now)


def test_no_call_tells_a_secret(people: list[User], monkeypatch: pytest.MonkeyPatch) -> None:
    assert play_a_while(people, monkeypatch, turns=4) > 20


def test_a_leak_is_found(people: list[User], monkeypatch: pytest.MonkeyPatch) -> None:
    original = payload._facts

    def leaking(event: Event, table: Table, *rest: Any) -> dict[str, object]:
        answers = [answer.cells for answer in filter(None, state_of(table).answers)]
        return {**original(event, table, *rest), "played": str(answers)}

    monkeypatch.setattr(payload, "_facts", leaking)
    with pytest.raises(AssertionError):
        play_a_while(people, monkeypatch, turns=4)
