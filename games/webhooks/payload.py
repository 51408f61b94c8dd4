"""What a call says, and how it is signed: nothing that a list of tables would not say."""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.conf import settings

from games.tables.cards import table_url
from games.tables.models import Seat, Status, Table
from games.webhooks.models import Call, Event


@dataclass(frozen=True, slots=True)
class Letter:
    """What is sent: the body and the headers that go with it."""

    body: bytes
    headers: dict[str, str]


def awaited_at(table: Table) -> list[Seat]:
    """The seats that a game waits for whose people play there themselves, in their order."""
    if table.status != Status.PLAYING:
        return []
    waiting = Seat.objects.filter(table=table, awaited=True, stand_in_since=None, resigned_at=None)
    return list(waiting.select_related("user").order_by("index"))


def letter(call: Call, awaited: Sequence[Seat], now: datetime) -> Letter:
    """Return what a call, read with its webhook and table, says at that moment."""
    body = json.dumps(_said(call, awaited, now), ensure_ascii=False).encode()
    headers = {
        "Content-Type": "application/json",
        "User-Agent": "Carto",
        "X-Carto-Delivery": str(call.key),
        "X-Carto-Signature": signature(call.webhook.secret, body),
    }
    return Letter(body, headers)


def signature(secret: str, body: bytes) -> str:
    """Return by what a reader who has the secret knows that the body is ours, and as we sent it."""
    return f"sha256={hmac.new(secret.encode(), body, hashlib.sha256).hexdigest()}"


def _said(call: Call, awaited: Sequence[Seat], now: datetime) -> dict[str, object]:
    table = call.webhook.table
    ends = [seat.due_at for seat in awaited if seat.due_at]
    return {
        "event": Event(call.event).value,
        "table": {"code": table.code, "name": table.name, "url": settings.LINKS_ORIGIN + table_url(table)},
        "game": table.game,
        "turn": table.turn,
        "awaited": [seat.shown_name for seat in awaited],
        "due": min(ends).isoformat() if ends else None,
        "sent_at": now.isoformat(),
    }
