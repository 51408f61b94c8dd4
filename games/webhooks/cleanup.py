"""Calls and addresses that nobody will look at again."""

from __future__ import annotations

from datetime import timedelta

from games import clock
from games.locks import writing
from games.notices.models import State
from games.tables.models import Status
from games.webhooks.models import Call, Webhook


def tidy_webhooks(*, older_than: timedelta) -> int:
    """Delete old calls, and the addresses of tables at which nothing has happened for as long and never will; return
    how many calls were old.
    """
    moment = clock.now() - older_than
    old = Call.objects.filter(created_at__lt=moment).exclude(state__in=[State.WAITING, State.SENDING])
    over = Webhook.objects.filter(table__status__in=[Status.FINISHED, Status.CLOSED], table__changed_at__lt=moment)
    with writing():
        deleted, _ = old.delete()
        over.delete()
    return deleted
