"""The outbox of calls: what tables tell becomes rows, within the very transaction in which it happened."""

from __future__ import annotations

from datetime import timedelta
from typing import Any, Final

from django.conf import settings

from games import clock
from games.accounts.models import User
from games.accounts.signals import person_erased
from games.tables import signals
from games.tables.models import Table
from games.webhooks.models import Call, Event, Webhook

HEAD_START: Final = timedelta(seconds=5)
"""Delay before a turn is reported. A turn that is answered within this time never is."""


def connect() -> None:
    """Listen; each receiver once, however often this is called."""
    signals.seats_awaited.connect(_on_awaited, dispatch_uid="webhooks")
    signals.game_over.connect(_on_over, dispatch_uid="webhooks")
    signals.host_changed.connect(_on_host_changed, dispatch_uid="webhooks")
    person_erased.connect(_on_erased, dispatch_uid="webhooks")


def _on_awaited(*, table: Table, **_: Any) -> None:
    _write(Event.AWAITED, table, HEAD_START)


def _on_over(*, table: Table, **_: Any) -> None:
    _write(Event.OVER, table, timedelta(0))


def _on_host_changed(*, table: Table, **_: Any) -> None:
    # They pointed to where the former host wanted to receive events of the table.
    Webhook.objects.filter(table=table).delete()


def _on_erased(*, user: User, **_: Any) -> None:
    Webhook.objects.filter(owner=user).delete()


def _write(event: Event, table: Table, wait: timedelta) -> None:
    """Create one call for each webhook of the table; a turn that already has one gets no other."""
    if not settings.WEBHOOKS:
        return
    now = clock.now()
    calls = [
        Call(webhook=webhook, event=event, turn=table.turn, created_at=now, due_at=now + wait)
        for webhook in Webhook.objects.called_at(table)
    ]
    if calls:
        Call.objects.bulk_create(calls, ignore_conflicts=True)
