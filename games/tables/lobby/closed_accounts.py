"""Closed accounts leave the tables that wait for players, so that nobody waits for them."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from games.accounts.models import User
from games.accounts.signals import account_closed
from games.tables import signals
from games.tables.errors import TableRefusal
from games.tables.lobby.services import leave
from games.tables.models import Seat, Status, Table


def connect() -> None:
    """Connect the receiver, once."""
    account_closed.connect(_on_closed, dispatch_uid="tables")


def _on_closed(*, user: User, **_: Any) -> None:
    """Let a locked user leave. A table with other people gets one of them as its host, and tells them; others close."""
    waiting = Table.objects.filter(seats__user=user, status=Status.GATHERING)
    # All at once, because several tables are locked by primary key.
    for table in list(Table.objects.locked().filter(pk__in=waiting.values("pk")).order_by("pk")):
        with suppress(TableRefusal, Table.DoesNotExist):  # begun this moment, or sent away
            left = leave(table=table.code, user=user)
            if left.status == Status.GATHERING and left.host_id != table.host_id:
                signals.host_lost.send(Table, table=left, seats=list(Seat.objects.at(left)))
