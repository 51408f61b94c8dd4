"""Letting time pass, and seeing who is called."""

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
    """Let time pass and all calls that are due be made."""
    clock.shift(after)
    dispatch()
    work()


def came(service: Service) -> list[dict[str, Any]]:
    """What the program was told, call by call."""
    return [json.loads(sent.body) for sent in service.came]


def end(table: Table) -> None:
    """Tell that a game is over."""
    signals.game_over.send(sender=Table, table=table, seats=seats_of(table))


def states() -> list[DeliveryState]:
    """What became of all calls, in their order."""
    return [DeliveryState(state) for state in requests().order_by("pk").values_list("state", flat=True)]


def requests() -> DeliveryQuerySet:
    """Return all requests to webhooks."""
    return Delivery.objects.filter(channel=ChannelKey.WEBHOOKS)
