"""Upkeep of the outbox: repair, cleanup, lateness and dead letters."""

from __future__ import annotations

import time
from collections.abc import Collection
from datetime import datetime, timedelta
from typing import Any, Final

from django.db.models import F, Min, Q, QuerySet
from django_tasks import TaskResultStatus
from django_tasks_db.models import DBTaskResult, get_date_max

from games import clock
from games.accounts.models import User
from games.locks import writing
from games.notices.delivery import deliver, fail_interrupted
from games.notices.models import STUCK, Delivery, DeliveryState, Mute, Notice, Preference, ReviewNotice
from games.notices.preferences import NotificationChoices, load_choices
from games.notices.webhooks.models import Webhook
from games.tables.models import Status

LONGEST_WAIT: Final = timedelta(days=2)
"""Longest wait for quiet hours, or for an unavailable service to accept deliveries again."""
_LONGEST_LOOK: Final = timedelta(minutes=5)
"""Longest plausible wait of a notification. Each is processed within a minute of its event."""
LATE: Final = timedelta(seconds=20)
"""Time within which a delivery that is due should at least have reached a worker."""
_AT_ONCE: Final = 500
EVERY: Final = timedelta(seconds=15)
"""Interval of repairs."""

_seen_ahead: dict[int, float] = {}
_last: dict[str, datetime] = {}


def repair(now: datetime, monotonic: float) -> None:
    """Set times too far in the future to now, and find deliveries without a task.

    What was claimed by a clock that was ahead has failed once this process has watched it for `STUCK`. Runs a few
    queries by indexes if there is nothing to do.
    """
    ahead = now + clock.CLOSE
    _update(Notice.objects.filter(due_at__gt=now + _LONGEST_LOOK), due_at=now)
    written_ahead = Q(created_at__gt=ahead) | Q(claimed_at__gt=ahead)
    waiting = Delivery.objects.filter(state=DeliveryState.WAITING, due_at__gt=now)
    _update(waiting.filter(written_ahead | Q(due_at__gt=now + LONGEST_WAIT)), due_at=now)
    _update(Delivery.objects.filter(created_at__gt=ahead), created_at=now)
    _update(Preference.objects.filter(digest_due_at__gt=now + LONGEST_WAIT), digest_due_at=now)
    _update(DBTaskResult.objects.running().filter(started_at__gt=ahead), started_at=now)
    never = DBTaskResult.objects.filter(status=TaskResultStatus.READY, run_after__gt=now + LONGEST_WAIT)
    _update(never.exclude(run_after=get_date_max()), run_after=get_date_max())
    claimed_ahead = Delivery.objects.filter(state=DeliveryState.SENDING, claimed_at__gt=ahead)
    _give_up(list(claimed_ahead.values_list("pk", flat=True)), now, monotonic)
    queued = Delivery.objects.late(now - LATE).filter(queued=True)
    _find_tasks(list(queued.values_list("pk", flat=True)[:_AT_ONCE]))


def move(begin: datetime, end: datetime) -> None:
    """Move what was written while the clock was ahead by as much as it was set back; part of a transaction."""
    by = end - begin
    Notice.objects.filter(created_at__gt=end).update(created_at=F("created_at") + by, due_at=F("due_at") + by)


def _update(rows: QuerySet[Any], **fields: datetime) -> None:
    if rows.exists():
        with writing():
            rows.update(**fields)


def _give_up(claimed: Collection[int], now: datetime, monotonic: float) -> None:
    """Mark deliveries as failed if their claim has a time in the future and lasts too long.

    The duration of such a claim is measured by the monotonic clock. Once it is too long, no worker is working on the
    delivery.
    """
    for gone in _seen_ahead.keys() - set(claimed):
        del _seen_ahead[gone]
    for key in claimed:
        _seen_ahead.setdefault(key, monotonic)
    stuck = [key for key in claimed if monotonic - _seen_ahead[key] > STUCK.total_seconds()]
    if stuck:
        fail_interrupted(Delivery.objects.filter(pk__in=stuck, state=DeliveryState.SENDING), now)


def _find_tasks(late: Collection[int]) -> None:
    """Enqueue those of these deliveries again whose task has run without sending them.

    A process with a wrong clock may have queued a delivery too early.
    """
    if not late:
        return
    tasks = DBTaskResult.objects.filter(task_path=deliver.module_path, args_kwargs__args__0__in=list(late))
    with writing():
        there = tasks.filter(status__in=[TaskResultStatus.READY, TaskResultStatus.RUNNING])
        with_task = {row["args"][0] for row in there.values_list("args_kwargs", flat=True)}
        for key in sorted(set(late) - with_task):
            deliver.enqueue(key)


