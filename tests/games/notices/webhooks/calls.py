"""Helpers that advance the clock and record webhook calls."""

import json
from datetime import timedelta
from typing import Any

from games.notices.dispatcher import dispatch
from games.notices.models import ChannelKey, Delivery, DeliveryQuerySet, DeliveryState
from games.notices.task_worker import work
from games.tables import signals
from games.tables.models import Table
from tests.games.notices.telling import seats_of
from tests.games.push.service import Service

SECONDS = timedelta(seconds=5)


def pass_time(clock: Any, after: timedelta = SECONDS) -> None:
    """Advance the clock and make all calls that are due."""
    clock.shift(after)
    dispatch()
    work()


def came(service: Service) -> list[dict[str, Any]]:
    """Return the payload of each call the program received."""
    return [json.loads(sent.body) for sent in service.came]


def end(table: Table) -> None:
    """Signal that a game is over."""
    signals.game_over.send(sender=Table, table=table, seats=seats_of(table))


def states() -> list[DeliveryState]:
    """Return the states of all calls, in order."""
    return [DeliveryState(state) for state in requests().order_by("pk").values_list("state", flat=True)]


def requests() -> DeliveryQuerySet:
    """Return all requests to webhooks."""
    return Delivery.objects.filter(channel=ChannelKey.WEBHOOKS)
