"""Tells how late calls of webhooks are; for the people who run the site."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.conf import settings
from django_tasks import TaskResultStatus
from django_tasks_db.models import DBTaskResult

from games.webhooks.delivery import call
from games.webhooks.models import Call


def call_lateness(now: datetime) -> dict[str, timedelta]:
    """Return how long the oldest call has been due to be made; empty where none is, or the site has no webhooks."""
    if not settings.WEBHOOKS:
        return {}
    due = Call.objects.due(now).values_list("due_at", flat=True).first()
    # Tasks that were queued, but that no worker has started.
    tasks = DBTaskResult.objects.filter(status=TaskResultStatus.READY, task_path=call.module_path)
    handed = tasks.order_by("enqueued_at").values_list("enqueued_at", flat=True).first()
    moments = [moment for moment in (due, handed) if moment and moment < now]
    return {"webhooks": now - min(moments)} if moments else {}
