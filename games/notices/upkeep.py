"""Lateness, cleanup and export of notifications."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any, Final

from django.db.models import Min

from games import clock
from games.accounts.models import User
from games.locks import writing
from games.notices.models import Delivery, DeliveryState, Mute, Notice, ReviewNotice
from games.notices.preferences import NotificationChoices, load_choices
from games.notices.webhooks.models import Webhook
from games.tables.models import Status

KEPT: Final = timedelta(days=30)
"""Time for which notifications, deliveries and the webhooks of finished tables are kept."""
_AT_ONCE: Final = 2_000


def outbox_lateness(now: datetime) -> dict[str, timedelta]:
    """Return how late the oldest notification is, and the oldest delivery of each channel; only what is late."""
    late = {}
    if notice := Notice.objects.due(now).values_list("due_at", flat=True).first():
        late["notices"] = now - notice
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
    while keys := list(over.values_list("pk", flat=True)[:_AT_ONCE]):
        with writing():
            Delivery.objects.filter(pk__in=keys).delete()
    with writing():
        ended.delete()
    deleted = 0
    for model, rows in ((Notice, old), (ReviewNotice, reviews)):
        while keys := list(rows.values_list("pk", flat=True)[:_AT_ONCE]):
            with writing():
                model._default_manager.filter(pk__in=keys).delete()
            deleted += len(keys)
    return deleted


def notice_data(user: User) -> dict[str, Any]:
    """Return the user's settings, muted tables, listed notifications and webhooks.

    It does not contain who caused a notification, nor the secrets of webhooks. Waiting deliveries are left out.
    """
    wishes = load_choices([user.pk]).get(user.pk, NotificationChoices())
    listed = Notice.objects.listed_for(user.pk)
    reviews = ReviewNotice.objects.shown_to(user)
    return {
        "notice_choices": {
            "switches": dict(wishes.switches),
            "quiet_hours": wishes.quiet_hours,
            "quiet_from": wishes.quiet_from.hour,
            "quiet_until": wishes.quiet_until.hour,
            "digest_hour": wishes.digest_hour,
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
