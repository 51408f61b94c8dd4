"""Tells how late the outbox is; for the people who run the site."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db.models import Min

from games.notices.models import Delivery, Notice


def outbox_lateness(now: datetime) -> dict[str, timedelta]:
    """Return how long the oldest notice has been due to be looked at, and the oldest delivery of each channel to go
    out; only what is late.
    """
    late = {}
    if notice := Notice.objects.due(now).values_list("due_at", flat=True).first():
        late["notices"] = now - notice
    waiting = Delivery.objects.late(now).order_by().values("channel").annotate(oldest=Min("due_at"))
    return late | {row["channel"]: now - row["oldest"] for row in waiting}
