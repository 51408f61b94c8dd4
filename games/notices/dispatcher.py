"""Dispatcher of the outbox: lists valid notifications, and creates and queues their deliveries."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.db.models import Q

from games import clock
from games.locks import writing
from games.notices.delivery import PERSONAL, queue_due
from games.notices.models import ChannelKey, Delivery, DeliveryState, Notice, NoticeKind
from games.notices.preferences import (
    NoticeFacts,
    earliest_send_time,
    is_still_valid,
    is_wanted,
    load_notice_facts,
    was_shown,
)
from games.notices.upkeep import mend

AT_ONCE: Final = 200
"""Number of notifications, and of deliveries, that are processed at a time."""
BETWEEN_TURNS: Final = timedelta(minutes=10)
"""Minimum time between two turn notifications to a user on the same channel. Turns in between are held back and
combined into one notification.
"""


@dataclass(slots=True)
class Plan:
    """Delivery to create: notifications for one user and channel, and when to send them."""

    user_id: int
    channel: ChannelKey
    kind: NoticeKind
    notices: list[Notice]
    due_at: datetime


def dispatch(limit: int = AT_ONCE) -> int:
    """Process the notifications and deliveries that are due, and return their number.

    It runs two queries if there are none. One process should call it about once a second; if two do, nothing is sent
    twice.
    """
    now = clock.now()
    mend(now)
    due = list(Notice.objects.due(now).with_tables()[:limit])
    if due:
        _settle(due, now)
    return len(due) + queue_due(now, limit)


def _settle(due: Sequence[Notice], now: datetime) -> None:
    known = load_notice_facts(due)
    held = [notice for notice in due if is_still_valid(notice, known.seat(notice))]
    plans = _plans(held, known, now)
    with writing():
        keys = [notice.pk for notice in due]
        unsettled = Notice.objects.select_for_update().filter(pk__in=keys, due_at__isnull=False).order_by("pk")
        open_still = set(unsettled.values_list("pk", flat=True))
        _list([notice for notice in held if notice.pk in open_still], known, now)
        Notice.objects.filter(pk__in=open_still).update(due_at=None)
        for plan in plans:
            plan.notices = [notice for notice in plan.notices if notice.pk in open_still]
        _store([plan for plan in plans if plan.notices], now)


def _plans(held: Iterable[Notice], known: NoticeFacts, now: datetime) -> list[Plan]:
    """Return the deliveries to create; a user's turns on one channel are combined."""
    notices = [notice for notice in held if not was_shown(notice, known.seat(notice))]
    people = {notice.user_id: notice.user for notice in notices}
    plans: list[Plan] = []
    for channel in PERSONAL:
        turns: dict[int, Plan] = {}
        reached = channel.reaches(list(people.values())) if people else set()
        for notice in notices:
            if notice.user_id not in reached or not is_wanted(notice, known, channel.key):
                continue
            plan = Plan(
                notice.user_id, channel.key, NoticeKind(notice.kind), [notice], earliest_send_time(notice, known, now)
            )
            joined = turns.setdefault(notice.user_id, plan) if notice.kind == NoticeKind.TURN else plan
            if joined is plan:
                plans.append(plan)
            else:
                joined.notices.append(notice)
    return plans


def _list(held: Sequence[Notice], known: NoticeFacts, now: datetime) -> None:
    """Add notifications to the lists of the users who want them.

    Earlier turn notifications for the same table are marked as read.
    """
    shown = [notice for notice in held if is_wanted(notice, known, ChannelKey.PAGE)]
    read = [notice.pk for notice in shown if was_shown(notice, known.seat(notice))]
    turns = [notice for notice in shown if notice.kind == NoticeKind.TURN]
    if turns:
        earlier = Q()
        for notice in turns:
            earlier |= Q(user=notice.user_id, table=notice.table_id)
        Notice.objects.filter(earlier, kind=NoticeKind.TURN, listed=True, read_at=None).update(read_at=now)
    if shown:
        Notice.objects.filter(pk__in=[notice.pk for notice in shown]).update(listed=True)
    if read:
        Notice.objects.filter(pk__in=read).update(read_at=now)


def _store(plans: Sequence[Plan], now: datetime) -> None:
    """Store the planned deliveries; part of a transaction.

    Turn notifications join a turn delivery that has not been sent yet.
    """
    turns = [plan for plan in plans if plan.kind == NoticeKind.TURN]
    waiting, recent = _waiting(turns), _recent_turn_notices(turns, now)
    for plan in plans:
        delivery = waiting.get((plan.user_id, plan.channel)) if plan.kind == NoticeKind.TURN else None
        due_at = plan.due_at
        if plan.kind == NoticeKind.TURN and (last := recent.get((plan.user_id, plan.channel))):
            due_at = max(due_at, last + BETWEEN_TURNS)
        if delivery is None:
            fields = {"user_id": plan.user_id, "channel": plan.channel, "kind": plan.kind}
            delivery = Delivery.objects.create(**fields, created_at=now, due_at=due_at)
        elif due_at < delivery.due_at:
            delivery.due_at = due_at
            delivery.save(update_fields=["due_at"])
        delivery.notices.add(*plan.notices)


def _waiting(turns: Sequence[Plan]) -> dict[tuple[int, str], Delivery]:
    """Return the unsent turn deliveries to these users, locked, by user and channel."""
    if not turns:
        return {}
    people = {plan.user_id for plan in turns}
    rows = Delivery.objects.select_for_update().filter(
        user__in=people, kind=NoticeKind.TURN, state=DeliveryState.WAITING
    )
    return {(row.user_id, row.channel): row for row in rows}


def _recent_turn_notices(turns: Sequence[Plan], now: datetime) -> dict[tuple[int, str], datetime]:
    """Return when each user and channel last got a turn notification, within the minimum interval."""
    if not turns:
        return {}
    people = {plan.user_id for plan in turns}
    gone = Delivery.objects.filter(
        user__in=people, kind=NoticeKind.TURN, state__in=[DeliveryState.SENDING, DeliveryState.SENT]
    )
    # Ignore deliveries from a clock that was ahead, or the next notification would be delayed by as much.
    lately = (now - BETWEEN_TURNS, now + clock.CLOSE)
    rows = gone.filter(claimed_at__gt=lately[0], claimed_at__lte=lately[1]).order_by("claimed_at")
    return {(user, channel): at for user, channel, at in rows.values_list("user", "channel", "claimed_at") if at}
