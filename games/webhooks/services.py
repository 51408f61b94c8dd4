"""Setting and removing the addresses that are called of a table, and trying them."""

from __future__ import annotations

from enum import Enum, auto

from games import clock
from games.accounts.models import User
from games.accounts.person_lock import lock_person
from games.locks import writing
from games.tables.lobby.services import hosted
from games.tables.models import Status, Table
from games.webhooks.models import MOST, Call, Event, Format, Webhook

LIVELY = frozenset({Status.GATHERING, Status.PLAYING})
"""States in which there may still be something to report."""


class Refused(Enum):
    """Reason why a webhook was refused."""

    OVER = auto()
    FULL = auto()
    THERE = auto()


class WebhookRefusal(Exception):
    """An address was not set, and why."""

    def __init__(self, reason: Refused) -> None:
        super().__init__(reason.name)
        self.reason = reason


def add(*, table: str, host: User, url: str, form: Format = Format.JSON) -> Webhook:
    """Have the site call an address of that table's host. Raises Table.DoesNotExist for anybody else, and
    AccountDeleted and WebhookRefusal.
    """
    with lock_person(host):
        kept = hosted(table, host)
        if kept.status not in LIVELY:
            raise WebhookRefusal(Refused.OVER)
        others = list(Webhook.objects.of_host(kept))
        if any(other.url == url for other in others):
            raise WebhookRefusal(Refused.THERE)
        if len(others) >= MOST:
            raise WebhookRefusal(Refused.FULL)
        return Webhook.objects.create(table=kept, owner=host, url=url, format=form)


def remove(*, table: Table, number: int) -> bool:
    """Let an address be called no more; return whether the table's host had set one of that number."""
    with writing():
        deleted, _ = Webhook.objects.of_host(table).filter(pk=number).delete()
    return bool(deleted)


def try_out(*, webhook: Webhook) -> None:
    """Call an address once, also where it was switched off: if it takes the call, it is called again. Raises
    AccountDeleted, and Webhook.DoesNotExist where the address has been removed.
    """
    with lock_person(webhook.owner):
        Webhook.objects.select_for_update().get(pk=webhook.pk)
        now = clock.now()
        Call.objects.create(webhook=webhook, event=Event.TEST, created_at=now, due_at=now)
