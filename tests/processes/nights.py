"""Game nights for a process that is killed: set-up, sweeps that end by SIGKILL, and what is stored afterwards.

The functions run in processes of their own, by `manage.py shell`.
"""

import json
import os
import signal
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, time
from enum import StrEnum
from typing import Any
from unittest.mock import patch

import time_machine
from django.db.backends.base.base import BaseDatabaseWrapper

from games.accounts.models import User
from games.nights.models import GameNight, NightDate
from games.nights.opening import run_nights
from games.nights.schedule import Schedule
from games.notices.models import Delivery, Notice
from games.tables.models import Invited, Seat, Table
from tests.games.nights.evenings import answer, night_of

BERLIN = "Europe/Berlin"
MONDAY = datetime(2026, 3, 16, 11, tzinfo=UTC)
AFTERNOON = datetime(2026, 3, 20, 13, 45, tzinfo=UTC)
"""Moment at which the table of the night in the afternoon opens."""
EVENING = datetime(2026, 3, 20, 18, 45, tzinfo=UTC)
"""Moment of the killed sweeps: one night is over, one opens, and one is due for its reminder."""


class Moment(StrEnum):
    """Moment of a kill: in place of the second commit, or after the first, before what follows a commit."""

    BEFORE = "before"
    AFTER = "after"


def prepare() -> None:
    """Create three game nights of Ann, Ben and others, and open the first one's table."""
    ann, ben, cas, dee = (
        User.objects.create_user(name, display_name=name.title()) for name in ("ann", "ben", "cas", "dee")
    )
    with time_machine.travel(MONDAY, tick=False):
        over = night_of(ann, ben, schedule=Schedule(4, time(15), BERLIN))
        opening = night_of(ann, ben, cas, schedule=Schedule(4, time(20), BERLIN))
        reminding = night_of(ann, ben, dee, schedule=Schedule(5, time(19), BERLIN))
        for name, night in {"over": over, "opening": opening, "reminding": reminding}.items():
            GameNight.objects.filter(pk=night.pk).update(name=name)
            answer(night, ann)
            answer(night, ben)
    with time_machine.travel(AFTERNOON, tick=False):
        run_nights()


def sweep(kill: str = "") -> None:
    """Act for all nights that are due, and die at that `kill` moment; print what is stored at the end otherwise."""
    with time_machine.travel(EVENING, tick=False), _killed(kill):
        while run_nights():
            pass
        sys.stdout.write(json.dumps(_stored()))


@contextmanager
def _killed(kill: str) -> Iterator[None]:
    commit, commits = BaseDatabaseWrapper.commit, 0

    def commit_or_die(connection: BaseDatabaseWrapper) -> None:
        nonlocal commits
        commits += 1
        if kill == Moment.BEFORE and commits == 2:
            os.kill(os.getpid(), signal.SIGKILL)
        commit(connection)
        if kill == Moment.AFTER:
            os.kill(os.getpid(), signal.SIGKILL)

    with patch.object(BaseDatabaseWrapper, "commit", commit_or_die):
        yield


def _stored() -> dict[str, Any]:
    return {night.name: _stored_of(night) for night in GameNight.objects.order_by("pk")} | {
        "tables": Table.objects.count(),
        "notices": dict(Counter(f"{notice.kind} {notice.user}" for notice in Notice.objects.select_related("user"))),
        "reminders": sorted(f"{one.user} {one.channel}" for one in Delivery.objects.select_related("user")),
    }


def _stored_of(night: GameNight) -> dict[str, Any]:
    dates = NightDate.objects.filter(night=night).select_related("table").order_by("day")
    return {
        "dates": [[str(date.day), bool(date.reminded_at), bool(date.opened_at)] for date in dates],
        "tables": [_stored_at(date.table) for date in dates if date.table],
        "acts_at": night.acts_at.isoformat() if night.acts_at else "",
    }


def _stored_at(table: Table) -> dict[str, Any]:
    return {
        "status": table.status,
        "seats": [str(seat.user) for seat in Seat.objects.at(table)],
        "invited": sorted(str(row.user) for row in Invited.objects.filter(table=table).select_related("user")),
    }