def mend(now: datetime) -> None:
    """Repair interrupted deliveries and tasks, at intervals.

    A delivery that may have been sent is marked as failed. A task is run again, which is harmless if it had run.
    Timestamps written by a wrong clock are corrected.
    """
    last = _last.get("mended")
    if last and timedelta(0) <= now - last < EVERY:
        return
    _last["mended"] = now
    repair(now, time.monotonic())
    if not clock.is_steady(STUCK):
        return  # since the clock was set, nobody can tell how long ago anything was claimed
    fail_interrupted(Delivery.objects.stuck(now), now)
    begun = DBTaskResult.objects.running().filter(started_at__lt=now - STUCK)
    if begun.exists():
        with writing():
            begun.update(status=TaskResultStatus.READY)


def forget() -> None:
    """Forget when this process last repaired the outbox, and what it has watched."""
    _last.clear()
    _seen_ahead.clear()


KEPT: Final = timedelta(days=30)
"""Time for which notifications, deliveries and the webhooks of finished tables are kept."""
_UPKEEP_AT_ONCE: Final = 2_000


def outbox_lateness(now: datetime) -> dict[str, timedelta]:
    """Return how late the oldest notification, digest and delivery of each channel are; only what is late."""
    late = {}
    if notice := Notice.objects.due(now).values_list("due_at", flat=True).first():
        late["notices"] = now - notice
    if digest := Preference.objects.digest_due(now).values_list("digest_due_at", flat=True).first():
        late["digests"] = now - digest
    waiting = Delivery.objects.late(now).order_by().values("channel").annotate(oldest=Min("due_at"))
    return late | {row["channel"]: now - row["oldest"] for row in waiting}


def tidy_notices(*, older_than: timedelta = KEPT) -> int:
    """Delete old notifications, deliveries, and webhooks of finished tables, in parts; return how many notifications.

    Failed deliveries are kept as long as their notifications.
    """
    moment = clock.now() - older_than
    over = Delivery.objects.filter(created_at__lt=moment).exclude(
        state__in=[DeliveryState.WAITING, DeliveryState.SENDING]
    )
    old = Notice.objects.filter(created_at__lt=moment, due_at=None)
    reviews = ReviewNotice.objects.filter(created_at__lt=moment)
    ended = Webhook.objects.filter(table__status__in=[Status.FINISHED, Status.CLOSED], table__changed_at__lt=moment)
    while keys := list(over.values_list("pk", flat=True)[:_UPKEEP_AT_ONCE]):
        with writing():
            Delivery.objects.filter(pk__in=keys).delete()
    with writing():
        ended.delete()
    deleted = 0
    for model, rows in ((Notice, old), (ReviewNotice, reviews)):
        while keys := list(rows.values_list("pk", flat=True)[:_UPKEEP_AT_ONCE]):
            with writing():
                model._default_manager.filter(pk__in=keys).delete()
            deleted += len(keys)
    return deleted


def notice_data(user: User) -> dict[str, Any]:
    """Return the user's settings, muted tables, listed notifications and webhooks.

    It does not contain who caused a notification, nor the secrets of webhooks. Waiting deliveries are left out.
    """
    choices = load_choices([user.pk]).get(user.pk, NotificationChoices())
    listed = Notice.objects.listed_for(user.pk)
    reviews = ReviewNotice.objects.shown_to(user)
    return {
        "notice_choices": {
            "switches": dict(choices.switches),
            "quiet_hours": choices.quiet_hours,
            "quiet_from": choices.quiet_from.hour,
            "quiet_until": choices.quiet_until.hour,
            "digest_hour": choices.digest_hour,
        },
        "muted_tables": list(Mute.objects.filter(user=user).order_by("pk").values_list("table__code", flat=True)),
        "notices": [
            {"kind": kind, "table": code, "turn": turn, "at": at, "read_at": read_at}
            for kind, code, turn, at, read_at in listed.values_list(
                "kind", "table__code", "turn", "created_at", "read_at"
            )
        ],
        "review_notices": [
            {"act": act, "kind": kind, "piece": key, "version": version, "at": at, "read_at": read_at}
            for act, kind, key, version, at, read_at in reviews.values_list(
                "change__act", "change__kind", "change__key", "change__version", "created_at", "read_at"
            )
        ],
        "webhooks": [
            {
                "table": webhook.table.code,
                "address": webhook.url,
                "format": webhook.format,
                "since": webhook.created_at,
                "off": webhook.off_at,
            }
            for webhook in Webhook.objects.filter(owner=user).order_by("pk").select_related("table")
        ],
    }
